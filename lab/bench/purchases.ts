/**
 * Compares the cost of a purchase for site and database with a floor of the same run (`pnpm bench purchases`).
 * `--quick` takes two seconds for each turn, `--write` puts the table into docs/performance.md.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { createDb, type Db } from '@agres/db/db';
import { startPostgresServer } from '@agres/db/local/postgres-server';
import { startPostgresProxy } from '@agres/db/testing/postgres-proxy';
import { createDatabaseOn, type TestDatabase } from '@agres/db/testing/test-database';
import { runOn } from '@agres/db/testing/test-servers';
import { DEVELOPMENT_ACCOUNTS } from '@agres/stripe-emulator/development';

import { MEMBERS } from '../../e2e/content.ts';
import { prepareSeededServer, startSite, type Site } from '../../e2e/site.ts';
import { addContent, findBenchUnits } from './content.ts';
import { writeFigures } from './document.ts';
import { GOALS, tableOf, type Figure } from './figures.ts';
import {
  databaseTimeOf,
  describeMachine,
  findDatabaseServer,
  processorTimeOf,
  watchOtherWork,
} from './machine.ts';
import { purchase, type Purchases, type Wanted } from './traffic.ts';
import { postJson, signIn, type Post, type Visitor } from './visitor.ts';

const BUYERS = 20;
const PAIRS = 3;

/** Measures and prints the table. */
export async function benchPurchases(root: string, args: readonly string[]): Promise<void> {
  const isQuick = args.includes('--quick');
  const machine = describeMachine();
  console.log(`On ${machine}.`);
  const server = await startPostgresServer({ durability: 'fsync' });
  try {
    const turns = { seconds: isQuick ? 2 : 6, pairs: isQuick ? 1 : PAIRS };
    const table = tableOf(await measure(server.url, turns));
    console.log(`\n${table}`);
    if (args.includes('--write')) writeFigures(root, { name: 'purchases', machine, table });
  } finally {
    await server.remove();
  }
}

/** A seller, the site or the floor, and its buyers. */
type Seller = {
  processId: number;
  wanted: readonly Wanted[];
  buyers: readonly { post: Post }[];
  /** Waits until the follow-up work of purchases is done: sending the emails is part of the cost. */
  settle: () => Promise<void>;
};

/** A turn of purchases; its costs are per purchase. */
type Turn = Purchases & { siteMs: number; databaseMs: number; otherCores: number };

/** One turn of the floor and one of the site, in immediate succession. */
type Pair = { floor: Turn; site: Turn };

async function measure(
  serverUrl: string,
  { seconds, pairs }: { seconds: number; pairs: number },
): Promise<Figure[]> {
  const seeded = await prepareSeededServer(serverUrl);
  const site = await startSite(seeded.server, addContent);
  await site.restartWith({ RATE_LIMIT: 'relaxed' });
  const { db, close } = createDb(site.databaseUrl, { poolSize: 1 });
  const floor = await startFloor(await createDatabaseOn(seeded.server, 'empty'), site.providerUrl);
  try {
    const buyers: Visitor[] = [];
    for (const { email } of MEMBERS.slice(0, BUYERS)) {
      buyers.push(await signIn(site.origin, email));
    }
    const seller: Seller = {
      processId: site.serverProcess.id,
      wanted: await findBenchUnits(db),
      buyers,
      settle: () => untilEmailsAreSent(db),
    };
    const postmaster = await findDatabaseServer(db);
    const sell = (from: Seller, forSeconds = seconds) =>
      sellFor(from, { postmaster, providerUrl: site.providerUrl, seconds: forSeconds });
    // Warm-up: the first purchases include compilation.
    await sell(seller);
    await sell(floor.seller, 1);
    const compared: Pair[] = [];
    while (compared.length < pairs) {
      compared.push({ floor: await sell(floor.seller), site: await sell(seller) });
    }
    return figuresOf(compared, await countStatements(site, seller));
  } finally {
    await floor.stop();
    await close();
    await site.close();
    await seeded.close();
  }
}

type Selling = { postmaster: number; providerUrl: string; seconds: number };

async function sellFor(
  { processId, wanted, buyers, settle }: Seller,
  { postmaster, providerUrl, seconds }: Selling,
): Promise<Turn> {
  const siteMs = () => processorTimeOf(processId) ?? Number.NaN;
  const otherCores = watchOtherWork();
  const before = { site: siteMs(), database: databaseTimeOf(postmaster) };
  const bought = await purchase({ providerUrl }, { wanted, buyers, seconds });
  await settle();
  return {
    ...bought,
    siteMs: (siteMs() - before.site) / bought.count,
    databaseMs: (databaseTimeOf(postmaster) - before.database) / bought.count,
    otherCores: otherCores(),
  };
}

const SETTLED_WITHIN_MS = 10_000;

async function untilEmailsAreSent(db: Db): Promise<void> {
  const endsAt = performance.now() + SETTLED_WITHIN_MS;
  while (performance.now() < endsAt) {
    if ((await db.job.count({ where: { doneAt: null, attempts: 0 } })) === 0) return;
    await sleep(100);
  }
}

function ratioOf({ floor, site }: Pair): number {
  return (floor.siteMs + floor.databaseMs) / (site.siteMs + site.databaseMs);
}

function figuresOf(pairs: readonly Pair[], statements: number): Figure[] {
  const sorted = pairs.toSorted((a, b) => ratioOf(a) - ratioOf(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('There was no turn.');
  const spread = [sorted[0], sorted.at(-1)].map((pair) => (pair ? ratioOf(pair).toFixed(2) : ''));
  const shown = ({ perSecond, p99Ms, siteMs, databaseMs }: Turn) =>
    `${perSecond.toFixed(0)} /s, p99 ${p99Ms.toFixed(0)} ms, ${siteMs.toFixed(1)} ms of site, ${databaseMs.toFixed(1)} ms of database`;
  const other = Math.max(...pairs.flatMap((pair) => [pair.floor.otherCores, pair.site.otherCores]));
  return [
    {
      name: 'purchase ÷ floor, processor time',
      value: ratioOf(middle),
      unit: '',
      goal: GOALS.purchaseToFloor,
      detail: `${shown(middle.site)}; floor ${shown(middle.floor)}; pairs ${spread.join('–')}; other work took up to ${other.toFixed(1)} cores`,
    },
    {
      name: 'statements for each purchase',
      value: statements,
      unit: '',
      goal: GOALS.purchaseStatements,
      detail: 'BEGIN, COMMIT, the email and the events of the provider included',
    },
  ];
}

const COUNTED = 10;

/** Counts the statements per purchase through a proxy, less those of an idle site. */
async function countStatements(site: Site, { buyers, wanted, settle }: Seller): Promise<number> {
  const proxy = await startPostgresProxy(site.databaseUrl);
  await site.restartWith({ RATE_LIMIT: 'relaxed', DATABASE_URL: proxy.url });
  const during = async (work: () => Promise<unknown>) => {
    const [before, startedMs] = [proxy.statements(), performance.now()];
    await work();
    return { sent: proxy.statements() - before, ms: performance.now() - startedMs };
  };
  const [buyer] = buyers;
  if (buyer === undefined) throw new Error('There is no buyer.');
  const buyOne = () => purchase(site, { wanted, buyers: [buyer], seconds: 0 });
  await buyOne();
  await settle();
  await sleep(2000);
  const idle = await during(() => sleep(3000));
  const busy = await during(async () => {
    for (let turn = 0; turn < COUNTED; turn += 1) await buyOne();
    await settle();
  });
  await proxy.close();
  return (busy.sent - (idle.sent * busy.ms) / idle.ms) / COUNTED;
}

const FLOOR_TABLES = `
  CREATE TABLE floor_session (id text PRIMARY KEY, user_id int NOT NULL);
  CREATE TABLE floor_limit (user_id int PRIMARY KEY, count int NOT NULL);
  CREATE TABLE floor_item (id int PRIMARY KEY, price_cents int NOT NULL,
    remaining int NOT NULL CHECK (remaining >= 0));
  CREATE TABLE floor_attempt (id uuid PRIMARY KEY, user_id int NOT NULL, key text NOT NULL,
    state text NOT NULL, item_id int NOT NULL REFERENCES floor_item, recipient text NOT NULL,
    amount_cents int NOT NULL, intent_id text, UNIQUE (user_id, key));
  CREATE TABLE floor_order (id bigserial PRIMARY KEY, attempt_id uuid UNIQUE REFERENCES floor_attempt,
    user_id int NOT NULL, item_id int NOT NULL, recipient text NOT NULL, amount_cents int NOT NULL,
    ordered_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE floor_job (id bigserial PRIMARY KEY, kind text NOT NULL, payload jsonb NOT NULL,
    run_at timestamptz NOT NULL DEFAULT now());
  INSERT INTO floor_item SELECT g, 3000, 100000 FROM generate_series(1, ${BUYERS}) g;
  INSERT INTO floor_session SELECT 'buyer' || g, g FROM generate_series(1, ${BUYERS}) g`;

async function startFloor(
  database: TestDatabase,
  providerUrl: string,
): Promise<{ seller: Seller; stop: () => Promise<void> }> {
  await runOn(database.url, FLOOR_TABLES);
  const program = fileURLToPath(import.meta.resolve('./purchase-floor.ts'));
  const { secretKey } = DEVELOPMENT_ACCOUNTS.main;
  const child = spawn(process.execPath, [program, database.url, providerUrl, secretKey], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = await once(createInterface(child.stdout), 'line');
  const origin = String(line);
  const numbers = Array.from({ length: BUYERS }, (_, index) => index + 1);
  return {
    seller: {
      processId: child.pid ?? 0,
      wanted: numbers.map((id) => ({ id, optionIndex: 0 })),
      buyers: numbers.map((number) => ({
        post: async (path, body) => {
          const headers = { cookie: `buyer${number}` };
          const { response, ms } = await postJson(origin + path, { headers, body });
          return { status: response.status, ms };
        },
      })),
      settle: async () => undefined,
    },
    stop: async () => {
      child.kill();
      await once(child, 'exit');
      await database.close();
    },
  };
}
