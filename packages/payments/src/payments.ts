import type { PaymentAccount, Plan } from '@shop/domain/shapes';

import { createAccountClient, type AccountClient, type AccountConfig } from './account-client.ts';
import type { Answer } from './answer.ts';
import { updateCard } from './card-update.ts';
import { checkAccount, type AccountCheck } from './check-account.ts';
import {
  changeCustomerEmail,
  creditBalance,
  ensureCustomer,
  findCredit,
  listCardFingerprints,
  readCustomer,
  type Credited,
  type CreditInput,
  type EnsureCustomerInput,
} from './customers.ts';
import { readEvent } from './events.ts';
import { finishCardUpdate } from './finish-card-update.ts';
import {
  cancelIntent,
  confirmIntent,
  createIntent,
  listIntents,
  listRefunds,
  readIntent,
  refundIntent,
} from './intents.ts';
import { listInvoices, payInvoice, readInvoice } from './invoices.ts';
import type {
  FinishedCardUpdate,
  CardUpdate,
  Customer,
  EventReading,
  Intent,
  Invoice,
  ProviderSubscription,
  Refund,
  Shipping,
} from './shapes.ts';
import { abandonSubscription, beginSubscription } from './subscribing.ts';
import {
  cancelNow,
  findSubscriptions,
  listSubscriptions,
  readSubscription,
  setRenewal,
} from './subscriptions.ts';

export type PaymentsConfig = {
  accounts: Record<PaymentAccount, AccountConfig>;
  /** Where the provider's API is; set only to reach an emulator. */
  apiUrl?: string;
  /** How long one call may take, in ms; 8000 unless told. */
  callTimeoutMs?: number;
};

/** Calls with the same key are idempotent and give the same answer. */
type Keyed = { idempotencyKey: string };

/** The timeout of one call; it answers `unknown` when the time is over. */
type Timed = { timeoutMs?: number };

/**
 * The payment provider behind a few calls, for two accounts. None throws for what the provider or the
 * network did: see `Answer`. A declined card is a known answer.
 */
export type Payments = {
  /** The key with which the browser makes card tokens for this account. */
  publishableKey(account: PaymentAccount): string;
  /** Whether the account's keys move real money; its events must say the same. */
  isLive(account: PaymentAccount): boolean;
  /** Whether the provider takes the account's secret key, and has its prices; changes nothing. */
  checkAccount(account: PaymentAccount): Promise<AccountCheck>;

  /**
   * Makes an unconfirmed card payment in EUR: it cannot take money yet. An answer with another
   * amount, attempt or installation is `misconfigured`, kind `foreign`: nobody may touch it.
   */
  createIntent(
    account: PaymentAccount,
    input: {
      amountCents: number;
      metadata: Record<string, string>;
      description?: string;
      shipping?: Shipping;
    } & Keyed &
      Timed,
  ): Promise<Answer<Intent>>;
  /** Charges the card behind `token` (`tok_…` or `pm_…`); a used or unknown token is `declined`. */
  confirmIntent(
    account: PaymentAccount,
    input: { intentId: string; token: string } & Keyed & Timed,
  ): Promise<Answer<Intent>>;
  /** One that the account does not have is `misconfigured`, code `resource_missing`. */
  readIntent(account: PaymentAccount, intentId: string, options?: Timed): Promise<Answer<Intent>>;
  /** Ends a payment for good; answers the intent as it is when that is no longer possible. */
  cancelIntent(account: PaymentAccount, intentId: string, options?: Timed): Promise<Answer<Intent>>;
  /** Every intent made at or after a moment, newest first; ends after the first answer that is not known. */
  listIntents(
    account: PaymentAccount,
    range: { createdAfter: Date },
  ): AsyncIterable<Answer<Intent>>;
  /** Every refund made at or after a moment, newest first; ends after the first answer that is not known. */
  listRefunds(
    account: PaymentAccount,
    range: { createdAfter: Date },
  ): AsyncIterable<Answer<Refund>>;
  /** Refunds all that is left of a payment; `metadata` says who does. */
  refundIntent(
    account: PaymentAccount,
    input: { intentId: string; metadata: Record<string, string> } & Keyed,
  ): Promise<Answer<Intent>>;

  /** Finds the customer record of an installation's user, or makes one; idempotent. */
  ensureCustomer(account: PaymentAccount, input: EnsureCustomerInput): Promise<Answer<Customer>>;
  /** Changes where the provider's receipts go (null: no such customer in this account). */
  changeCustomerEmail(
    account: PaymentAccount,
    input: { customerId: string; email: string },
  ): Promise<Answer<Customer | null>>;
  /** The credit of a customer (null: no such customer in this account). */
  readCustomer(account: PaymentAccount, customerId: string): Promise<Answer<Customer | null>>;
  /** The fingerprints of a customer's cards, as `Intent.cardFingerprint` names them. */
  listCardFingerprints(account: PaymentAccount, customerId: string): Promise<Answer<string[]>>;
  /**
   * Adds to what the next invoices take off; it accumulates and carries over. Once for each
   * `identity`, or `reference` where there is none, whenever it is repeated (null: no such customer).
   */
  creditBalance(account: PaymentAccount, input: CreditInput): Promise<Answer<Credited | null>>;
  /** What `creditBalance` gave a customer by that name (null: nothing, or no such customer). */
  findCredit(account: PaymentAccount, input: CreditInput): Promise<Answer<Credited | null>>;

  /**
   * Makes a subscription that has taken no money yet. `incomplete`: its `openPayment` is to be
   * confirmed with a card by `confirmIntent`, and that card is kept. `active`: the customer's credit
   * paid the first invoice, and a card is still to be put on it by `updateCard`. Repeating the call
   * under its key answers its state by then.
   */
  beginSubscription(
    account: PaymentAccount,
    input: { customerId: string; plan: Plan; metadata: Record<string, string> } & Keyed & Timed,
  ): Promise<Answer<ProviderSubscription>>;
  /** Gives up a subscription that was never paid; one that was is answered as it is. */
  abandonSubscription(
    account: PaymentAccount,
    subscriptionId: string,
  ): Promise<Answer<ProviderSubscription | null>>;
  readSubscription(
    account: PaymentAccount,
    subscriptionId: string,
  ): Promise<Answer<ProviderSubscription | null>>;
  /** All subscriptions of a customer, ended ones included, newest first. */
  findSubscriptions(
    account: PaymentAccount,
    customerId: string,
  ): Promise<Answer<ProviderSubscription[]>>;
  /** Every subscription that has not ended, newest first; ends after the first answer that is not known. */
  listSubscriptions(account: PaymentAccount): AsyncIterable<Answer<ProviderSubscription>>;
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
  /** Ends at once, without refund. */
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
    input: {
      customerId: string;
      subscriptionId: string;
      token: string;
      installation?: string;
    } & Keyed,
  ): Promise<Answer<CardUpdate>>;

  /**
   * Ends an abandoned `updateCard`: a card that was set up becomes the default, or is removed, as
   * wished; any other is `dropped`. No card stays unused with the customer.
   */
  finishCardUpdate(
    account: PaymentAccount,
    input: {
      customerId: string;
      subscriptionId: string;
      wish: 'keep' | 'drop';
      installation?: string;
    } & Keyed,
  ): Promise<Answer<FinishedCardUpdate>>;

  readInvoice(account: PaymentAccount, invoiceId: string): Promise<Answer<Invoice | null>>;
  /** A customer's invoices, newest first, at most 100. */
  listInvoices(account: PaymentAccount, customerId: string): Promise<Answer<Invoice[]>>;
  /** Charges an open invoice now; a declined card leaves it open. */
  payInvoice(
    account: PaymentAccount,
    input: { invoiceId: string } & Keyed,
  ): Promise<Answer<Invoice | null>>;

  /** Checks a webhook's signature (account's secret, 300 s) before anything in it is read. */
  readEvent(
    account: PaymentAccount,
    rawBody: Buffer,
    signatureHeader: string | undefined,
  ): EventReading;
};

/** How long one call may take, in ms, unless told. */
const CALL_TIMEOUT_MS = 8000;

/** The calls for two accounts. Makes none yet. */
export function createPayments(config: PaymentsConfig): Payments {
  const options = { apiUrl: config.apiUrl, timeoutMs: config.callTimeoutMs ?? CALL_TIMEOUT_MS };
  const clients: Record<PaymentAccount, AccountClient> = {
    main: createAccountClient(config.accounts.main, options),
    bis: createAccountClient(config.accounts.bis, options),
  };

  return {
    publishableKey: (account) => config.accounts[account].publishableKey,
    isLive: (account) => /^(sk|rk)_live_/.test(config.accounts[account].secretKey),
    checkAccount: (account) => checkAccount(clients[account]),

    createIntent: (account, input) => createIntent(clients[account], input),
    confirmIntent: (account, input) => confirmIntent(clients[account], input),
    readIntent: (account, intentId, timed) => readIntent(clients[account], intentId, timed),
    cancelIntent: (account, intentId, timed) => cancelIntent(clients[account], intentId, timed),
    listIntents: (account, { createdAfter }) => listIntents(clients[account], createdAfter),
    listRefunds: (account, { createdAfter }) => listRefunds(clients[account], createdAfter),
    refundIntent: (account, input) => refundIntent(clients[account], input),

    ensureCustomer: (account, input) => ensureCustomer(clients[account], input),
    changeCustomerEmail: (account, input) => changeCustomerEmail(clients[account], input),
    readCustomer: (account, customerId) => readCustomer(clients[account], customerId),
    listCardFingerprints: (account, id) => listCardFingerprints(clients[account], id),
    creditBalance: (account, input) => creditBalance(clients[account], input),
    findCredit: (account, input) => findCredit(clients[account], input),

    beginSubscription: (account, input) => beginSubscription(clients[account], input),
    abandonSubscription: (account, id) => abandonSubscription(clients[account], id),
    readSubscription: (account, id) => readSubscription(clients[account], id),
    findSubscriptions: (account, customerId) => findSubscriptions(clients[account], customerId),
    listSubscriptions: (account) => listSubscriptions(clients[account]),
    endAtPeriodClose: (account, id) => setRenewal(clients[account], id, 'stops'),
    resume: (account, id) => setRenewal(clients[account], id, 'goes_on'),
    cancelNow: (account, id) => cancelNow(clients[account], id),
    updateCard: (account, input) => updateCard(clients[account], input),
    finishCardUpdate: (account, input) => finishCardUpdate(clients[account], input),

    readInvoice: (account, invoiceId) => readInvoice(clients[account], invoiceId),
    listInvoices: (account, customerId) => listInvoices(clients[account], customerId),
    payInvoice: (account, input) => payInvoice(clients[account], input),

    readEvent: (account, rawBody, header) => readEvent(clients[account], rawBody, header),
  };
}
