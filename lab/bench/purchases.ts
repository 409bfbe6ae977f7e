/**
 * Compares the cost of a purchase for site and database with a floor of the same run (`pnpm bench purchases`).
 * `--quick` takes two seconds for each turn.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { createDb, type Db } from '@agres/db/db';
import { createDatabaseOn, type TestDatabase } from '@agres/db/testing/test-database';
import { runOn } from '@agres/db/testing/test-servers';
import { DEVELOPMENT_ACCOUNTS } from '@agres/stripe-emulator/development';

import { MEMBERS } from '../../e2e/content.ts';
import { addContent, findBenchUnits, startBenchSite } from './content.ts';
import { GOALS, type Figure } from './figures.ts';
import { startFloorProgram } from './floor-process.ts';
import { databaseTimeOf, findDatabaseServer, processorTimeOf } from './machine.ts';
import { purchase, type Purchases, type Wanted } from './traffic.ts';
import { postJson, signIn, type Post, type Visitor } from './visitor.ts';

const BUYERS = 20;
const PAIRS = 3;

type Seller = {
  processId: number;
  wanted: readonly Wanted[];
  buyers: readonly { post: Post }[];
  /** Waits for the follow-up work of purchases: sending the emails is part of their cost. */
  settle: () => Promise<void>;
};

type Turn = Purchases & { siteMs: number; databaseMs: number };

/** One turn of the floor and one of the site, in immediate succession. */
type Pair = { floor: Turn; site: Turn };

export async function measurePurchases(
  serverUrl: string,
  args: readonly string[],
): Promise<Figure[]> {
  const isQuick = args.includes('--quick');
  const { seconds, pairs } = isQuick ? { seconds: 2, pairs: 1 } : { seconds: 6, pairs: PAIRS };
  const { site, server, close: closeSite } = await startBenchSite(serverUrl, addContent);
  const { db, close } = createDb(site.databaseUrl, { poolSize: 1 });
  const floor = await startFloor(await createDatabaseOn(server, 'empty'), site.providerUrl);
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
    return [figureOf(compared)];
  } finally {
    await floor.stop();
    await close();
    await closeSite();
  }
}

type Selling = { postmaster: number; providerUrl: string; seconds: number };

async function sellFor(
  { processId, wanted, buyers, settle }: Seller,
  { postmaster, providerUrl, seconds }: Selling,
): Promise<Turn> {
  const siteMs = () => processorTimeOf(processId) ?? Number.NaN;
  const before = { site: siteMs(), database: databaseTimeOf(postmaster) };
  const bought = await purchase({ providerUrl }, { wanted, buyers, seconds });
  await settle();
  return {
    ...bought,
    siteMs: (siteMs() - before.site) / bought.count,
    databaseMs: (databaseTimeOf(postmaster) - before.database) / bought.count,
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

function figureOf(pairs: readonly Pair[]): Figure {
  const sorted = pairs.toSorted((a, b) => ratioOf(a) - ratioOf(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('There was no turn.');
  const spread = [sorted[0], sorted.at(-1)].map((pair) => (pair ? ratioOf(pair).toFixed(2) : ''));
  const shown = ({ perSecond, p99Ms, siteMs, databaseMs }: Turn) =>
    `${perSecond.toFixed(0)} /s, p99 ${p99Ms.toFixed(0)} ms, ${siteMs.toFixed(1)} ms of site, ${databaseMs.toFixed(1)} ms of database`;
  return {
    name: 'purchase ÷ floor, processor time',
    value: ratioOf(middle),
    unit: '',
    goal: GOALS.purchaseToFloor,
    detail: `${shown(middle.site)}; floor ${shown(middle.floor)}; pairs ${spread.join('–')}`,
  };
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
  const { secretKey } = DEVELOPMENT_ACCOUNTS.main;
  const floor = await startFloorProgram(import.meta.resolve('./purchase-floor.ts'), [
    database.url,
    providerUrl,
    secretKey,
  ]);
  const numbers = Array.from({ length: BUYERS }, (_, index) => index + 1);
  return {
    seller: {
      processId: floor.processId,
      wanted: numbers.map((id) => ({ id, optionIndex: 0 })),
      buyers: numbers.map((number) => ({
        post: async (path, body) => {
          const headers = { cookie: `buyer${number}` };
          const { response, ms } = await postJson(floor.origin + path, { headers, body });
          return { status: response.status, ms };
        },
      })),
      settle: async () => undefined,
    },
    stop: async () => {
      await floor.stop();
      await database.close();
    },
  };
}
