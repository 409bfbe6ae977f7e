import { createDb, type Db, type DbHandle } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { startPostgresProxy, type PostgresProxy } from '@agres/db/testing/postgres-proxy';
import { startMailbox, type Mailbox } from '@agres/mail/mailbox';
import { expect } from 'vitest';

import { startShopProcess, type ShopProcess, type ShopProcessOptions } from './shop-process.ts';
import { findBrokenInvariants, startTestProvider, type TestProvider } from './shop.ts';

/** PostgreSQL behind a proxy, payment provider and mailbox for the processes of one test. */
export type TestCluster = {
  /** Connects directly, without the proxy. */
  database: DbHandle;
  db: Db;
  proxy: PostgresProxy;
  provider: TestProvider;
  mailbox: Mailbox;
  processes: ShopProcess[];
  /** Starts one more process, which the test adds to `processes` if needed. */
  start: (more?: Partial<ShopProcessOptions>) => Promise<ShopProcess>;
  /** Waits until no purchase is open, as if every lease and hold had expired. */
  untilNothingIsOpen: () => Promise<void>;
  /** Returns the invariants that the database and the provider violate; wait until nothing is open first. */
  brokenInvariants: () => Promise<string[]>;
  close: () => Promise<void>;
};

export type TestClusterOptions = {
  /** The number of processes that run from the start. */
  processes: number;
  /** `production`, the default, serves the built site, as `pnpm start` does. */
  mode?: ShopProcessOptions['mode'];
  databaseUrl?: string;
};

export async function startTestCluster({
  processes: count,
  mode = 'production',
  databaseUrl,
}: TestClusterOptions): Promise<TestCluster> {
  const database =
    databaseUrl === undefined
      ? await createTestDatabase()
      : { url: databaseUrl, close: async () => {} };
  const direct = createDb(database.url);
  const proxy = await startPostgresProxy(database.url);
  const provider = await startTestProvider();
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  const { smtpUrl } = mailbox;
  const start: TestCluster['start'] = (more = {}) =>
    startWithRetries({ databaseUrl: proxy.url, provider, smtpUrl, mode, ...more });
  const processes: ShopProcess[] = [];
  while (processes.length < count) processes.push(await start());

  return {
    database: direct,
    db: direct.db,
    proxy,
    provider,
    mailbox,
    processes,
    start,
    untilNothingIsOpen: () => untilNothingIsOpen(direct.db),
    brokenInvariants: () => findBrokenInvariants(direct.db, provider.control),
    close: async () => {
      await Promise.all(processes.map((process) => process.gone()));
      await provider.close();
      await mailbox.close();
      await proxy.close();
      await direct.close();
      await database.close();
    },
  };
}

// Retries, as a supervisor does: a process that finds no database exits.
async function startWithRetries(options: ShopProcessOptions): Promise<ShopProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startShopProcess(options);
    } catch (error) {
      if (tries === 20) throw error;
    }
  }
}

/** Waits until no purchase is open. Does not shorten the leases of running processes in their first seconds. */
export async function untilNothingIsOpen(db: Db): Promise<void> {
  const open = async () => {
    await db.$executeRaw`
      UPDATE purchase_attempt SET lease_until = NULL, hold_until = NULL, next_check_at = now() - interval '1 second'
      WHERE state IN ('reserved', 'charging', 'requires_action')
        AND (lease_until IS NULL OR lease_until < now() + interval '20 seconds')`;
    return db.purchaseAttempt.count({
      where: { state: { in: ['reserved', 'charging', 'requires_action'] } },
    });
  };
  await expect.poll(open, { timeout: 120_000, interval: 500 }).toBe(0);
}

/**
 * Where a process is killed: at a database step that matches the pattern, or else at a call to the provider.
 */
export type KillStep = {
  step: string;
  pattern: RegExp | undefined;
  moment: 'before' | 'after';
  timeoutMs: number;
};

/** Kills a process at its next occurrence of a step; the returned promise waits for the kill. */
export function killAtStep(
  { provider, proxy }: Pick<TestCluster, 'provider' | 'proxy'>,
  victim: ShopProcess,
  { step, pattern, moment, timeoutMs }: KillStep,
): () => Promise<void> {
  const waiting = { interval: 5, timeout: timeoutMs };
  if (pattern !== undefined) {
    proxy.cut({ when: pattern, moment, onCut: victim.kill });
    return async () => {
      await expect.poll(proxy.hasCut, waiting).toBe(true);
    };
  }
  provider.control.addFault({ operation: step, effect: 'delay', moment, delayMs: 2000 });
  const calls = () => provider.control.journal({ operation: step }).length;
  const before = calls();
  return async () => {
    await expect.poll(calls, waiting).toBeGreaterThan(before);
    await new Promise((resolve) => setTimeout(resolve, 50));
    victim.kill();
  };
}
