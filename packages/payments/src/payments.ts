import type { PaymentAccount } from '@shop/domain/shapes';

import {
  createAccountClient,
  type AccountClient,
  type AccountConfig,
  type Deadline,
} from './account-client.ts';
import { updateCard } from './card-update.ts';
import { checkAccount } from './check-account.ts';
import {
  changeCustomerEmail,
  creditBalance,
  ensureCustomer,
  findCredit,
  listCardFingerprints,
  readCustomer,
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
import { readInvoice } from './invoices.ts';
import { abandonSubscription, beginSubscription } from './subscribing.ts';
import {
  cancelNow,
  endAtPeriodClose,
  findSubscriptions,
  listSubscriptions,
  readSubscription,
  resume,
} from './subscriptions.ts';

export type PaymentsConfig = {
  accounts: Record<PaymentAccount, AccountConfig>;
  /** Where the provider's API is; set only to reach an emulator. */
  apiUrl?: string;
  /** How long one call may take, in ms; 8000 unless told. */
  callTimeoutMs?: number;
};

/** How long one call may take, in ms, unless told. */
const CALL_TIMEOUT_MS = 8000;

/**
 * The payment provider behind a few calls, for two accounts: each takes the account, then what its
 * function takes after the client. None throws for what the provider or the network did: see `Answer`.
 * A declined card is a known answer. Calls with the same `idempotencyKey` are idempotent and give the
 * same answer; one that takes too long answers `unknown`.
 */
export type Payments = ReturnType<typeof callsOf> & {
  /**
   * The same, of which nothing lasts beyond a deadline: what one call may take shrinks to what is left,
   * and with nothing left it answers `unknown` and is not made.
   */
  until: (deadline: Deadline) => Payments;
};

type Clients = Record<PaymentAccount, AccountClient>;

/** The calls for two accounts. Makes none yet. */
export function createPayments({ accounts, apiUrl, callTimeoutMs }: PaymentsConfig): Payments {
  const options = { apiUrl, timeoutMs: callTimeoutMs ?? CALL_TIMEOUT_MS };
  return paymentsOf({
    main: createAccountClient(accounts.main, options),
    bis: createAccountClient(accounts.bis, options),
  });
}

function paymentsOf(clients: Clients): Payments {
  return {
    ...callsOf(clients),
    until: (deadline) =>
      paymentsOf({
        main: { ...clients.main, deadline },
        bis: { ...clients.bis, deadline },
      }),
  };
}

function callsOf(clients: Clients) {
  const forAccount =
    <Input extends unknown[], Result>(call: (client: AccountClient, ...input: Input) => Result) =>
    (account: PaymentAccount, ...input: Input): Result =>
      call(clients[account], ...input);

  return {
    /** How long calls may still take, in ms; without end where there is no deadline. */
    leftMs: (): number => clients.main.deadline.leftMs(),
    /** The key with which the browser makes card tokens for this account. */
    publishableKey: (account: PaymentAccount): string => clients[account].config.publishableKey,
    /** Whether the account's keys move real money; its events must say the same. */
    isLive: (account: PaymentAccount): boolean =>
      /^(sk|rk)_live_/.test(clients[account].config.secretKey),
    checkAccount: forAccount(checkAccount),

    createIntent: forAccount(createIntent),
    confirmIntent: forAccount(confirmIntent),
    readIntent: forAccount(readIntent),
    cancelIntent: forAccount(cancelIntent),
    listIntents: forAccount(listIntents),
    listRefunds: forAccount(listRefunds),
    refundIntent: forAccount(refundIntent),

    ensureCustomer: forAccount(ensureCustomer),
    changeCustomerEmail: forAccount(changeCustomerEmail),
    readCustomer: forAccount(readCustomer),
    listCardFingerprints: forAccount(listCardFingerprints),
    creditBalance: forAccount(creditBalance),
    findCredit: forAccount(findCredit),

    beginSubscription: forAccount(beginSubscription),
    abandonSubscription: forAccount(abandonSubscription),
    readSubscription: forAccount(readSubscription),
    findSubscriptions: forAccount(findSubscriptions),
    listSubscriptions: forAccount(listSubscriptions),
    endAtPeriodClose: forAccount(endAtPeriodClose),
    resume: forAccount(resume),
    cancelNow: forAccount(cancelNow),
    updateCard: forAccount(updateCard),
    finishCardUpdate: forAccount(finishCardUpdate),
    readInvoice: forAccount(readInvoice),

    readEvent: forAccount(readEvent),
  };
}
