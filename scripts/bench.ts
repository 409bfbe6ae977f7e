/**
 * The speed of the built site (`pnpm bench`), in a few minutes and on this machine alone: the site
 * as in production on a PostgreSQL of its own, the payment emulator, and a load from a process of
 * its own. Speeds are ratios to a floor of the same run, a bare Fastify route that sends as many
 * bytes. `--write` puts the table into docs/performance.md, `--quick` takes a second for each and
 * no browser.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createDb } from '@shop/db/db';
import { startPostgresServer } from '@shop/db/testing/postgres-server';

import { MEMBERS } from '../e2e/content.ts';
import { prepareSeededServer, startSite, type Site } from '../e2e/site.ts';
import { addContent, findBenchItem } from './bench/content.ts';
import { performancePage } from './bench/document.ts';
import { GOALS, tableOf, type Figure } from './bench/figures.ts';
import { describeMachine, memoryOf } from './bench/machine.ts';
import { pageSpeeds } from './bench/page-speed.ts';
import { CONNECTIONS, race } from './bench/race.ts';
import { purchase, timeDuringLogIns, timeToShow } from './bench/traffic.ts';
import { signIn, type Visitor } from './bench/visitor.ts';
import { buildWeb, isWebBuilt } from './build.ts';
import { ensureBrowser } from './find-browser.ts';

const ROOT = dirname(import.meta.dirname);
const isQuick = process.argv.includes('--quick');
const SECONDS = isQuick ? 1 : 5;
const BUYERS = 20;
const LOG_INS = 200;

const machine = describeMachine();
console.log(`On ${machine}.`);
if (!isWebBuilt(ROOT)) buildWeb(ROOT);
const given = process.env['TEST_DATABASE_URL'];
const server = given ? undefined : await startPostgresServer();
const databaseUrl = given ?? server?.url;
if (databaseUrl === undefined) {
  console.error('There is neither TEST_DATABASE_URL nor a PostgreSQL here to measure on.');
  process.exit(1);
}

try {
  const seeded = await prepareSeededServer(databaseUrl);
  const site = await startSite(seeded.server, addContent);
  try {
    const table = tableOf(await measure(site));
    console.log(`\n${table}`);
    if (process.argv.includes('--write')) {
      const setting = { machine, connections: CONNECTIONS, seconds: SECONDS, buyers: BUYERS };
      const page = performancePage(table, { ...setting, measuredAt: new Date() });
      const path = join(ROOT, 'docs/performance.md');
      writeFileSync(path, page);
      execFileSync(join(ROOT, 'node_modules/.bin/oxfmt'), [path], { stdio: 'ignore' });
      console.log('\nWrote docs/performance.md.');
    }
  } finally {
    await site.close();
    await seeded.close();
  }
} finally {
  await server?.remove();
}

async function measure(site: Site): Promise<Figure[]> {
  const { origin, serverProcess } = site;
  const { db, close } = await createDb(site.databaseUrl, { poolSize: 1 });
  await sleep(5000);
  const memory = memoryOf(serverProcess.id);
  const buyers: Visitor[] = [];
  for (const { email } of MEMBERS.slice(0, BUYERS)) buyers.push(await signIn(origin, email));
  const cookie = buyers[0]?.cookie ?? '';

  const to = { processId: serverProcess.id, seconds: SECONDS };
  const figures = [
    await race({ ...to, url: `${origin}/api/items`, name: 'GET /api/items', goal: GOALS.items }),
    await race({
      ...to,
      url: `${origin}/trpc/shop.items`,
      name: 'tRPC shop.items',
      goal: GOALS.rpcItems,
    }),
    await race({ ...to, url: `${origin}/fr`, name: 'home page, signed out', goal: GOALS.home }),
    await race({
      ...to,
      url: `${origin}/fr/boutique`,
      name: 'shop page, signed in',
      goal: GOALS.signedInShop,
      headers: { cookie },
    }),
  ];
  const itemId = await findBenchItem(db);
  const buying = await purchase(
    { origin, providerUrl: site.providerUrl },
    { itemId, buyers, seconds: SECONDS },
  );
  figures.push({
    name: `purchases of one item, ${BUYERS} buyers`,
    value: buying.perSecond,
    unit: ' /s',
    goal: GOALS.purchases,
    detail: `p99 ${buying.p99Ms.toFixed(0)} ms, ${buying.failures} failed`,
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
  if (memory !== undefined) {
    figures.push({
      name: 'memory of the idle server',
      value: memory.resident,
      unit: ' MB',
      goal: GOALS.memory,
      detail: `${memory.own.toFixed(0)} MB its own, the rest are files that every Node.js shares`,
    });
  }
  const browser = isQuick ? undefined : ensureBrowser(ROOT);
  return browser === undefined ? figures : [...figures, ...(await pageSpeeds(origin, browser))];
}
