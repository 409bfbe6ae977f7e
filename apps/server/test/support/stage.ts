import { createDb, type Db, type DbHandle } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { startPostgresProxy, type PostgresProxy } from '@agres/db/testing/postgres-proxy';
import { startMailbox, type Mailbox } from '@agres/mail/mailbox';
import { expect } from 'vitest';

import { startShopProcess, type ShopProcess, type ShopProcessOptions } from './shop-process.ts';
import { findBrokenInvariants, startTestProvider, type TestProvider } from './shop.ts';

/** Everything around the processes of one test: PostgreSQL behind a proxy, provider, mailbox. */
export type Stage = {
  /** Straight to the database, past the proxy. */
  database: DbHandle;
  db: Db;
  proxy: PostgresProxy;
  provider: TestProvider;
  mailbox: Mailbox;
  /** Those that run; a test replaces the ones it kills. */
  processes: ShopProcess[];
  /** Starts one more process, which the test puts where it belongs. */
  start: (more?: Partial<ShopProcessOptions>) => Promise<ShopProcess>;
  /** Waits until no purchase is open, as if every lease and hold were over. */
  untilNothingIsOpen: () => Promise<void>;
  /** The invariants that the database and the provider break; wait until nothing is open first. */
  brokenInvariants: () => Promise<string[]>;
  close: () => Promise<void>;
};

export type StageOptions = {
  /** How many processes run from the beginning. */
  processes: number;
  /** `production` serves the built site, as `pnpm start` does; the default. */
  mode?: ShopProcessOptions['mode'];
  /** One of the run unless given. */
  databaseUrl?: string;
};

/** Starts processes of the site on one database. */
export async function startStage({
  processes: count,
  mode = 'production',
  databaseUrl,
}: StageOptions): Promise<Stage> {
  const database =
    databaseUrl === undefined
      ? await createTestDatabase()
      : { url: databaseUrl, close: async () => {} };
  const direct = createDb(database.url);
  const proxy = await startPostgresProxy(database.url);
  const provider = await startTestProvider();
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  const { smtpUrl } = mailbox;
  const start: Stage['start'] = (more = {}) =>
    startInTheEnd({ databaseUrl: proxy.url, provider, smtpUrl, mode, ...more });
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

// A process that finds no database ends, and its supervisor starts it again.
async function startInTheEnd(options: ShopProcessOptions): Promise<ShopProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startShopProcess(options);
    } catch (error) {
      if (tries === 20) throw error;
    }
  }
}

/** Waits until no purchase is open. Leases of the living are not touched in their first seconds of work. */
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

/** Where a process is killed: at a step in the database, known by what was said, else at a call of the provider. */
export type Strike = {
  step: string;
  pattern: RegExp | undefined;
  moment: 'before' | 'after';
  /** How long the step may take to come. */
  timeoutMs: number;
};

/** Kills a process at its next occurrence of a step; the returned promise waits for the kill. */
export function armKill(
  { provider, proxy }: Pick<Stage, 'provider' | 'proxy'>,
  victim: ShopProcess,
  { step, pattern, moment, timeoutMs }: Strike,
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
