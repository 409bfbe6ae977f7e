import Fastify, { type FastifyInstance } from 'fastify';

import { createAccount, type Account, type AccountConfig } from './account.ts';
import { createAgenda } from './agenda.ts';
import { answerOf, refuseAddress } from './api/answers.ts';
import { createIdempotency } from './api/idempotency.ts';
import { serveApi } from './api/serve.ts';
import { followIntent } from './billing/invoices.ts';
import { seedPrice } from './billing/prices.ts';
import { followInvoice } from './billing/subscriptions.ts';
import { serveBrowserScript } from './browser-script.ts';
import { createClock } from './clock.ts';
import { serveControl } from './control/control-routes.ts';
import { createControl, type EmulatorControl, type Latency } from './control/control.ts';
import { createFaults } from './control/faults.ts';
import { createJournal } from './control/journal.ts';
import { recordEvent } from './events/events.ts';
import { createWebhooks, type WebhookTarget } from './events/webhooks.ts';
import { serveChallenges } from './payments/challenge-page.ts';
import { createRandom, randomBetween, randomLetters } from './random.ts';
import { moveTime } from './time.ts';

export type EmulatorOptions = {
  /** The accounts by name; each is reached with its own keys. */
  accounts: Record<string, AccountConfig>;
  webhookTargets?: readonly WebhookTarget[];
  /** The machine's time, ms since 1970. */
  nowMs?: () => number;
  /** Repeats ids, drops and delays of an earlier run. */
  seed?: number;
  /** Days between the attempts to charge a failed renewal; then the subscription ends. */
  retryDays?: readonly number[];
  /** Pauses between the attempts to deliver a webhook, in ms. */
  webhookRetryMs?: readonly number[];
};

export type StripeEmulator = {
  /** A Fastify server that does not listen yet. */
  app: FastifyInstance;
  control: EmulatorControl;
};

const DEFAULT_RETRY_DAYS = [3, 5, 7];
const DEFAULT_WEBHOOK_RETRY_MS = [1000, 5000, 15_000, 60_000, 300_000];
const CATCH_UP_MS = 1000;
const BODY_BYTES = 64 * 1024;

/**
 * The payment provider for development and tests: its HTTP API, browser script, signed webhooks,
 * and a control that makes things go wrong. It keeps everything in memory. It refuses keys of a
 * live account: nobody may take it for the provider.
 */
export function createStripeEmulator(options: EmulatorOptions): StripeEmulator {
  requireTestKeys(options.accounts);
  const machineMs = options.nowMs ?? Date.now;
  const seed = options.seed ?? 1;
  const random = createRandom(seed);
  const clock = createClock(machineMs);
  const agenda = createAgenda();
  const webhooks = createWebhooks({
    targets: options.webhookTargets ?? [],
    random: createRandom(seed + 1),
    nowMs: machineMs,
    retryMs: options.webhookRetryMs ?? DEFAULT_WEBHOOK_RETRY_MS,
  });
  const accounts = Object.entries(options.accounts).map(([name, config]) =>
    createAccount({
      name,
      config,
      clock,
      agenda,
      random,
      retryDays: options.retryDays ?? DEFAULT_RETRY_DAYS,
      emit(account, type, object) {
        webhooks.dispatch(account.name, recordEvent(account, type, object));
      },
    }),
  );
  for (const account of accounts) listen(account);
  const seedAll = () => {
    for (const account of accounts) {
      for (const price of options.accounts[account.name]?.prices ?? []) seedPrice(account, price);
    }
  };
  seedAll();

  const idempotency = createIdempotency(clock);
  const faults = createFaults();
  const journal = createJournal();
  let latency: Latency = { minMs: 0, maxMs: 0 };
  const control = createControl({
    accounts,
    clock,
    agenda,
    idempotency,
    faults,
    journal,
    webhooks,
    setLatency(next) {
      latency = next;
    },
    seed: seedAll,
  });

  const app = createServer();
  const catchUp = () => moveTime(clock, agenda, clock.nowMs());
  serveApi(app, {
    accounts,
    idempotency,
    faults,
    journal,
    newRequestId: () => `req_${randomLetters(random, 14)}`,
    catchUp,
    latencyMs: () => randomBetween(random, latency.minMs, latency.maxMs),
  });
  serveChallenges(app, accounts);
  serveBrowserScript(app);
  serveControl(app, control);

  const timer = setInterval(catchUp, CATCH_UP_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    webhooks.stop();
  });
  return { app, control };
}

/** Payments lead to invoices, invoices to subscriptions. */
function listen(account: Account): void {
  account.intentListeners.push((intent) => followIntent(account, intent));
  account.invoiceListeners.push((invoice, outcome) => followInvoice(account, invoice, outcome));
}

function createServer(): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_BYTES, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  // The browser script runs on the site's origin and calls this one, as the provider's does.
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*');
    if (request.method !== 'OPTIONS') return;
    await reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type, stripe-version')
      .send();
  });
  app.setNotFoundHandler((request, reply) => {
    const { status, body } = answerOf(refuseAddress(request.method, request.url));
    return reply.code(status).type('application/json').send(body);
  });
  return app;
}

function requireTestKeys(accounts: Record<string, AccountConfig>): void {
  for (const [name, { secretKey, publishableKey }] of Object.entries(accounts)) {
    if (/^(sk|rk)_test_/.test(secretKey) && publishableKey.startsWith('pk_test_')) continue;
    throw new TypeError(`the emulator takes test keys only; those of "${name}" are none`);
  }
}
