import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';

import type { LeaseTimes } from '@agres/core/context';
import type { JobDeps } from '@agres/core/jobs/job';
import type { Db, DbHandle } from '@agres/db/db';
import { openTestDatabase } from '@agres/db/testing';
import type { DeliveryArea } from '@agres/domain/delivery';
import type { PaymentAccount } from '@agres/domain/shapes';
import { writeEmail } from '@agres/mail/emails';
import { startMailbox, type Mailbox } from '@agres/mail/mailbox';
import type { Mailer } from '@agres/mail/mailer';
import type { ReceivedEmail } from '@agres/mail/received-email';
import { createSmtpMailer } from '@agres/mail/smtp-mailer';
import { receiveWebhookEvent } from '@agres/money/checkout/webhook-events';
import { reconcilePurchases } from '@agres/money/purchase/open-purchases';
import { findEveryPurchaseViolation } from '@agres/money/purchase/purchase-invariants';
import { findRefundViolations } from '@agres/money/refund/refund-invariants';
import { createPayments, type Payments, type PaymentsConfig } from '@agres/payments/payments';
import { valueOf } from '@agres/payments/testing/running-payments';
import { createBackground } from '@agres/shop/background-schedule';
import type { EmulatorControl } from '@agres/stripe-emulator/control/control';
import { DEVELOPMENT_ACCOUNTS } from '@agres/stripe-emulator/development';
import { createStripeEmulator } from '@agres/stripe-emulator/emulator';
import { signatureHeaderOf } from '@agres/stripe-emulator/events/signature';
import type { WebhookTarget } from '@agres/stripe-emulator/events/webhooks';
import type { FastifyInstance } from 'fastify';

import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { builtWebOn } from './built-web.ts';
import type { Answer, TestClient } from './client.ts';

const ACCOUNTS = {
  main: accountOf('main'),
  bis: accountOf('bis'),
} satisfies PaymentsConfig['accounts'];

/** Short enough to wait for, and long enough for a provider on a busy machine to answer. */
export const SHORT_CALL_MS = 1000;

const SHORT_RETRY_PAUSES_MS = [30, 100];

export type TestShopOptions = {
  database?: DbHandle;
  /** A provider that another shop uses too; it is not closed with the shop. */
  provider?: TestProvider;
  /** The mail server; without it emails go nowhere. */
  smtpUrl?: string;
  config?: TestAppOptions['config'];
  http?: TestAppOptions['http'];
  /** Also serves the built pages and files, as the real site does; default: calls only. */
  pages?: 'built';
  /** The timeout of provider calls, in ms: `SHORT_CALL_MS` where it hangs. */
  callTimeoutMs?: number;
  /** The pauses before a provider call is repeated, in ms; default: a tenth of the product's. */
  retryPausesMs?: readonly number[];
  /** The duration of leases, and the part of it for provider calls; default: the product's. */
  leaseTimes?: LeaseTimes;
  /** `provider`: the shop uses the provider's clock, which tests can move. */
  clock?: 'provider';
};

/** The server with a payment provider that speaks HTTP; tests run its background work explicitly. */
export type TestShop = {
  app: TestApp;
  provider: EmulatorControl;
  providerUrl: string;
  payments: Payments;
  jobDeps: JobDeps;
  cardToken: (number?: string, account?: PaymentAccount) => Promise<string>;
  /** Ends all open challenges for 3-D Secure. */
  answerChallenges: (outcome: 'succeed' | 'fail') => void;
  /** Runs the reconciler once, as if every pause, lease and hold had expired. */
  reconcile: () => Promise<void>;
  /** Reconciles until no purchase is open. */
  reconcileAll: () => Promise<void>;
  /** Returns the invariants that the database and the provider violate; reconcile all first. */
  brokenInvariants: () => Promise<string[]>;
  inBackground: (until: () => Promise<boolean>) => Promise<void>;
  /** Works in the background until no job is open. */
  jobsDone: () => Promise<void>;
  /** Works in the background, as if all waiting jobs were due, until a condition holds. */
  jobsRun: (until: () => Promise<boolean>) => Promise<void>;
  /** Works in the background until every email has left. */
  mailSent: () => Promise<void>;
  close: () => Promise<void>;
};

export type TestProvider = {
  url: string;
  control: EmulatorControl;
  config: PaymentsConfig;
  cardToken: (number?: string, account?: PaymentAccount) => Promise<string>;
  close: () => Promise<void>;
};

/** `minutesBehind`: how much older than now the shop sees new objects, in minutes. */
type TestProviderOptions = { minutesBehind?: number };

export async function startTestProvider({
  minutesBehind = 0,
}: TestProviderOptions = {}): Promise<TestProvider> {
  const { app, control } = createStripeEmulator({
    nowMs: () => Date.now() - minutesBehind * 60_000,
    accounts: { main: emulated('main'), bis: emulated('bis') },
    webhookRetryMs: [50, 100],
  });
  const url = await listen(app);
  return {
    url,
    control,
    config: { accounts: ACCOUNTS, apiUrl: url },
    cardToken: (number = '4242424242424242', account = 'main') =>
      createCardToken(url, number, account),
    close: () => app.close(),
  };
}

export async function startTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const provider = options.provider ?? (await startTestProvider());
  const payments = createPayments({
    ...provider.config,
    retryPausesMs: options.retryPausesMs ?? SHORT_RETRY_PAUSES_MS,
    ...(options.callTimeoutMs === undefined ? {} : { callTimeoutMs: options.callTimeoutMs }),
  });
  const database = options.database ?? (await openTestDatabase());
  const app: TestApp = await startTestApp({
    database,
    ...(options.config === undefined ? {} : { config: options.config }),
    ...(options.http === undefined ? {} : { http: options.http }),
    deps: {
      payments,
      ...(options.pages === 'built' ? { registerWeb: builtWebOn(database) } : {}),
      ...(options.leaseTimes === undefined ? {} : { leaseTimes: options.leaseTimes }),
      ...(options.clock === undefined ? {} : { clock: () => new Date(provider.control.now()) }),
      handleWebhook: (delivery) =>
        receiveWebhookEvent(
          { ...app.deps, log: delivery.log, wakeReconciler: () => undefined },
          delivery,
        ),
    },
  });
  const jobDeps: JobDeps = {
    ...app.deps,
    mailer: options.smtpUrl === undefined ? NO_MAILER : mailerOf(options.smtpUrl),
    writeEmail,
    alertEmail: 'alert@example.fr',
  };

  const reconcile = async () => {
    await app.db.$executeRaw`
      UPDATE purchase_attempt SET next_check_at = now() - interval '1 second', lease_until = NULL, hold_until = NULL
      WHERE state IN ('reserved', 'charging', 'requires_action')`;
    await reconcilePurchases(jobDeps);
  };
  const inBackground = async (until: () => Promise<boolean>) => {
    const background = createBackground(jobDeps, { pollMs: 20, reconcileMs: 20 });
    background.start();
    try {
      const endsAt = performance.now() + 60_000;
      while (!(await until())) {
        if (performance.now() > endsAt) throw new Error('background work did not get there');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    } finally {
      await background.stop();
    }
  };

  return {
    app,
    provider: provider.control,
    providerUrl: provider.url,
    payments,
    jobDeps,
    cardToken: provider.cardToken,
    answerChallenges: (outcome) => {
      for (const { intentId } of provider.control.challenges()) {
        provider.control.finishChallenge({ intentId, outcome });
      }
    },
    reconcile,
    reconcileAll: async () => {
      for (let round = 0; round < 200; round += 1) {
        const open = await app.db.purchaseAttempt.count({
          where: { state: { in: ['reserved', 'charging', 'requires_action'] } },
        });
        if (open === 0) return;
        await reconcile();
      }
      throw new Error('purchases stay open');
    },
    brokenInvariants: () => findBrokenInvariants(app.db, provider.control),
    inBackground,
    jobsDone: () =>
      inBackground(
        async () => (await app.db.job.count({ where: { doneAt: null, deadAt: null } })) === 0,
      ),
    jobsRun: (until) =>
      inBackground(async () => {
        await app.db.$executeRaw`
          UPDATE job SET run_at = now() - interval '1 second' WHERE done_at IS NULL AND locked_by IS NULL`;
        return until();
      }),
    mailSent: () =>
      inBackground(
        async () => (await app.db.job.count({ where: { kind: 'mail', doneAt: null } })) === 0,
      ),
    close: async () => {
      await app.close();
      if (options.database === undefined) await database.close();
      if (options.provider === undefined) await provider.close();
    },
  };
}

export type MailedShop = TestShop & {
  mailbox: Mailbox;
  /** Lists the emails to an address, newest first. */
  emailsTo: (address: string) => ReceivedEmail[];
  /** Works until no job is open, then lists the emails to an address, newest first. */
  sentTo: (address: string) => Promise<ReceivedEmail[]>;
};

/** Starts a shop whose emails arrive in a mailbox. */
export async function startMailedShop(options: TestShopOptions = {}): Promise<MailedShop> {
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  const shop = await startTestShop({ smtpUrl: mailbox.smtpUrl, ...options });
  const emailsTo = (address: string) => mailbox.emails().filter(({ to }) => to.includes(address));
  return {
    ...shop,
    mailbox,
    emailsTo,
    sentTo: async (address) => {
      await shop.jobsDone();
      return emailsTo(address);
    },
    close: async () => {
      await shop.close();
      await mailbox.close();
    },
  };
}

/** The fields of a pickup point in France, and of the person who collects the parcel. */
export const DELIVERY = {
  relayName: 'Tabac des Halles',
  number: '12 bis',
  name: 'rue du Marché',
  zipCode: '01000',
  city: 'Bourg-en-Bresse',
  relayCountry: 'France',
  clientNumber: '3',
  clientName: 'allée des Tilleuls',
  clientZipCode: '01310',
  clientCity: 'Polliat',
  clientCountry: 'France',
};

/** The default purchase. */
export const RECIPIENT = {
  firstName: 'Jeanne',
  lastName: 'Petit',
  shippingAddress: 'Relais du Port\n12 bis rue des Lilas\n01000 Bourg\nFrance',
  cgv: true,
  optionIndex: 0,
  area: 0,
};

export const ABROAD = {
  1: { area: 1, shippingAddress: 'Café du Marché\n8 rue Neuve\n1000 Bruxelles\nBelgique' },
  2: { area: 2, shippingAddress: 'Newsagency\n1 George Street\n2000 Sydney\nAustralie' },
} as const satisfies Record<Exclude<DeliveryArea, 0>, object>;

export type Purchase = Partial<
  Record<
    | keyof typeof RECIPIENT
    | 'countryCode'
    | 'contractText'
    | 'delivery'
    | 'relayId'
    | 'shownAmountCents',
    unknown
  >
> & {
  id: number;
  stripeToken: string;
};

/** Buys over REST; `key` is sent as `Idempotency-Key`. */
export function buy(client: TestClient, purchase: Purchase, key?: string): Promise<Answer> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return client.post('/api/items/buy', { ...RECIPIENT, ...purchase }, { headers });
}

/** Finds the violated invariants of the database, and those between database and provider (L4 to L7, L6′). */
export async function findBrokenInvariants(db: Db, provider: EmulatorControl): Promise<string[]> {
  const seen = [
    ...(await findEveryPurchaseViolation(db)),
    ...(await findRefundViolations(db, new Date(0))),
  ];
  const broken = seen.map(({ invariant, subject, detail }) => `${invariant} ${subject}: ${detail}`);
  const money = provider.money();
  const taken = Object.entries(money).flatMap(([account, { byAttempt }]) =>
    Object.entries(byAttempt).map(([attemptId, sums]) => ({ account, attemptId, ...sums })),
  );
  const attempts = await db.purchaseAttempt.findMany({ include: { order: true } });
  const rows = await db.refund.findMany();
  for (const attempt of attempts) {
    const kept = taken.filter(
      ({ attemptId, amountCents, refundedCents }) =>
        attemptId === attempt.id && amountCents > refundedCents,
    );
    if (kept.some(({ succeeded }) => succeeded > 1)) broken.push(`L7 ${attempt.id} charged twice`);
    if (attempt.state !== 'paid' && kept.length > 0) {
      broken.push(`L5 ${attempt.id} is ${attempt.state}, and its money was taken`);
    }
    if (attempt.state !== 'paid') continue;
    // A refunded charge counts too: it existed.
    const sums = taken.find(({ attemptId }) => attemptId === attempt.id);
    const isThere =
      sums?.account === attempt.stripeAccount &&
      sums.amountCents === attempt.order?.amountCents &&
      sums.intents.some(
        ({ id, status }) => id === attempt.paymentIntentId && status === 'succeeded',
      );
    if (!isThere) broken.push(`L4 ${attempt.id} is paid, and its money is not there`);
    const refunds = rows.filter(
      ({ paymentIntentId }) => paymentIntentId === attempt.paymentIntentId,
    );
    const isDecided = refunds.every(({ nextCheckAt }) => nextCheckAt === null);
    const given = refunds
      // A failed refund was replaced by another one.
      .filter(({ state }) => state === 'pending' || state === 'succeeded')
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (refunds.length > 0 && isDecided && given !== sums?.refundedCents) {
      broken.push(`L6′ ${attempt.id}: ${given} of ${sums?.refundedCents} cents are written down`);
    }
  }
  const known = new Set(attempts.map(({ id }) => id));
  for (const { attemptId, amountCents, refundedCents } of taken) {
    if (!known.has(attemptId) && amountCents > refundedCents)
      broken.push(`L4 ${attemptId} unknown`);
  }
  return broken;
}

async function createCardToken(
  url: string,
  number: string,
  account: PaymentAccount,
): Promise<string> {
  const response = await fetch(`${url}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ACCOUNTS[account].publishableKey}` },
    body: new URLSearchParams({
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': '2039',
      'card[cvc]': '123',
    }),
  });
  const token: unknown = await response.json();
  if (typeof token === 'object' && token !== null && 'id' in token) return String(token.id);
  throw new Error(`no token: ${JSON.stringify(token)}`);
}

async function listen(server: FastifyInstance): Promise<string> {
  await server.listen({ host: '127.0.0.1', port: 0 });
  const address: AddressInfo | string | null = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

function accountOf(name: PaymentAccount) {
  return {
    secretKey: `sk_test_${name}`,
    publishableKey: `pk_test_${name}`,
    webhookSecret: `whsec_${name}`,
    prices: { monthly: `price_${name}_monthly`, yearly: `price_${name}_yearly` },
  };
}

function emulated(name: PaymentAccount) {
  const { secretKey, publishableKey } = ACCOUNTS[name];
  return { secretKey, publishableKey, prices: DEVELOPMENT_ACCOUNTS[name].prices };
}

export function webhookSecretOf(account: PaymentAccount): string {
  return ACCOUNTS[account].webhookSecret;
}

/** Returns a webhook event, signed as the provider signs those of an account. */
export function signedEvent(
  fields: object,
  { account = 'main', secondsAgo = 0 }: { account?: PaymentAccount; secondsAgo?: number } = {},
) {
  const created = Math.floor(Date.now() / 1000) - secondsAgo;
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    livemode: false,
    created,
    ...fields,
  });
  const signature = signatureHeaderOf(body, webhookSecretOf(account), created);
  return {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  };
}

/** Ends what a test of purchases has left open, and checks that no invariant is broken then. */
export async function endSoundly(
  shop: Pick<TestShop, 'provider' | 'reconcileAll' | 'brokenInvariants'>,
): Promise<void> {
  shop.provider.clearFaults();
  await shop.reconcileAll();
  const broken = await shop.brokenInvariants();
  if (broken.length > 0) throw new Error(broken.join('\n'));
}

/** Loses all answers about confirmed payments, until the faults are cleared. */
export function loseConfirmations(
  provider: EmulatorControl,
  moment: 'before' | 'after' = 'after',
): void {
  const lost = { effect: 'reset', times: 100 } as const;
  provider.addFault({ operation: 'payment_intents.confirm', ...lost, moment });
  provider.addFault({ operation: 'payment_intents.retrieve', ...lost });
}

/** Returns the number of alerts to the owner about an event, with a fact if one is given. */
export const countAlerts = (
  { app }: Pick<TestShop, 'app'>,
  event: string,
  fact?: { name: string; value: string },
) =>
  app.db.job.count({
    where: {
      kind: 'mail',
      AND: [
        { payload: { path: ['event'], string_contains: event } },
        ...(fact === undefined
          ? []
          : [{ payload: { path: ['facts', fact.name], equals: fact.value } }]),
      ],
    },
  });

/** Returns the payments with `refundIntent` in place of theirs, also under a deadline. */
export function withRefunds(payments: Payments, refundIntent: Payments['refundIntent']): Payments {
  const changed: Payments = { ...payments, until: () => changed, refundIntent };
  return changed;
}

/** Makes a payment that no purchase of the shop made; returns its id. */
export async function payOutside(
  { payments }: Pick<TestShop, 'payments'>,
  payment: { amountCents: number; metadata: Record<string, string> },
): Promise<string> {
  const made = await payments.createIntent('main', { ...payment, idempotencyKey: randomUUID() });
  const { id: intentId } = valueOf(made);
  const confirmation = { intentId, token: 'tok_visa', idempotencyKey: randomUUID() };
  valueOf(await payments.confirmIntent('main', confirmation));
  return intentId;
}

export const webhookTargetOf = (
  origin: string,
  account: PaymentAccount = 'main',
): WebhookTarget => ({
  account,
  url: `${origin}/api/webhooks/stripe/${account}`,
  secret: webhookSecretOf(account),
});

const NO_MAILER: Mailer = { send: async () => ({ kind: 'postponed', reason: 'no mail server' }) };

function mailerOf(url: string): Mailer {
  return createSmtpMailer({ url, from: 'Agrès <shop@example.fr>' });
}
