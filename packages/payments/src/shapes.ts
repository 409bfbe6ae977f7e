import type { Plan } from '@agres/domain/shape-values';

export type CardFailure = 'invalid_card' | 'insufficient_funds';

/**
 * In state `created` no card was tried yet, so no money can be taken. In state `declined` a card was declined
 * and nothing is held; it can be confirmed again with another card. `canceled` and `succeeded` are final.
 */
export type IntentState =
  | 'created'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'declined'
  | 'canceled';

/** A payment at the provider, with at most one successful charge. */
export type Intent = {
  id: string;
  state: IntentState;
  amountCents: number;
  refundedCents: number;
  /** Whether the cardholder has ever disputed it. */
  isDisputed: boolean;
  /** Identifies the card that paid within its account, independent of the token; null before payment. */
  cardFingerprint: string | null;
  /** ISO 4217, lower case. */
  currency: string;
  /** Lets the browser complete 3-D Secure; never logged or stored. */
  clientSecret: string;
  /** The purchase attempt that created it, from `metadata.attempt_id`. */
  attemptId: string | null;
  metadata: Record<string, string>;
  description: string | null;
  shipping: Shipping | null;
  /** Set if `state` is `declined`, otherwise null. */
  failure: CardFailure | null;
  createdAt: Date;
};

/** The recipient of a parcel. The address contains line breaks. */
export type Shipping = { name: string; address: string };

/**
 * A refund is `pending` while it is being sent. A bank may still return a `succeeded` one weeks later, which
 * then becomes `failed`. `failed` is final: the shop has the money.
 */
export type RefundState = 'pending' | 'succeeded' | 'failed';

/** A refund by the shop, or by a person in the provider's dashboard. */
export type Refund = {
  id: string;
  /** Null for a refund that does not belong to a payment intent. */
  intentId: string | null;
  amountCents: number;
  state: RefundState;
  /** The provider's reason for the failure, otherwise null. */
  failure: string | null;
  metadata: Record<string, string>;
  createdAt: Date;
};

/**
 * `over_the_rest`: less is left than requested. `already_refunded`: nothing is left. `disputed`: the
 * cardholder's bank decides.
 */
export type RefundRefusal = 'over_the_rest' | 'already_refunded' | 'disputed' | 'not_refundable';

/** A refund that was made may have failed at once. */
export type RefundAnswer =
  | { state: 'made'; refund: Refund }
  | { state: 'refused'; refusal: RefundRefusal };

/**
 * The statuses that begin with `warning` belong to an inquiry: no money was taken, and a refund of the
 * payment ends it.
 */
export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'appeal_needs_response'
  | 'appeal_under_review'
  | 'won'
  | 'lost'
  | 'prevented';

export type Dispute = {
  id: string;
  /** Null for a dispute that does not belong to a payment intent. */
  intentId: string | null;
  status: DisputeStatus;
  amountCents: number;
  /** The provider's code for the cardholder's reason. */
  reason: string;
  /** The deadline for the shop's answer; null if none is accepted. */
  answerBy: Date | null;
  createdAt: Date;
};

export type Customer = {
  id: string;
  /** The address for the provider's receipts. */
  email: string | null;
  /** The credit that the next invoices use first: 1000 is 10 € in the customer's favour. */
  creditCents: number;
  metadata: Record<string, string>;
};

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'active'
  | 'trialing'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled';

export type ProviderSubscription = {
  id: string;
  customerId: string;
  status: SubscriptionStatus;
  /** Null for a price that is not configured. */
  plan: Plan | null;
  startedAt: Date;
  periodEnd: Date;
  /** Whether the current period is paid. False in the hour before a renewal is charged. */
  isPeriodPaid: boolean;
  /** Whether the current period is still to be debited: its invoice is a draft or open. */
  awaitsPayment: boolean;
  /** When it will end or has ended; null while it renews. */
  endsAt: Date | null;
  /** Whether the customer's credit alone paid for it, and no card is saved for later debits. */
  lacksCard: boolean;
  latestInvoiceId: string | null;
  /** The payment of the latest invoice; null once that is paid. */
  openPayment: Intent | null;
  metadata: Record<string, string>;
};

/** Only `updated` changed anything. */
export type CardUpdate =
  | { state: 'updated' }
  | { state: 'requires_action'; clientSecret: string }
  | { state: 'declined'; failure: CardFailure };

export type FinishedCardUpdate = 'kept' | 'dropped';

export type Invoice = {
  id: string;
  customerId: string;
  subscriptionId: string | null;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  reason: 'first' | 'renewal' | 'other';
  paidCents: number;
  /** The payment that paid it; null while unpaid, and if credit paid all of it. */
  paymentIntentId: string | null;
  creditUsedCents: number;
  paidAt: Date | null;
};

/** A hint to read the provider's state, never proof: events may be reordered, repeated or lost. */
export type ProviderEvent = {
  id: string;
  /** Whether its type triggers an earlier check. */
  isHint: boolean;
  /** Whether it is about a refund or a dispute. */
  isMoneyBack: boolean;
  livemode: boolean;
  objectId: string;
  customerId: string | null;
  subscriptionId: string | null;
  /** The payment it is about, directly or through its charge, refund or dispute. */
  paymentIntentId: string | null;
  metadata: Record<string, string>;
};

export type Movement = {
  id: string;
  /** The provider's reporting category: `charge`, `refund`, `refund_failure`, `dispute`, `payout`, `fee` … */
  kind: string;
  /** The amount in cents; negative if money leaves. */
  amountCents: number;
  feeCents: number;
  currency: string;
  createdAt: Date;
  /** The charge, refund, dispute … behind the movement. */
  sourceId: string | null;
  intentId: string | null;
  /** The customer of a charge, if it has one; null for other movements. */
  customerId: string | null;
};
