import type { PaymentAccount, Plan } from '@shop/domain/shapes';

import type { Answer } from './answer.ts';
import type {
  CardUpdate,
  Customer,
  EventReading,
  Intent,
  Invoice,
  ProviderSubscription,
  UpcomingInvoice,
} from './shapes.ts';

export type AccountConfig = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The provider's price of each plan. */
  prices: Record<Plan, string>;
};

export type PaymentsConfig = {
  accounts: Record<PaymentAccount, AccountConfig>;
  /** Where the provider's API is; set only to reach an emulator. */
  apiUrl?: string;
  /** How long one call may take, in ms; 8000 unless told. */
  callTimeoutMs?: number;
};

/** Repeating a call with the same key has no further effect and gives the same answer. */
type Keyed = { idempotencyKey: string };

/** Bounds one call; it answers `unknown` when the time is over. */
type Timed = { timeoutMs?: number };

/**
 * The payment provider behind a few verbs, for two accounts. No verb throws for what the provider
 * or the network did: see `Answer`. A refused card is a known answer.
 */
export type Payments = {
  /** The key with which the browser makes card tokens for this account. */
  publishableKey(account: PaymentAccount): string;
  /** Whether the account's keys move real money; its events must say the same. */
  isLive(account: PaymentAccount): boolean;

  /** Makes an unconfirmed card payment in EUR: it cannot take money yet. */
  createIntent(
    account: PaymentAccount,
    input: { amountCents: number; metadata: Record<string, string> } & Keyed & Timed,
  ): Promise<Answer<Intent>>;
  /** Charges the card behind `token` (`tok_…` or `pm_…`); a used or unknown token is `declined`. */
  confirmIntent(
    account: PaymentAccount,
    input: { intentId: string; token: string } & Keyed & Timed,
  ): Promise<Answer<Intent>>;
  readIntent(account: PaymentAccount, intentId: string, options?: Timed): Promise<Answer<Intent>>;
  /** Ends a payment for good; answers the intent as it is when that is no longer possible. */
  cancelIntent(account: PaymentAccount, intentId: string, options?: Timed): Promise<Answer<Intent>>;
  /** Every intent made at or after a moment, newest first; ends after the first answer that is not known. */
  listIntents(
    account: PaymentAccount,
    range: { createdAfter: Date },
  ): AsyncIterable<Answer<Intent>>;
  /** Gives back everything that is left of a payment. */
  refundIntent(
    account: PaymentAccount,
    input: { intentId: string } & Keyed,
  ): Promise<Answer<Intent>>;

  /** Finds the customer record of a user, or makes one; the same record however often it is asked. */
  ensureCustomer(
    account: PaymentAccount,
    input: { userId: number; email: string },
  ): Promise<Answer<Customer>>;
  /** The credit of a customer (null: no such customer in this account). */
  readCustomer(account: PaymentAccount, customerId: string): Promise<Answer<Customer | null>>;
  /** Adds to what the next invoices take off; it accumulates and carries over. */
  creditBalance(
    account: PaymentAccount,
    input: { customerId: string; amountCents: number; description: string } & Keyed,
  ): Promise<Answer<Customer>>;

  /**
   * Begins a subscription and charges its first invoice. Status `active`: paid. `incomplete`:
   * `latestPayment` says whether 3-D Secure is asked or the card was refused; the latter should be
   * ended with `cancelNow`. A token that makes no card at all answers `declined` without one.
   */
  subscribe(
    account: PaymentAccount,
    input: {
      customerId: string;
      plan: Plan;
      token: string;
      metadata: Record<string, string>;
    } & Keyed,
  ): Promise<Answer<Subscribing>>;
  readSubscription(
    account: PaymentAccount,
    subscriptionId: string,
  ): Promise<Answer<ProviderSubscription | null>>;
  /** All subscriptions of a customer, ended ones included, newest first. */
  findSubscriptions(
    account: PaymentAccount,
    customerId: string,
  ): Promise<Answer<ProviderSubscription[]>>;
  /** Renews no more: access lasts until the paid period is over. */
  endAtPeriodClose(
    account: PaymentAccount,
    subscriptionId: string,
  ): Promise<Answer<ProviderSubscription | null>>;
  /** Takes `endAtPeriodClose` back. */
  resume(
    account: PaymentAccount,
    subscriptionId: string,
  ): Promise<Answer<ProviderSubscription | null>>;
  /** Ends at once, without refund; also what clears a subscription whose first payment failed. */
  cancelNow(
    account: PaymentAccount,
    subscriptionId: string,
  ): Promise<Answer<ProviderSubscription | null>>;
  /**
   * Puts another card on a subscription. After 3-D Secure the same call with the same key ends it.
   * No money moves; an open invoice is tried again with `payInvoice`.
   */
  updateCard(
    account: PaymentAccount,
    input: { customerId: string; subscriptionId: string; token: string } & Keyed,
  ): Promise<Answer<CardUpdate>>;

  readInvoice(account: PaymentAccount, invoiceId: string): Promise<Answer<Invoice | null>>;
  /** A customer's invoices, newest first, at most 100. */
  listInvoices(account: PaymentAccount, customerId: string): Promise<Answer<Invoice[]>>;
  /** Charges an open invoice now; a refused card leaves it open. */
  payInvoice(
    account: PaymentAccount,
    input: { invoiceId: string } & Keyed,
  ): Promise<Answer<Invoice>>;
  /** What the next renewal will cost (null: there will be none). */
  upcomingInvoice(
    account: PaymentAccount,
    subscriptionId: string,
  ): Promise<Answer<UpcomingInvoice | null>>;

  /** Checks a webhook's signature (account's secret, 300 s) before anything in it is read. */
  readEvent(
    account: PaymentAccount,
    rawBody: Buffer,
    signatureHeader: string | undefined,
  ): EventReading;
};

export type Subscribing =
  | { state: 'begun'; subscription: ProviderSubscription }
  | { state: 'declined'; failure: 'invalid_card' | 'insufficient_funds' };
