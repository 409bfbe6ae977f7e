import type { Stripe } from 'stripe';

import type { Agenda } from './agenda.ts';
import type { Clock } from './clock.ts';
import { randomLetters, type Random } from './random.ts';

/** A price that exists from the start, as if the merchant had created it in the dashboard. */
export type SeededPrice = {
  id: string;
  /** The product's name. */
  name: string;
  amountCents: number;
  interval: 'month' | 'year';
};

export type AccountConfig = {
  secretKey: string;
  publishableKey: string;
  prices?: readonly SeededPrice[];
  /** Whether a payment accepts a card token directly; with `refused` it requires a payment method. */
  inlineTokens?: 'accepted' | 'refused';
};

/** `payload` is the JSON at the time of the event. */
export type StoredEvent = {
  id: string;
  type: string;
  created: number;
  payload: string;
};

/** All objects of one account, in the shape the API returns; expandable fields hold ids. */
export type Store = {
  tokens: Map<string, Stripe.Token>;
  paymentMethods: Map<string, Stripe.PaymentMethod>;
  domains: Map<string, Stripe.PaymentMethodDomain>;
  intents: Map<string, Stripe.PaymentIntent>;
  setupIntents: Map<string, Stripe.SetupIntent>;
  charges: Map<string, Stripe.Charge>;
  refunds: Map<string, Stripe.Refund>;
  disputes: Map<string, Stripe.Dispute>;
  balanceTransactions: Map<string, Stripe.BalanceTransaction>;
  customers: Map<string, Stripe.Customer>;
  deletedCustomers: Set<string>;
  customerBalanceTransactions: Map<string, Stripe.CustomerBalanceTransaction>;
  prices: Map<string, Stripe.Price>;
  subscriptions: Map<string, Stripe.Subscription>;
  invoices: Map<string, Stripe.Invoice>;
  invoicePayments: Map<string, Stripe.InvoicePayment>;
  events: Map<string, StoredEvent>;

  invoiceOfIntent: Map<string, string>;
  /** Invoices that an API call is charging right now, outside the retry schedule. */
  chargedByHand: Set<string>;
  /** The card number behind a token (`tok_`) or payment method (`pm_`); the API never returns it. */
  cardNumbers: Map<string, string>;
  setUpMethods: Set<string>;
  /** Payment methods that can no longer be used: charged without a customer, or detached. */
  spentMethods: Set<string>;
};

/** The request being handled, recorded in the events it causes. */
export type CurrentRequest = { id: string; idempotencyKey: string | null };

export type Account = {
  name: string;
  keys: { secret: string; publishable: string };
  store: Store;
  clock: Clock;
  agenda: Agenda;
  inlineTokens: 'accepted' | 'refused';
  newId(prefix: string): string;
  newSecret(id: string): string;
  /** Records an event of this type with the current state of the object. */
  emit(type: string, object: object): void;
  request: CurrentRequest | null;
  /** The origin of the last request to the emulator, used to build the URLs of its pages. */
  origin: string;
  /** Whether cards are charged at once, or payments stay `processing` until they are released. */
  charging: 'at_once' | 'held';
  /** The outcome of new refunds, unless the test card decides it. */
  refunding: RefundOutcome;
  /** Called after an intent reaches `succeeded` or `requires_action`, or is declined. */
  intentListeners: ((intent: Stripe.PaymentIntent) => void)[];
  /** Called after an invoice is paid or an attempt to charge it fails. */
  invoiceListeners: ((invoice: Stripe.Invoice, outcome: InvoiceOutcome) => void)[];
  /** Called after a bank withdraws the money of a charge, temporarily or for good. */
  chargebackListeners: ((dispute: Stripe.Dispute) => void)[];
};

export type InvoiceOutcome = 'paid' | 'failed' | 'action_required';

/** The possible outcomes of creating a refund; `requires_action` occurs only with non-card payment methods. */
export const REFUND_OUTCOMES = ['succeeded', 'pending', 'failed', 'requires_action'] as const;
export type RefundOutcome = (typeof REFUND_OUTCOMES)[number];

export type AccountParts = {
  name: string;
  config: AccountConfig;
  clock: Clock;
  agenda: Agenda;
  random: Random;
  emit: (account: Account, type: string, object: object) => void;
};

export function createAccount(parts: AccountParts): Account {
  let made = 0;
  const account: Account = {
    name: parts.name,
    keys: { secret: parts.config.secretKey, publishable: parts.config.publishableKey },
    store: createStore(),
    clock: parts.clock,
    agenda: parts.agenda,
    inlineTokens: parts.config.inlineTokens ?? 'accepted',
    newId(prefix) {
      made += 1;
      // The counter makes the id unique; the random part keeps ids from being guessed or sorted by age.
      return `${prefix}_${randomLetters(parts.random, 18)}${made.toString(36).padStart(6, '0')}`;
    },
    newSecret: (id) => `${id}_secret_${randomLetters(parts.random, 25)}`,
    emit: (type, object) => parts.emit(account, type, object),
    request: null,
    origin: 'http://127.0.0.1',
    charging: 'at_once',
    refunding: 'succeeded',
    intentListeners: [],
    invoiceListeners: [],
    chargebackListeners: [],
  };
  return account;
}

/** Empties an account's store; the caller seeds it again. */
export function clearStore(store: Store): void {
  for (const collection of Object.values(store)) collection.clear();
}

/** Returns the id in an expandable field, expanded or not. */
export function idOf(reference: string | { id: string }): string;
export function idOf(reference: string | { id: string } | null | undefined): string | null;
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference == null) return null;
  return typeof reference === 'string' ? reference : reference.id;
}

function createStore(): Store {
  return {
    tokens: new Map(),
    paymentMethods: new Map(),
    domains: new Map(),
    intents: new Map(),
    setupIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    balanceTransactions: new Map(),
    customers: new Map(),
    deletedCustomers: new Set(),
    customerBalanceTransactions: new Map(),
    prices: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    invoicePayments: new Map(),
    invoiceOfIntent: new Map(),
    chargedByHand: new Set(),
    events: new Map(),
    cardNumbers: new Map(),
    setUpMethods: new Set(),
    spentMethods: new Set(),
  };
}
