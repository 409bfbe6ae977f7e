import type { PaymentAccount } from '@agres/domain/shapes';

import {
  createAccountClient,
  type AccountClient,
  type AccountConfig,
  type CallOutcome,
  type Deadline,
} from './account-client.ts';
import { updateCard } from './card-update.ts';
import { readCardFingerprint } from './cards.ts';
import { checkAccount, checkWebhook, readPrice } from './check-account.ts';
import {
  changeCustomerEmail,
  creditBalance,
  ensureCustomer,
  findCredit,
  listCardFingerprints,
  readCustomer,
  takeCreditBack,
} from './customers.ts';
import { listDisputes } from './disputes.ts';
import { readEvent } from './events.ts';
import { finishCardUpdate } from './finish-card-update.ts';
import { cancelIntent, confirmIntent, createIntent, listIntents, readIntent } from './intents.ts';
import { findInvoiceUrl, findPaidSubscription, listInvoices, readInvoice } from './invoices.ts';
import { listMovements } from './movements.ts';
import { readPayingCard } from './paying-card.ts';
import { listRefunds, refundIntent } from './refunds.ts';
import { abandonSubscription, beginSubscription } from './subscribing.ts';
import {
  cancelNow,
  endAtPeriodClose,
  findSubscriptions,
  listSubscriptions,
  readSubscription,
  resume,
} from './subscriptions.ts';
import { checkWallets, registerWallets } from './wallets.ts';

export type PaymentsConfig = {
  accounts: Record<PaymentAccount, AccountConfig>;
  /** The URL of the provider's API; set only to reach an emulator. */
  apiUrl?: string;
  /** The timeout of a call in ms. Default: 8000. */
  callTimeoutMs?: number;
  /** Pauses in ms before a call without an answer is repeated. Default: 300 and 1000. */
  retryPausesMs?: readonly number[];
  onCall?: (call: ProviderCall) => void;
};

/** `verb` is the method that made the network call. */
export type ProviderCall = {
  verb: string;
  outcome: CallOutcome;
  seconds: number;
};

const CALL_TIMEOUT_MS = 8000;

const RETRY_PAUSES_MS = [300, 1000] as const;

/**
 * The payment provider's operations, for two accounts. Each method takes the account, then the arguments of
 * the underlying function without its client. A provider or network failure is returned as an `Answer`, never
 * thrown. A declined card and a refused refund are known answers. Calls with the same `idempotencyKey` are
 * idempotent and return the same answer.
 */
export type Payments = ReturnType<typeof callsOf> & {
  /** The pauses in ms between the attempts of a call. There is one more attempt than pauses. */
  retryPausesMs: readonly number[];
  /**
   * Returns the same operations under a deadline. A call's timeout shrinks to the time left; without any, the
   * call is not made and answers `unknown`.
   */
  until: (deadline: Deadline) => Payments;
};

type Clients = Record<PaymentAccount, AccountClient>;

/** Creates the operations of two accounts. Makes no call. */
export function createPayments({
  accounts,
  apiUrl,
  callTimeoutMs,
  retryPausesMs = RETRY_PAUSES_MS,
  onCall,
}: PaymentsConfig): Payments {
  const options = { apiUrl, timeoutMs: callTimeoutMs ?? CALL_TIMEOUT_MS };
  const clients = {
    main: createAccountClient(accounts.main, options),
    bis: createAccountClient(accounts.bis, options),
  };
  return paymentsOf(clients, { retryPausesMs, onCall });
}

function paymentsOf(
  clients: Clients,
  options: Pick<Payments, 'retryPausesMs'> & { onCall: PaymentsConfig['onCall'] | undefined },
): Payments {
  return {
    ...callsOf(clients, options.onCall),
    retryPausesMs: options.retryPausesMs,
    until: (deadline) =>
      paymentsOf(
        { main: { ...clients.main, deadline }, bis: { ...clients.bis, deadline } },
        options,
      ),
  };
}

function callsOf(clients: Clients, onCall: PaymentsConfig['onCall']) {
  const forAccount = <Input extends unknown[], Result>(
    call: (client: AccountClient, ...input: Input) => Result,
  ) => {
    const onAnswer: AccountClient['onAnswer'] = (outcome, seconds) =>
      onCall?.({ verb: call.name, outcome, seconds });
    return (account: PaymentAccount, ...input: Input): Result =>
      call(onCall === undefined ? clients[account] : { ...clients[account], onAnswer }, ...input);
  };

  return {
    /** Returns the ms left until the deadline; infinity without one. */
    leftMs: (): number => clients.main.deadline.leftMs(),
    /** Returns the key that the browser creates card tokens with. */
    publishableKey: (account: PaymentAccount): string => clients[account].config.publishableKey,
    /** Whether the account's keys move real money; its events must match. */
    isLive: (account: PaymentAccount): boolean =>
      /^(sk|rk)_live_/.test(clients[account].config.secretKey),
    checkAccount: forAccount(checkAccount),
    checkWebhook: forAccount(checkWebhook),
    readPrice: forAccount(readPrice),
    checkWallets: forAccount(checkWallets),
    registerWallets: forAccount(registerWallets),

    createIntent: forAccount(createIntent),
    confirmIntent: forAccount(confirmIntent),
    readIntent: forAccount(readIntent),
    cancelIntent: forAccount(cancelIntent),
    listIntents: forAccount(listIntents),
    refundIntent: forAccount(refundIntent),
    listRefunds: forAccount(listRefunds),
    listDisputes: forAccount(listDisputes),
    listMovements: forAccount(listMovements),

    ensureCustomer: forAccount(ensureCustomer),
    changeCustomerEmail: forAccount(changeCustomerEmail),
    readCustomer: forAccount(readCustomer),
    listCardFingerprints: forAccount(listCardFingerprints),
    readCardFingerprint: forAccount(readCardFingerprint),
    creditBalance: forAccount(creditBalance),
    findCredit: forAccount(findCredit),
    takeCreditBack: forAccount(takeCreditBack),

    beginSubscription: forAccount(beginSubscription),
    abandonSubscription: forAccount(abandonSubscription),
    readSubscription: forAccount(readSubscription),
    findSubscriptions: forAccount(findSubscriptions),
    listSubscriptions: forAccount(listSubscriptions),
    endAtPeriodClose: forAccount(endAtPeriodClose),
    resume: forAccount(resume),
    cancelNow: forAccount(cancelNow),
    updateCard: forAccount(updateCard),
    readPayingCard: forAccount(readPayingCard),
    finishCardUpdate: forAccount(finishCardUpdate),
    readInvoice: forAccount(readInvoice),
    listInvoices: forAccount(listInvoices),
    findPaidSubscription: forAccount(findPaidSubscription),
    findInvoiceUrl: forAccount(findInvoiceUrl),

    readEvent: forAccount(readEvent),
  };
}
