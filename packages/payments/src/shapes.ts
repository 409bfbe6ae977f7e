import type { Plan } from '@agres/domain/shapes';

/** Why a card was declined, as an error code. */
export type CardFailure = 'invalid_card' | 'insufficient_funds';

/**
 * `created`: no card tried yet, it cannot take money. `declined`: a card was declined, none is held;
 * confirming again with another card is possible. `canceled` and `succeeded` are final.
 */
export type IntentState =
  | 'created'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'declined'
  | 'canceled';

/** One payment at the provider: at most one successful charge. */
export type Intent = {
  id: string;
  state: IntentState;
  amountCents: number;
  refundedCents: number;
  /** Whether the cardholder has ever disputed it. */
  isDisputed: boolean;
  /** Names the card that paid within its account, independent of the token; null before it paid. */
  cardFingerprint: string | null;
  /** ISO 4217, lower case. */
  currency: string;
  /** Lets the browser finish 3-D Secure; never logged, never stored. */
  clientSecret: string;
  /** `metadata.attempt_id`: the purchase attempt that made it. */
  attemptId: string | null;
  metadata: Record<string, string>;
  /** What was bought, in words. */
  description: string | null;
  shipping: Shipping | null;
  /** Set when `state` is `declined`, else null. */
  failure: CardFailure | null;
  createdAt: Date;
};

/** Whom a parcel is for, and where it goes; the address with its line breaks. */
export type Shipping = { name: string; address: string };

/**
 * `pending`: on its way. `succeeded`: it left; a bank may still send it back, weeks later, and then it is
 * `failed`. `failed` is final: the money is with the shop.
 */
export type RefundState = 'pending' | 'succeeded' | 'failed';

/** Money that goes back to a card, sent by the shop or by a person in the provider's dashboard. */
export type Refund = {
  id: string;
  /** Null for a refund of what was no payment of this kind. */
  intentId: string | null;
  amountCents: number;
  state: RefundState;
  /** The provider's word for why it failed, else null. */
  failure: string | null;
  metadata: Record<string, string>;
  createdAt: Date;
};

/**
 * Why the provider gives nothing back. `over_the_rest`: less is left than asked for.
 * `already_refunded`: nothing is left. `disputed`: the cardholder's bank decides.
 */
export type RefundRefusal = 'over_the_rest' | 'already_refunded' | 'disputed' | 'not_refundable';

/** How the provider answered to giving money back; a refund that was made may have failed at once. */
export type RefundAnswer =
  | { state: 'made'; refund: Refund }
  | { state: 'refused'; refusal: RefundRefusal };

/**
 * The provider's own words for the life of a dispute. Those that begin with `warning` are of an
 * inquiry: no money was taken, and it ends when the payment is given back.
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

/** A cardholder's objection to a payment, at their bank. */
export type Dispute = {
  id: string;
  /** Null for one of what was no payment of this kind. */
  intentId: string | null;
  status: DisputeStatus;
  amountCents: number;
  /** The provider's word for what the cardholder says. */
  reason: string;
  /** By when the shop may answer; null where no answer is taken. */
  answerBy: Date | null;
  /** Whether the provider still gives the payment back. */
  isRefundable: boolean;
  createdAt: Date;
};

/** A customer record at the provider, in one account. */
export type Customer = {
  id: string;
  /** Where the provider sends receipts. */
  email: string | null;
  /** What the next invoices take off first, in cents: 1000 is 10 € in the customer's favour. */
  creditCents: number;
  metadata: Record<string, string>;
};

/** The provider's own words for the life of a subscription. */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'active'
  | 'trialing'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled';

/** A subscription as the provider has it now. */
export type ProviderSubscription = {
  id: string;
  customerId: string;
  status: SubscriptionStatus;
  /** Null for a price that is none of the configured ones. */
  plan: Plan | null;
  startedAt: Date;
  periodEnd: Date;
  /** Whether the present period is paid for: not in the hour before a renewal is charged. */
  isPeriodPaid: boolean;
  /** Whether the present period is still to be debited: its invoice is a draft, or open. */
  awaitsPayment: boolean;
  /** When it will end or has ended; null while it renews. */
  endsAt: Date | null;
  /** Whether the customer's credit alone paid for it and no card is kept for what comes. */
  lacksCard: boolean;
  latestInvoiceId: string | null;
  /** The payment of the latest invoice while that is unpaid, else null. */
  openPayment: Intent | null;
  metadata: Record<string, string>;
};

/** How the change of a subscription's card went; only `updated` changed anything. */
export type CardUpdate =
  | { state: 'updated' }
  | { state: 'requires_action'; clientSecret: string }
  | { state: 'declined'; failure: CardFailure };

/** What became of a card that was not yet put on a subscription. */
export type FinishedCardUpdate = 'kept' | 'dropped';

/** An invoice of a subscription; amounts in cents. */
export type Invoice = {
  id: string;
  customerId: string;
  subscriptionId: string | null;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** The first invoice of a subscription, one of its renewals, or anything else. */
  reason: 'first' | 'renewal' | 'other';
  totalCents: number;
  /** What is charged after the customer's credit. */
  dueCents: number;
  paidCents: number;
  /** The payment that paid it; null while it is unpaid, and where credit paid all. */
  paymentIntentId: string | null;
  /** How much of the customer's credit this invoice used. */
  creditUsedCents: number;
  /** Failed and successful attempts to charge the card. */
  attempts: number;
  nextAttemptAt: Date | null;
  createdAt: Date;
  paidAt: Date | null;
};

/** A webhook event: a hint to ask again, never a truth (order and number vary). */
export type ProviderEvent = {
  id: string;
  type: string;
  /** Whether anything is checked sooner because of its type. */
  isHint: boolean;
  /** Whether it is about a refund or a dispute. */
  isMoneyBack: boolean;
  livemode: boolean;
  createdAt: Date;
  objectId: string;
  customerId: string | null;
  subscriptionId: string | null;
  /** The payment that it is about, itself or by its charge, refund or dispute. */
  paymentIntentId: string | null;
  metadata: Record<string, string>;
};

export type EventReading =
  | { outcome: 'known'; value: ProviderEvent }
  | { outcome: 'bad_signature' }
  /** Signed rightly, and nothing that the provider says. */
  | { outcome: 'no_event' };

/** A movement of money of the provider's balance. */
export type Movement = {
  /** The provider's id of the movement. */
  id: string;
  /** The provider's reporting category: `charge`, `refund`, `refund_failure`, `dispute`, `payout`, `fee` … */
  kind: string;
  /** Negative where money leaves. */
  amountCents: number;
  feeCents: number;
  currency: string;
  createdAt: Date;
  /** The charge, refund, dispute … that it is about. */
  sourceId: string | null;
  intentId: string | null;
  /** The customer of a charge. */
  customerId: string | null;
};
