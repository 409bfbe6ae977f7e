/**
 * Measures the speed of the built site (`pnpm bench`) in a few minutes, for this machine only: the site as in
 * production on its own PostgreSQL, the payment emulator, and load from a separate process. Speeds are ratios
 * to a floor of the same run, a bare Fastify route that sends as many compressed bytes. `--write` puts the
 * table into docs/performance.md; `--quick` measures each for a second, without a browser.
 *
 * `pnpm bench scale` compares a large shop with a small one instead: `--size 0.1` takes a tenth of the large
 * one, `--write` puts its table into docs/performance.md too.
 *
 * `pnpm bench purchases` buys from the site and from a script of twelve statements in turn: `--quick` takes two
 * seconds for each turn, `--write` puts its table into docs/performance.md too.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createDb } from '@agres/db/db';
import { startPostgresServer } from '@agres/db/local/postgres-server';
import { pathOf } from '@agres/domain/paths';

import { MEMBERS } from '../../e2e/content.ts';
import { prepareSeededServer, startSite, type Site } from '../../e2e/site.ts';
import { buildWeb, isWebBuilt } from '../../scripts/build.ts';
import { ensureBrowser } from '../../scripts/find-browser.ts';
import { sayUsageIfAsked } from '../../scripts/usage.ts';
import { addContent, findBenchItem } from './content.ts';
import { writeFigures } from './document.ts';
import { GOALS, tableOf, type Figure, type Goal } from './figures.ts';
import { load } from './load.ts';
import { describeMachine, memoryOf } from './machine.ts';
import { pageSpeeds } from './page-speed.ts';
import { benchPurchases } from './purchases.ts';
import { PAIRS, race } from './race.ts';
import { benchScale } from './scale.ts';
import { changeStock, purchase, timeDuringLogIns, timeToShow } from './traffic.ts';
import { addSessions, signIn, type Visitor } from './visitor.ts';

sayUsageIfAsked(import.meta.filename);

const ROOT = join(import.meta.dirname, '../..');
const isQuick = process.argv.includes('--quick');
const SECONDS = isQuick ? 1 : 3;
const BUYING_SECONDS = isQuick ? 1 : 5;
const BUYERS = 20;
const LOG_INS = 200;
const SESSIONS = 2000;
const STOCK_CHANGES_PER_SECOND = 30;
/** A server releases memory only some time after a load. */
const RESTING_MS = isQuick ? 1000 : 60_000;

if (process.argv[2] === 'scale') {
  if (!isWebBuilt(ROOT)) buildWeb(ROOT);
  process.exit(await benchScale(ROOT, process.argv.slice(3)));
}

if (process.argv[2] === 'purchases') {
  if (!isWebBuilt(ROOT)) buildWeb(ROOT);
  await benchPurchases(ROOT, process.argv.slice(3));
  process.exit();
}

const machine = describeMachine();
console.log(`On ${machine}.`);
if (!isWebBuilt(ROOT)) buildWeb(ROOT);
const given = process.env['TEST_DATABASE_URL'];
const server = given ? undefined : await startPostgresServer();
const databaseUrl = given || server?.url;

try {
  const seeded = await prepareSeededServer(databaseUrl);
  const site = await startSite(seeded.server, addContent);
  // Twenty buyers stand in for hundreds, so limits per person are relaxed.
  await site.restartWith({ RATE_LIMIT: 'relaxed' });
  try {
    const table = tableOf(await measure(site));
    console.log(`\n${table}`);
    if (process.argv.includes('--write')) writeFigures(ROOT, { name: 'pages', machine, table });
  } finally {
    await site.close();
    await seeded.close();
  }
} finally {
  await server?.remove();
}

async function measure(site: Site): Promise<Figure[]> {
  const { origin, serverProcess } = site;
  const { db, close } = createDb(site.databaseUrl, { poolSize: 1 });
  await sleep(5000);
  const memory = memoryOf(serverProcess.id);
  const buyers: Visitor[] = [];
  for (const { email } of MEMBERS.slice(0, BUYERS)) buyers.push(await signIn(origin, email));
  const cookie = buyers[0]?.cookie ?? '';
  const itemId = await findBenchItem(db);
  const asked = {
    processId: serverProcess.id,
    seconds: SECONDS,
    pairs: isQuick ? 1 : PAIRS,
  };
  const ask = (path: string) => ({ ...asked, url: origin + path });
  const pages = [
    { name: 'home page', path: '/fr' },
    { name: 'shop page', path: pathOf('shop', 'fr') },
    { name: 'item page', path: pathOf('item', 'fr', { id: itemId }) },
    { name: 'blog page', path: pathOf('blog', 'fr') },
    { name: 'FAQ page', path: pathOf('faq', 'fr') },
  ];

  const figures: Figure[] = [];
  for (const { name, path } of pages) {
    figures.push(await race({ ...ask(path), name, goal: GOALS.page }));
  }
  const stop = changeStock(db, STOCK_CHANGES_PER_SECOND);
  for (const [index, { name, path }] of pages.slice(0, 2).entries()) {
    const { value, detail } = await race({ ...ask(path), name, goal: GOALS.page });
    figures.push({
      name: `${name}, ${STOCK_CHANGES_PER_SECOND} stock changes a second ÷ quiet`,
      value: value / (figures[index]?.value ?? 1),
      unit: '',
      goal: GOALS.pageWhileStockChanges,
      detail,
    });
  }
  await stop();
  const sessions = await addSessions({ origin, db }, SESSIONS);
  figures.push(
    await race({
      ...ask('/api/items'),
      name: 'GET /api/items, with cookies',
      goal: GOALS.items,
      visitors: [{ cookie }],
    }),
    await race({
      ...ask('/api/items'),
      name: 'GET /api/items, without cookies',
      goal: GOALS.itemsWithoutCookies,
    }),
    await race({
      ...ask('/trpc/shop.items'),
      name: 'tRPC shop.items, with cookies',
      goal: GOALS.rpcItems,
      visitors: [{ cookie }],
    }),
    await race({
      ...ask(pathOf('shop', 'fr')),
      name: `shop page, ${SESSIONS} sessions in turn`,
      goal: GOALS.signedInShop,
      visitors: sessions.map((session) => ({ cookie: session })),
    }),
  );
  for (const { name, path, goal } of [
    { name: 'profile of a member', path: pathOf('profile', 'fr'), goal: GOALS.profile },
    { name: 'page to edit an account', path: pathOf('profileEdit', 'fr'), goal: GOALS.edit },
    { name: 'GET /api/users/status, signed in', path: '/api/users/status', goal: GOALS.status },
  ]) {
    const order = { ...ask(path), connections: 10, visitors: [{ cookie }] };
    // Warm-up: the first responses include compilation.
    await load(order);
    const seen = await load(order);
    figures.push({
      name,
      value: seen.requestsPerSecond,
      unit: ' /s',
      goal,
      detail: `${((seen.processorMicroseconds ?? NaN) / 1000).toFixed(2)} ms of processor each, p99 ${seen.p99Ms.toFixed(0)} ms, ${seen.failures} failed`,
    });
  }
  const buying = await purchase(site, {
    wanted: [{ id: itemId, optionIndex: 0 }],
    buyers,
    seconds: BUYING_SECONDS,
  });
  const failed = [...buying.failures].map(([status, times]) => `${times} answered ${status}`);
  figures.push({
    name: `purchases of one item, ${BUYERS} buyers`,
    value: buying.perSecond,
    unit: ' /s',
    goal: GOALS.purchases,
    detail: `p99 ${buying.p99Ms.toFixed(0)} ms, ${failed.length === 0 ? 'none failed' : failed.join(', ')}`,
  });
  const showing = await timeToShow(
    `${origin}/api/items`,
    () => db.item.update({ where: { id: itemId }, data: { priceCents: 4321 } }),
    (body) => body.includes('43.21'),
  );
  figures.push(
    {
      name: 'a price changed in the database is shown after',
      value: showing,
      unit: ' ms',
      goal: GOALS.freshness,
      detail: '',
    },
    {
      name: `p95 of others while ${LOG_INS} log in`,
      value: await timeDuringLogIns(origin, LOG_INS),
      unit: ' ms',
      goal: GOALS.logIns,
      detail: 'GET /api/users/status',
    },
    {
      name: 'start of the server, database migrated',
      value: serverProcess.startedInMs,
      unit: ' ms',
      goal: GOALS.start,
      detail: 'until it listens',
    },
  );
  await close();
  await sleep(RESTING_MS);
  figures.push(
    ...memoryFigure('memory of the idle server', memory, GOALS.memory),
    ...memoryFigure(
      'memory a minute after the load',
      memoryOf(serverProcess.id),
      GOALS.memoryAfterLoad,
    ),
  );
  const browser = isQuick ? undefined : ensureBrowser(ROOT);
  return browser === undefined ? figures : [...figures, ...(await pageSpeeds(origin, browser))];
}

function memoryFigure(name: string, memory: ReturnType<typeof memoryOf>, goal: Goal): Figure[] {
  if (memory === undefined) return [];
  const detail = `${memory.own.toFixed(0)} MB its own, the rest are files that every Node.js shares`;
  return [{ name, value: memory.resident, unit: ' MB', goal, detail }];
}
