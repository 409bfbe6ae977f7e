/**
 * Compares a large shop with a small one (`pnpm bench scale`): a million orders of 200,000 members and their
 * related rows, filled in by SQL, measured in alternate turns in one run. `--size 0.1` takes a tenth, `--write`
 * puts the table into docs/performance.md.
 */
import type { Db } from '@agres/db/db';
import { startPostgresServer } from '@agres/db/local/postgres-server';
import { readKeptStatements } from '@agres/db/testing/noted-statements';
import { addressOf, runOn } from '@agres/db/testing/test-servers';

import { prepareSeededServer, startSite, type Site } from '../../e2e/site.ts';
import { checkPlans } from '../../scripts/plans/check-plans.ts';
import { writeFigures } from './document.ts';
import { GOALS, tableOf, type Figure } from './figures.ts';
import { describeMachine } from './machine.ts';
import { compareWork, costOfContentVersion, openShop, timeCommands } from './scale/background.ts';
import { BUSIEST, compareCalls, migrateWhileBuying, type SiteToAsk } from './scale/calls.ts';
import { diskFor, fillShop, shopSize, SMALL_SHOP, type ShopSize } from './scale/fill.ts';

/** Tables with at least this many rows may not be read whole. */
const LARGE_TABLE_ROWS = 10_000;

/** Runs the bench and returns the exit code. */
export async function benchScale(root: string, args: readonly string[]): Promise<number> {
  const share = readShare(args);
  if (share === null) {
    console.error('--size takes a part of the large shop, more than 0 and at most 1: --size 0.1');
    return 1;
  }
  const { neededGb, freeGb } = diskFor(share);
  console.log(`Needs about ${neededGb.toFixed(1)} GB of disk, and some minutes to fill it.`);
  if (freeGb < neededGb) {
    console.error(
      `There are ${freeGb.toFixed(1)} GB free: make room, or take a part of it, such as --size 0.1.`,
    );
    return 1;
  }
  const machine = describeMachine();
  console.log(`On ${machine}.`);
  const server = await startPostgresServer();
  try {
    const table = tableOf(await measure(server.url, shopSize(share)));
    console.log(`\n${table}`);
    if (args.includes('--write')) writeFigures(root, { name: 'scale', machine, table });
    return 0;
  } finally {
    await server.remove();
  }
}

function readShare(args: readonly string[]): number | null {
  const at = args.indexOf('--size');
  const share = at === -1 ? 1 : Number(args[at + 1]);
  return share > 0 && share <= 1 ? share : null;
}

async function measure(serverUrl: string, size: ShopSize): Promise<Figure[]> {
  const seeded = await prepareSeededServer(serverUrl);
  const fillWith = (shop: ShopSize, say: (line: string) => void) => async (db: Db) => {
    const [at] = await db.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`;
    await fillShop(addressOf(serverUrl, at?.name ?? ''), shop, { busiest: BUSIEST, say });
  };
  const start = async (shop: ShopSize, say: (line: string) => void): Promise<SiteToAsk> => {
    const site = await startSite(seeded.server, fillWith(shop, say));
    await site.restartWith({ RATE_LIMIT: 'relaxed' });
    return { site, itemId: await findItem(site) };
  };
  const small = await start(SMALL_SHOP, () => undefined);
  console.log('Filling the large shop …');
  const large = await start(size, console.log);
  try {
    return [
      ...(await figuresOfCalls(large, small)),
      // Before twenty buyers fill one of the shops only: the comparison is about size, not recent load.
      ...(await figuresOfWork(large.site, small.site)),
      ...(await figuresOfMigration(large)),
      ...(await figuresOfPlans(large.site)),
    ];
  } finally {
    await large.site.close();
    await small.site.close();
    await seeded.close();
  }
}

async function findItem({ databaseUrl }: Site): Promise<number> {
  const [row] = await runOn(databaseUrl, "SELECT id FROM item WHERE title_en = 'Item 1'");
  return Number(row?.['id']);
}

async function figuresOfCalls(large: SiteToAsk, small: SiteToAsk): Promise<Figure[]> {
  const calls = await compareCalls(large, small);
  return calls.map(({ name, ratio, largeMs, smallMs }) => ({
    name: `${name}, p95 large ÷ small`,
    value: ratio,
    unit: '',
    goal: GOALS.largeToSmall,
    detail: `${largeMs.toFixed(1)} ms; ${smallMs.toFixed(1)} ms`,
  }));
}

async function figuresOfMigration(large: SiteToAsk): Promise<Figure[]> {
  const migration = await migrateWhileBuying(large);
  return [
    {
      name: 'purchases that fail while orders get a column with a default',
      value: migration.failures,
      unit: ' failed',
      goal: GOALS.failures,
      detail: `20 buyers; ${migration.migrationMs.toFixed(0)} ms; p99 ${migration.p99Ms.toFixed(0)} ms, ${migration.quietP99Ms.toFixed(0)} ms without`,
    },
  ];
}

async function figuresOfWork(large: Site, small: Site): Promise<Figure[]> {
  const shops = {
    large: await openShop(large.databaseUrl),
    small: await openShop(small.databaseUrl),
  };
  try {
    const work = await compareWork(shops.large, shops.small);
    const minuteOf = (shop: 'large' | 'small') =>
      work.reduce((sum, { perMinute, ...cost }) => sum + perMinute * cost[shop], 0);
    const dearest = work
      .toSorted((a, b) => b.large * b.perMinute - a.large * a.perMinute)
      .map((cost) => `${cost.name} ${cost.large.toFixed(1)} (${cost.small.toFixed(1)})`);
    const commands = await timeCommands(shops.large, [
      ['today.read', {}],
      ['orders.list', {}],
      ['stock.list', {}],
      ['members.list', {}],
      ['orders.export', { from: dayAgo(30), to: dayAgo(0) }],
    ]);
    return [
      {
        name: 'background work, processor time a minute, large ÷ small',
        value: minuteOf('large') / minuteOf('small'),
        unit: '',
        goal: GOALS.background,
        detail: `${minuteOf('large').toFixed(0)} ms a minute; milliseconds for each run (in the small shop): ${dearest.join(', ')}`,
      },
      {
        name: 'content version of the large shop',
        value: await costOfContentVersion(shops.large),
        unit: ' ms',
        goal: GOALS.contentVersion,
        detail: `processor time of each reading; small ${(await costOfContentVersion(shops.small)).toFixed(1)} ms`,
      },
      ...commands.map(({ name, ms }) => ({
        name: `pnpm shop ${name}, large shop`,
        value: ms,
        unit: ' ms',
        goal: name === 'orders.export' ? GOALS.export : GOALS.command,
        detail: name === 'orders.export' ? 'of a month' : '',
      })),
    ];
  } finally {
    await shops.large.handle.close();
    await shops.small.handle.close();
  }
}

const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function figuresOfPlans({ databaseUrl }: Site): Promise<Figure[]> {
  const statements = readKeptStatements();
  if (statements.length === 0) {
    console.log('left out: the plans of statements. `pnpm test` notes what the product sends.');
    return [];
  }
  await runOn(databaseUrl, 'ANALYZE');
  const rows = await runOn(
    databaseUrl,
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= ${LARGE_TABLE_ROWS}`,
  );
  const largeTables = new Set(rows.map(({ relname }) => String(relname)));
  const { asked, faults } = await checkPlans(databaseUrl, statements, {
    choice: 'own',
    largeTables,
  });
  for (const fault of faults) console.log(`plan: ${fault}`);
  return [
    {
      name: 'statements that read a large table whole, as the planner chooses',
      value: faults.length,
      unit: ' of them',
      goal: GOALS.failures,
      detail: `${asked} asked for; exceptions have their reason in scripts/plans/exceptions.ts`,
    },
  ];
}
