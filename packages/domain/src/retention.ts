/**
 * How long what belongs to a person is kept, as the law asks or allows (law.md, section 11; decision
 * 064). The jobs that delete, and the texts that say so, take their figures from here alone.
 */
export const RETENTION = {
  /** An account with an unproved mailbox. */
  unactivatedAccountDays: 30,
  /** Without a log-in, a subscription or an open right; then an email. */
  unusedAccountYears: 2,
  /** Between that email and the deletion. */
  unusedAccountNoticeDays: 30,
  /** An order whose guarantee may still run: so long its account is in use, and it tells its recipient. */
  orderListYears: 3,
  /**
   * Name and address of its recipient, in the archive by then, from the end of its calendar year; whose a
   * subscription was, from the end of the year of its own end; why money went back.
   */
  orderYears: 10,
  /** Name and address of a purchase that was refused or expired. */
  failedPurchaseDays: 30,
  /** A message of the contact form. */
  messageYears: 3,
  /** Keyed hashes of the addresses and the card of a referral. */
  referralHashYears: 5,
  /** Keyed hashes of who withdrew from a subscription, and from an order. */
  withdrawalHashYears: 5,
  orderWithdrawalHashDays: 2,
  /** Name, address and words of a withdrawal or termination, from its end. */
  declarationYears: 5,
  /** The address of one that has ended, once the account of its contract is gone. */
  declarationAddressDays: 30,
  /** Manual changes. */
  journalYears: 5,
  /** A session, from its log-in. */
  sessionDays: 60,
  /** A session of the owner's office, in all. */
  officeSessionHours: 12,
  /** A network of a log-in. */
  knownNetworkDays: 90,
  /** A stock alert. */
  stockRequestDays: 90,
  /** One by an address that was not confirmed. */
  unconfirmedStockRequestDays: 7,
  /** A review that was declined, so that its author can read why. */
  declinedReviewDays: 365,
  /** That an email was sent or refused: which one, when, about what; no address. */
  emailLogYears: 5,
  /** The address of an email that was sent. */
  sentEmailDays: 7,
  /** The address of one that could not be sent, so that a person can see to it. */
  failedEmailYears: 1,
} as const;
