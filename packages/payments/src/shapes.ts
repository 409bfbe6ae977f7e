import type { Plan } from '@shop/domain/shapes';

/** Why a card was refused, in the words of the error catalogue. */
export type CardFailure = 'invalid_card' | 'insufficient_funds';

/**
 * `created`: no card tried yet, it cannot take money. `declined`: a card was refused, none is held;
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
  /** ISO 4217, lower case. */
  currency: string;
  /** Lets the browser finish 3-D Secure; never logged, never stored. */
  clientSecret: string;
  /** `metadata.attempt_id`: the purchase attempt that made it. */
  attemptId: string | null;
  metadata: Record<string, string>;
  /** Set when `state` is `declined`, else null. */
  failure: CardFailure | null;
  createdAt: Date;
};

/** A customer record at the provider, in one account. */
export type Customer = {
  id: string;
  /** Where the provider sends receipts. */
  email: string | null;
  /** What the next invoices take off first, in cents: 1000 is 10 € in the customer's favour. */
  creditCents: number;
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

/** What became of a card that somebody began to put on a subscription. */
export type CardSettlement = 'kept' | 'dropped';

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
  /** How much of the customer's credit this invoice used. */
  creditUsedCents: number;
  /** Failed and successful attempts to charge the card. */
  attempts: number;
  nextAttemptAt: Date | null;
  createdAt: Date;
  paidAt: Date | null;
};

/** What the next renewal will cost, after the customer's credit. */
export type UpcomingInvoice = {
  totalCents: number;
  dueCents: number;
  creditUsedCents: number;
  dueAt: Date | null;
};

/** A signed message of the provider: a hint to ask again, never a truth (its order and number vary). */
export type ProviderEvent = {
  id: string;
  type: string;
  livemode: boolean;
  createdAt: Date;
  objectId: string;
  customerId: string | null;
  subscriptionId: string | null;
  metadata: Record<string, string>;
};

export type EventReading =
  | { outcome: 'known'; value: ProviderEvent }
  | { outcome: 'bad_signature' };
