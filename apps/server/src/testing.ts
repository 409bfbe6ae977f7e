import { Writable } from 'node:stream';

import type { ApiConfig, Deps } from '@shop/api/context';
import { PURCHASE_SLOTS } from '@shop/api/purchase/buy';
import { createRateLimiter } from '@shop/api/rate-limit';
import { createSlots } from '@shop/api/slots';
import { createResolver } from '@shop/api/users/mail-domain';
import { createPasswords } from '@shop/api/users/password';
import type { Db, DbHandle } from '@shop/db/db';
import { openTestDatabase } from '@shop/db/testing';
import { createPayments, type Payments } from '@shop/payments/payments';
import type { FastifyInstance } from 'fastify';

import { createApp, type AppDeps } from './app.ts';
import { createLogger } from './log.ts';
import { createTestClient, type TestClient } from './testing/client.ts';
import { addUser, PASSWORD, type NewUser } from './testing/rows.ts';

export type TestAppOptions = {
  /** A database that is open already, for a second process on it; it stays open. */
  database?: DbHandle;
  config?: Partial<ApiConfig>;
  deps?: Partial<
    Pick<AppDeps, 'payments' | 'clock' | 'handleWebhook' | 'registerWeb' | 'resolver' | 'wakeJobs'>
  >;
  http?: Partial<AppDeps['http']>;
};

/** The whole server on a database of its own, without a port. */
export type TestApp = {
  server: FastifyInstance;
  db: Db;
  database: DbHandle;
  deps: Deps;
  drain: () => void;
  /** Every line that was logged, at level debug. */
  logLines: string[];
  client: () => TestClient;
  /** A client whose person is signed in; `addUser`'s defaults unless told. */
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

/** Starts the server for a test: real database, real procedures, HTTP by injection or by `listen`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await openTestDatabase());
  const { db } = database;
  const logLines: string[] = [];
  const logger = createLogger('debug', linesInto(logLines));
  const config = { ...TEST_CONFIG, ...options.config };
  const deps: Deps = {
    db,
    config,
    payments: lonelyPayments(),
    passwords: createPasswords(),
    rateLimiter: createRateLimiter(db, config.rateLimit),
    resolver: createResolver(),
    purchaseSlots: createSlots(PURCHASE_SLOTS),
    log: logger,
    clock: () => new Date(),
    wakeJobs: () => undefined,
    ...options.deps,
  };
  const { server, drain } = await createApp({
    ...deps,
    handleWebhook: async () => 'accepted',
    ...options.deps,
    logger,
    http: {
      trustedProxies: [],
      trustsOwnHost: 'no',
      stripeJsUrl: 'https://js.stripe.com/v3/',
      ...options.http,
    },
  });

  const client = () => createTestClient(server);
  return {
    server,
    db,
    database,
    deps,
    drain,
    logLines,
    client,
    member: async (user = {}) => {
      const { id, email } = await addUser(db, user);
      const signedIn = client();
      const logIn = () => signedIn.post('/api/connect', { email, mdp: user.password ?? PASSWORD });
      let answer = await logIn();
      // A busy machine may refuse for a moment, and clients are told to ask again.
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

/** Knows its keys, and reaches nobody: who needs a provider brings one. */
function lonelyPayments(): Payments {
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
