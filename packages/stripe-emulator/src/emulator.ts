import Fastify, { type FastifyInstance } from 'fastify';

import { createAccount, type Account, type AccountConfig } from './account.ts';
import { createAgenda, moveTime } from './agenda.ts';
import { answerOf, unknownAddressError } from './api/answers.ts';
import { createIdempotency } from './api/idempotency.ts';
import { operationsOf } from './api/operations.ts';
import { serveApi } from './api/serve.ts';
import { answerOnlyThisMachine } from './api/this-machine.ts';
import { serveInvoicePages } from './billing/invoice-page.ts';
import { followIntent } from './billing/invoices.ts';
import { seedPrice } from './billing/prices.ts';
import { followInvoice } from './billing/subscriptions.ts';
import { serveBrowserScript } from './browser-script.ts';
import { createClock } from './clock.ts';
import { serveControl } from './control/control-routes.ts';
import { createControl, type EmulatorControl, type Latency } from './control/control.ts';
import { PLAIN_DEVICE } from './control/device.ts';
import { createFaults } from './control/faults.ts';
import { createJournal } from './control/journal.ts';
import { recordEvent } from './events/events.ts';
import { createWebhooks, type WebhookTarget } from './events/webhooks.ts';
import { failPendingRefunds } from './payments/refunds.ts';
import { serveChallenges } from './payments/serve-challenges.ts';
import { createRandom, randomBetween, randomLetters } from './random.ts';

export type EmulatorOptions = {
  /** The accounts by name; each is addressed by its own keys. */
  accounts: Record<string, AccountConfig>;
  webhookTargets?: readonly WebhookTarget[];
  /** Hosts of sites whose pages may call the API, besides those of this machine. */
  sites?: readonly string[];
  nowMs?: () => number;
  /** The random seed; the same seed repeats the ids, drops and delays of an earlier run. */
  seed?: number;
  webhookRetryMs?: readonly number[];
};

export type StripeEmulator = {
  /** A Fastify server that is not yet listening. */
  app: FastifyInstance;
  control: EmulatorControl;
};

const DEFAULT_WEBHOOK_RETRY_MS = [1000, 5000, 15_000, 60_000, 300_000];
const CATCH_UP_MS = 1000;
const BODY_BYTES = 64 * 1024;

/**
 * Creates a payment provider for development and tests: its HTTP API, browser script and signed webhooks, and a
 * control that injects faults. All state is in memory. Live keys are rejected, so that the emulator cannot be
 * mistaken for the provider.
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
  let device = PLAIN_DEVICE;
  const operations = operationsOf(() => webhooks.targets());
  const control = createControl({
    operations,
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
    setDevice(next) {
      device = next;
    },
    seed: seedAll,
  });

  const app = createServer(options.sites ?? []);
  const catchUp = () => moveTime(clock, agenda, clock.nowMs());
  serveApi(app, {
    operations,
    accounts,
    idempotency,
    faults,
    journal,
    newRequestId: () => `req_${randomLetters(random, 14)}`,
    catchUp,
    latencyMs: () => randomBetween(random, latency.minMs, latency.maxMs),
  });
  serveChallenges(app, accounts);
  serveInvoicePages(app, accounts);
  serveBrowserScript(app, () => device);
  serveControl(app, { control, accounts, device: () => device });

  const timer = setInterval(catchUp, CATCH_UP_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    webhooks.stop();
  });
  return { app, control };
}

/**
 * Wires the objects together: payments update invoices, invoices update subscriptions, and a chargeback fails
 * pending refunds.
 */
function listen(account: Account): void {
  account.intentListeners.push((intent) => followIntent(account, intent));
  account.invoiceListeners.push((invoice, outcome) => followInvoice(account, invoice, outcome));
  account.chargebackListeners.push((dispute) => failPendingRefunds(account, dispute));
}

function createServer(sites: readonly string[]): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_BYTES, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  answerOnlyThisMachine(app, sites);
  app.setNotFoundHandler((request, reply) => {
    const { status, body } = answerOf(unknownAddressError(request.method, request.url));
    return reply.code(status).type('application/json').send(body);
  });
  return app;
}

function requireTestKeys(accounts: Record<string, AccountConfig>): void {
  for (const [name, { secretKey, publishableKey }] of Object.entries(accounts)) {
    if (/^(sk|rk)_test_/.test(secretKey) && publishableKey.startsWith('pk_test_')) continue;
    throw new TypeError(`the emulator takes test keys only; those of "${name}" are not test keys`);
  }
}
