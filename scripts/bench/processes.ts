/**
 * Purchases on one process and on two (`pnpm bench processes`): what each costs the site and the database,
 * beside a floor of the same run, and how many processes so many orders a minute ask for. `--quick` takes
 * two seconds for each turn, `--write` puts the tables into docs/performance.md.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { watchDatabase } from './database-use.ts';
import { processesSection, withSection } from './document.ts';
import { GOALS, markdownTable, tableOf, type Figure } from './figures.ts';
import { describeMachine, processorTimeOf, watchOtherWork } from './machine.ts';
import { purchase, type Purchases, type Wanted } from './traffic.ts';
import { postJson, signIn, type Post, type Visitor } from './visitor.ts';

const BUYERS = 20;
const PAIRS = 3;
/** Of `createDb`: for requests, background work and the heartbeat. */
const CONNECTIONS = { requests: 6, all: 9 };
const ORDERS_A_MINUTE = [10, 100, 1000];
/** An hour's peak is not spread evenly over its minutes. */
const BURST = 3;
/** Of a core that a process may be busy with purchases. */
const BUSY_CORES = 0.5;

/** Measures; answers with the exit code. */
export async function benchProcesses(root: string, args: readonly string[]): Promise<number> {
  const isQuick = args.includes('--quick');
  const seconds = isQuick ? 2 : 6;
  const machine = describeMachine();
  console.log(`On ${machine}.`);
  const server = await startPostgresServer({ durability: 'fsync' });
  try {
    const tables = await measure(server.url, { seconds, pairs: isQuick ? 1 : PAIRS });
    console.log(`\n${Object.values(tables).join('\n\n')}`);
    if (args.includes('--write')) {
      const path = join(root, 'docs/performance.md');
      const setting = { machine, buyers: BUYERS, seconds, connections: CONNECTIONS.all };
      const section = processesSection(tables, { ...setting, measuredAt: new Date() });
      writeFileSync(path, withSection(readFileSync(path, 'utf8'), section));
      execFileSync(join(root, 'node_modules/.bin/oxfmt'), [path], { stdio: 'ignore' });
      console.log('\nWrote docs/performance.md.');
    }
    return 0;
  } finally {
    await server.remove();
  }
}

/** Who sells, and to whom. */
type Seller = {
  processIds: readonly number[];
  databaseUrl: string;
  wanted: readonly Wanted[];
  buyers: readonly { post: Post }[];
  /** Waits until what follows a purchase is done too: the emails are part of what it costs. */
  settle: () => Promise<void>;
};

/** A turn of buying; its costs are per purchase. */
type Turn = Purchases & {
  siteMs: number;
  databaseMs: number;
  lockWaitMs: number;
  /** How long a connection is in use. */
  connectedMs: number;
  otherCores: number;
};

type Tables = Parameters<typeof processesSection>[0];

async function measure(
  serverUrl: string,
  { seconds, pairs }: { seconds: number; pairs: number },
): Promise<Tables> {
  const seeded = await prepareSeededServer(serverUrl);
  const site = await startSite(seeded.server, addContent);
  await site.restartWith({ RATE_LIMIT: 'relaxed' });
  const { db, close } = createDb(site.databaseUrl, { poolSize: 1 });
  const floor = await startFloor(await createDatabaseOn(seeded.server, 'empty'), site.providerUrl);
  try {
    const wanted = await findBenchUnits(db);
    const buyers: Visitor[] = [];
    for (const { email } of MEMBERS.slice(0, BUYERS)) {
      buyers.push(await signIn(site.origin, email));
    }
    const one: Seller = {
      processIds: [site.serverProcess.id],
      databaseUrl: site.databaseUrl,
      wanted,
      buyers,
      settle: () => untilEmailsAreSent(db),
    };
    const sell = (seller: Seller, forSeconds = seconds) =>
      sellFor(seller, { providerUrl: site.providerUrl, seconds: forSeconds });
    const ofOneItem = (seller: Seller) => ({ ...seller, wanted: wanted.slice(0, 1) });
    // What a server does first, compiling for one, is no purchase's share.
    await sell(one);
    await sell(floor.seller, 1);

    const compared: Pair[] = [];
    while (compared.length < pairs) {
      compared.push({ floor: await sell(floor.seller), site: await sell(one) });
    }
    const oneItem = await sell(ofOneItem(one));

    const other = await site.addProcess({ RATE_LIMIT: 'relaxed' });
    const two: Seller = {
      ...one,
      processIds: [...one.processIds, other.id],
      buyers: buyers.map((buyer, index) => (index % 2 === 0 ? buyer : buyer.at(other.origin))),
    };
    await sell(two, 2);
    const onTwo = await sell(two);
    const oneItemOnTwo = await sell(ofOneItem(two));

    const sorted = compared.toSorted((a, b) => ratioOf(a) - ratioOf(b));
    const middle = sorted[Math.floor(pairs / 2)];
    if (middle === undefined) throw new Error('There was no turn.');
    const statements = await countStatements(site, one);
    return {
      figures: tableOf(figuresOf(sorted, middle, statements)),
      turns: tableOfTurns([
        ['1 process, twenty stocks', middle.site],
        ['1 process, one stock', oneItem],
        ['2 processes, twenty stocks', onTwo],
        ['2 processes, one stock', oneItemOnTwo],
        ['the floor, twenty stocks', middle.floor],
      ]),
      plan: planFor(middle.site),
    };
  } finally {
    await floor.stop();
    await close();
    await site.close();
    await seeded.close();
  }
}

async function sellFor(
  { processIds, databaseUrl, wanted, buyers, settle }: Seller,
  { providerUrl, seconds }: { providerUrl: string; seconds: number },
): Promise<Turn> {
  const siteMs = () => processIds.reduce((sum, id) => sum + (processorTimeOf(id) ?? Number.NaN), 0);
  const watched = await watchDatabase(databaseUrl);
  try {
    const otherCores = watchOtherWork();
    const siteMsBefore = siteMs();
    const [processorMs, sessions] = [watched.processorMs(), watched.sessions()];
    const bought = await purchase({ providerUrl }, { wanted, buyers, seconds });
    const { busy, waitingForLocks } = sessions();
    await settle();
    return {
      ...bought,
      siteMs: (siteMs() - siteMsBefore) / bought.count,
      databaseMs: processorMs() / bought.count,
      lockWaitMs: (waitingForLocks * 1000) / bought.perSecond,
      connectedMs: (busy * 1000) / bought.perSecond,
      otherCores: otherCores(),
    };
  } finally {
    await watched.close();
  }
}

const SETTLED_WITHIN_MS = 10_000;

async function untilEmailsAreSent(db: Db): Promise<void> {
  const endsAt = performance.now() + SETTLED_WITHIN_MS;
  while (performance.now() < endsAt) {
    if ((await db.job.count({ where: { doneAt: null, attempts: 0 } })) === 0) return;
    await sleep(100);
  }
}

/** One turn of the floor and one of the site, right after each other. */
type Pair = { floor: Turn; site: Turn };

function ratioOf({ floor, site }: Pair): number {
  return (floor.siteMs + floor.databaseMs) / (site.siteMs + site.databaseMs);
}

function figuresOf(pairs: readonly Pair[], { floor, site }: Pair, statements: number): Figure[] {
  const spread = [pairs[0], pairs.at(-1)].map((pair) => (pair ? ratioOf(pair).toFixed(2) : ''));
  const shown = ({ siteMs, databaseMs }: Turn) =>
    `${siteMs.toFixed(1)} ms of site, ${databaseMs.toFixed(1)} ms of database`;
  const other = Math.max(...pairs.flatMap((pair) => [pair.floor.otherCores, pair.site.otherCores]));
  return [
    {
      name: 'purchase ÷ floor, processor time',
      value: ratioOf({ floor, site }),
      unit: '',
      goal: GOALS.purchaseToFloor,
      detail: `${shown(site)}; floor ${shown(floor)}; pairs ${spread.join('–')}; other work took up to ${other.toFixed(1)} cores`,
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

function tableOfTurns(turns: readonly [name: string, turn: Turn][]): string {
  return markdownTable([
    [
      '20 buyers',
      'purchases/s',
      'p50',
      'p99',
      'site, ms of processor each',
      'database',
      'waiting for locks, ms each',
      'failed',
    ],
    ...turns.map(([name, turn]) => [
      name,
      turn.perSecond.toFixed(0),
      `${turn.p50Ms.toFixed(0)} ms`,
      `${turn.p99Ms.toFixed(0)} ms`,
      turn.siteMs.toFixed(1),
      turn.databaseMs.toFixed(1),
      turn.lockWaitMs.toFixed(1),
      [...turn.failures].map(([status, times]) => `${times} × ${status}`).join(', ') || 'none',
    ]),
  ]);
}

function planFor({ siteMs, databaseMs, connectedMs }: Turn): string {
  const rows = ORDERS_A_MINUTE.map((orders) => {
    const perMs = (BURST * orders) / 60_000;
    const siteCores = perMs * siteMs;
    const processes = Math.max(1, Math.ceil(siteCores / BUSY_CORES));
    const advised = processes + 1;
    const connections = busiest(perMs * connectedMs);
    return [
      orders.toLocaleString('en'),
      siteCores.toFixed(2),
      (perMs * databaseMs).toFixed(2),
      `${processes} and a spare`,
      `${connections} of ${advised * CONNECTIONS.requests}`,
      String(2 * advised * CONNECTIONS.all + 10),
    ];
  });
  return markdownTable([
    [
      'orders a minute',
      'cores for the site',
      'for the database',
      'processes',
      'connections in use at the busiest',
      '`max_connections` at least',
    ],
    ...rows,
  ]);
}

/** How many are there at once in 999 of 1,000 moments, where so many are on average and each comes by itself. */
function busiest(average: number): number {
  let probability = Math.exp(-average);
  let sum = probability;
  let count = 0;
  while (sum < 0.999) {
    count += 1;
    probability *= average / count;
    sum += probability;
  }
  return Math.max(1, count);
}

const COUNTED = 10;

/** How many statements one purchase is, asked through a proxy that counts; what an idle site asks is taken off. */
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
      processIds: [child.pid ?? 0],
      databaseUrl: database.url,
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
