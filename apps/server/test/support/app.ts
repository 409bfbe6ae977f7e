import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';

import type { ApiConfig, Deps } from '@agres/core/context';
import { openContractTexts } from '@agres/core/contract-texts';
import { createResolver } from '@agres/core/email-domain';
import { openInstallation } from '@agres/core/installation';
import { createConcurrencyLimit } from '@agres/core/limits/concurrency-limit';
import { createRateLimiter } from '@agres/core/limits/rate-limit';
import { createPasswords } from '@agres/core/session/password';
import { readDatabasePlace } from '@agres/db/database-place';
import type { Db, DbHandle } from '@agres/db/db';
import { openTestDatabase } from '@agres/db/testing';
import { LEASE_TIMES } from '@agres/money/checkout/lease';
import { PURCHASE_CONCURRENCY } from '@agres/money/purchase/buy-item';
import { createPayments, type Payments } from '@agres/payments/payments';
import type { FastifyInstance } from 'fastify';

import { createApp, type AppDeps } from '../../src/app.ts';
import { createLogger } from '../../src/log.ts';
import { createTestClient, type TestClient } from './client.ts';
import { addUser, PASSWORD, type NewUser } from './rows.ts';

export type TestAppOptions = {
  /** An open database, for a second process on it; it is not closed with the app. */
  database?: DbHandle;
  config?: Partial<ApiConfig>;
  deps?: Partial<
    Pick<
      AppDeps,
      | 'payments'
      | 'contractTexts'
      | 'leaseTimes'
      | 'clock'
      | 'handleWebhook'
      | 'registerWeb'
      | 'resolver'
      | 'wakeJobs'
      | 'wakeRefunds'
    >
  >;
  http?: Partial<AppDeps['http']>;
};

export type TestApp = {
  server: FastifyInstance;
  db: Db;
  database: DbHandle;
  deps: Deps;
  /**
   * Simulates startup: not ready between `hold` and `open`. Without these calls the app is open from the start.
   */
  hold: () => void;
  open: () => void;
  drain: () => void;
  /** The log lines, from level debug. */
  logLines: string[];
  client: () => TestClient;
  /** Returns a client that is logged in as a new user. */
  member: (user?: NewUser) => Promise<{ client: TestClient; userId: number; email: string }>;
  close: () => Promise<void>;
};

export const TEST_CONFIG: ApiConfig = {
  publicUrl: 'http://localhost:3000',
  accountPrivacy: 'spec',
  emailDomainCheck: 'off',
  rateLimit: 'relaxed',
  contactEmail: 'contact@agres.example',
  appSecret: 'a secret for tests, of thirty-two characters and more',
};

/** Starts the server on a real database; HTTP by injection, or by `listen`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await openTestDatabase());
  const { db } = database;
  const logLines: string[] = [];
  const logger = createLogger('debug', linesInto(logLines));
  const config = { ...TEST_CONFIG, ...options.config };
  const deps: Deps = {
    db,
    config,
    installation: await openInstallation(
      db,
      { site: new URL(config.publicUrl).origin, place: await readDatabasePlace(database.db) },
      'development',
    ),
    contractTexts: options.deps?.contractTexts ?? (await openContractTexts(db)),
    processId: randomUUID(),
    leaseTimes: LEASE_TIMES,
    payments: unreachablePayments(),
    passwords: createPasswords(),
    rateLimiter: createRateLimiter(db, { mode: config.rateLimit, appSecret: config.appSecret }),
    resolver: createResolver(),
    purchaseConcurrency: createConcurrencyLimit(PURCHASE_CONCURRENCY),
    log: logger,
    clock: () => new Date(),
    wakeJobs: () => undefined,
    wakeRefunds: () => undefined,
    ...options.deps,
  };
  const { server, hold, open, drain } = await createApp({
    ...deps,
    handleWebhook: async () => 'accepted',
    ...options.deps,
    logger,
    http: {
      trustedProxies: [],
      trustsOwnHost: 'no',
      stripeJsUrl: 'https://js.stripe.com/v3/',
      edgeSeconds: 0,
      // This process also runs many test files: their memory and pauses are not the server's, and delay its
      // statements.
      overload: { eventLoopDelayMs: 0, memoryBytes: 0 },
      databaseDeadlineMs: 30_000,
      ...options.http,
    },
  });

  const client = () => createTestClient(server);
  return {
    server,
    db,
    database,
    deps,
    hold,
    open,
    drain,
    logLines,
    client,
    member: async (user = {}) => {
      const { id, email } = await addUser(db, user);
      const signedIn = client();
      const logIn = () => signedIn.post('/api/connect', { email, mdp: user.password ?? PASSWORD });
      let answer = await logIn();
      // A busy machine may answer 503 for a moment, which clients retry.
      for (let again = 0; again < 5 && answer.status === 503; again += 1) answer = await logIn();
      if (answer.status !== 200) throw new Error(`No log-in: ${answer.text}`);
      return { client: signedIn, userId: id, email };
    },
    close: async () => {
      await server.close();
      if (options.database === undefined) await database.close();
    },
  };
}

function linesInto(lines: string[]): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      done();
    },
  });
}

/** Creates payments with keys but without a reachable provider. */
function unreachablePayments(): Payments {
  const accountOf = (name: string) => ({
    secretKey: `sk_test_${name}`,
    publishableKey: `pk_test_${name}`,
    webhookSecret: `whsec_${name}`,
    prices: { monthly: `price_${name}_monthly`, yearly: `price_${name}_yearly` },
  });
  return createPayments({
    accounts: { main: accountOf('main'), bis: accountOf('bis') },
    apiUrl: 'http://127.0.0.1:9',
  });
}
