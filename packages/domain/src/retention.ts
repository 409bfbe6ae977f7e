/**
 * How long what belongs to a person is kept, as the law asks or allows (law.md, section 11; decision
 * 064). The jobs that delete, and the texts that say so, take their figures from here alone.
 */
export const RETENTION = {
  /** An account whose mailbox nobody has proved. */
  unactivatedAccountDays: 30,
  /** Without a log-in, a subscription or an open right; then an email. */
  unusedAccountYears: 2,
  /** Between that email and the deletion. */
  unusedAccountNoticeDays: 30,
  /** An order whose guarantee may still run: so long its account is in use, and it tells its recipient. */
  orderListYears: 3,
  /** Name and address of its recipient, in the archive by then, from the end of its calendar year. */
  orderYears: 10,
  /** Name and address of a purchase that was refused or expired. */
  failedPurchaseDays: 30,
  /** A message of the contact form. */
  messageYears: 3,
  /** Keyed hashes of the addresses and the card of a referral. */
  referralHashYears: 5,
  /** Name, address and words of a withdrawal or termination, from its end. */
  declarationYears: 5,
  /** The address of one that has ended, once the account of its contract is gone. */
  declarationAddressDays: 30,
  /** What was changed by hand. */
  journalYears: 5,
  /** A session, from its log-in. */
  sessionDays: 60,
  /** A network that somebody logged in from. */
  knownNetworkDays: 90,
  /** Waiting to be told of new stock. */
  stockRequestDays: 90,
  /** That an email was sent. */
  sentEmailDays: 7,
} as const;
