/**
 * How long personal data is retained, as the law requires or allows (docs/LAW.md; decision 064). The jobs
 * that delete it, and the texts that describe it, take their figures only from here.
 */
export const RETENTION = {
  /** An account with an unproved mailbox. */
  unactivatedAccountDays: 30,
  /** An account without a log-in, a subscription or an open right, before the notice by email. */
  unusedAccountYears: 2,
  /** The time between that notice and the deletion. */
  unusedAccountNoticeDays: 30,
  /** An order shows its recipient and keeps its account in use for this long: its guarantee may still run. */
  orderListYears: 3,
  /**
   * The recipient's name and address in the archive, from the end of the order's calendar year; the member of
   * a subscription, from the end of the year in which it ended; the reason for a refund.
   */
  orderYears: 10,
  /** The address of a deleted account, with its orders that had yet to arrive: from their delivery. */
  orderContactDays: 30,
  /** The name and address of a refused or expired purchase. */
  failedPurchaseDays: 30,
  /** A message sent through the contact form. */
  messageYears: 3,
  /** Keyed hashes of the addresses and the card of a referral. */
  referralHashYears: 5,
  /** Keyed hashes of members who withdrew from a subscription, and from an order. */
  withdrawalHashYears: 5,
  orderWithdrawalHashDays: 2,
  /** The name, address and words of a withdrawal or termination, from its end. */
  declarationYears: 5,
  /** The address of an ended declaration, once the account of its contract is deleted. */
  declarationAddressDays: 30,
  journalYears: 5,
  /** A session, from its log-in. */
  sessionDays: 60,
  /** A session of the owner's office, in total. */
  officeSessionHours: 12,
  /** A network that a member logged in from. */
  knownNetworkDays: 90,
  stockRequestDays: 90,
  unconfirmedStockRequestDays: 7,
  /** A declined review, so that its author can read the reason. */
  declinedReviewDays: 365,
  /** The record that an email was sent or refused: type, time and subject; no address. */
  emailLogYears: 5,
  /** The address of an email that was sent. */
  sentEmailDays: 7,
  /** The address of an email that could not be sent, so that a person can follow up. */
  failedEmailYears: 1,
} as const;
