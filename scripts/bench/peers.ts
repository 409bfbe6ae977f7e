/**
 * The shop page beside a plain page of TanStack Start and of Next with the same items
 * (`pnpm bench peers`): their defaults, production builds, in turn and in one run, each beside a floor of
 * its own. The peers lie in `peers/`; a copy of each in a temporary folder is installed from the registry and
 * built on request only. `--quick` takes one turn of a second and no browser,
 * `--write` puts the table into docs/performance.md.
 */
import {
  execFileSync,
  spawn,
  type ChildProcess,
  type ExecFileSyncOptions,
  type SpawnOptions,
} from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createDb, type Db } from '@agres/db/db';
import { freePort } from '@agres/db/local/free-port';
import { startPostgresServer } from '@agres/db/local/postgres-server';
import { pathOf } from '@agres/domain/paths';

import { LAST_UNIT } from '../../e2e/content.ts';
import { weigh } from '../../e2e/page-weight.ts';
import { prepareSeededServer, startSite, type Site } from '../../e2e/site.ts';
import { ensureBrowser } from '../find-browser.ts';
import { addContent } from './content.ts';
import { peersSection, withSection } from './document.ts';
import { markdownTable } from './figures.ts';
import { describeMachine, memoryOf } from './machine.ts';
import { launchBrowser } from './page-speed.ts';
import {
  besideFloor,
  isDisturbed,
  MOST_REPETITIONS,
  PAIRS,
  type Asked,
  type BesideFloor,
  type Pair,
} from './race.ts';
import { addSessions } from './visitor.ts';

const PEERS = join(import.meta.dirname, 'peers');
const ITEMS = 20;
const SESSIONS = 2000;
const ANSWERS_WITHIN_MS = 30_000;
/** A server that has just started is still busy with that. */
const RESTING_MS = 5000;

type Peer = { folder: string; build: readonly string[]; start: readonly string[] };

const NEXT: Peer = {
  folder: 'next',
  build: ['node_modules/next/dist/bin/next', 'build'],
  start: ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1'],
};
const START: Peer = {
  folder: 'start',
  build: ['node_modules/vite/bin/vite.js', 'build'],
  start: ['serve.js'],
};

/** Measures; answers with the exit code. */
export async function benchPeers(root: string, args: readonly string[]): Promise<number> {
  const isQuick = args.includes('--quick');
  const turns = { seconds: isQuick ? 1 : 3, rounds: isQuick ? 1 : PAIRS };
  const machine = describeMachine();
  console.log(`On ${machine}.`);
  const server = await startPostgresServer();
  const folder = mkdtempSync(join(tmpdir(), 'agres-peers-'));
  try {
    const seeded = await prepareSeededServer(server.url);
    const site = await startSite(seeded.server, addTwentyItems);
    // The sessions come from one address.
    await site.restartWith({ RATE_LIMIT: 'relaxed' });
    try {
      const browser = isQuick ? undefined : ensureBrowser(root);
      const table = await measure(site, { folder, browser, ...turns });
      console.log(`\n${table}`);
      if (args.includes('--write')) {
        const path = join(root, 'docs/performance.md');
        const section = peersSection(table, { machine, ...turns, measuredAt: new Date() });
        writeFileSync(path, withSection(readFileSync(path, 'utf8'), section));
        execFileSync(join(root, 'node_modules/.bin/oxfmt'), [path], { stdio: 'ignore' });
        console.log('\nWrote docs/performance.md.');
      }
    } finally {
      await site.close();
      await seeded.close();
    }
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.remove();
  }
}

/** Those of the other benches, without the one that only tests need. */
async function addTwentyItems(db: Db): Promise<void> {
  await addContent(db);
  await db.item.deleteMany({ where: { titleEn: LAST_UNIT.title.en } });
}

/** A page and its visitor: signed out by default. */
type Page = Pick<Asked, 'url' | 'processId' | 'visitors'> & { name: string };

type Measuring = {
  folder: string;
  /** Without one no script is weighed. */
  browser: string | undefined;
  seconds: number;
  rounds: number;
};

async function measure(
  site: Site,
  { folder, browser, seconds, rounds }: Measuring,
): Promise<string> {
  const { origin, serverProcess } = site;
  const items = await itemsOf(origin);
  const started: ChildProcess[] = [];
  const floors: BesideFloor[] = [];
  try {
    const shop = { url: origin + pathOf('shop', 'en'), processId: serverProcess.id };
    // A page is packed small some seconds after its first reader.
    await (await fetch(shop.url)).arrayBuffer();
    const start = await startPeer(START, { folder, items, started });
    const next = await startPeer(NEXT, { folder, items, started });
    await sleep(RESTING_MS);
    const idle = new Map([shop, start, next].map((page) => [page.processId, megabytesOf(page)]));
    const visitors = await sessionsOf(site);
    const pages: readonly Page[] = [
      { ...shop, name: 'our shop page' },
      { ...shop, name: `our shop page, ${SESSIONS} sessions in turn`, visitors },
      { ...start, name: 'TanStack Start' },
      { ...next, name: 'Next, made by the build' },
      { ...next, name: 'Next, made for each request', url: `${next.url}fresh` },
    ];
    for (const page of pages) floors.push(await besideFloor({ ...page, seconds }));
    const pairs = await pairsOf(floors, rounds);
    const loaded = pages.map(megabytesOf);
    const scripts = await scriptsOf(pages, browser);
    return tableOfPages(
      pages.map(({ name, processId }, index) => ({
        name,
        bytes: floors[index]?.bytes,
        pairs: pairs[index] ?? [],
        memory: `${idle.get(processId)}, ${loaded[index]} MB`,
        script: scripts[index],
      })),
      rounds,
    );
  } finally {
    for (const floor of floors) floor.stop();
    await Promise.all(started.map(end));
  }
}

/** The pairs of each page, in turn; a page that other work disturbed too often has fewer. */
async function pairsOf(floors: readonly BesideFloor[], rounds: number): Promise<Pair[][]> {
  const pairs = floors.map((): Pair[] => []);
  let repetitions = rounds > 1 ? MOST_REPETITIONS : 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, floor] of floors.entries()) {
      let pair = await floor.pair();
      while (isDisturbed(pair) && repetitions > 0) {
        repetitions -= 1;
        pair = await floor.pair();
      }
      if (pair.seen.failures > 0) throw new Error(`${pair.seen.failures} requests failed.`);
      if (rounds === 1 || !isDisturbed(pair)) pairs[index]?.push(pair);
    }
  }
  return pairs;
}

/** Bytes of the scripts that a browser loads with each page, as gzip makes them. */
async function scriptsOf(
  pages: readonly Page[],
  executablePath: string | undefined,
): Promise<(number | undefined)[]> {
  if (executablePath === undefined) return [];
  const browser = await launchBrowser(executablePath);
  const weights: (number | undefined)[] = [];
  for (const { url, visitors } of pages) {
    // It has no session to bring.
    if (visitors !== undefined) {
      weights.push(undefined);
      continue;
    }
    const page = await browser.newPage();
    const weightOf = weigh(page);
    await page.goto(url, { waitUntil: 'networkidle' });
    weights.push((await weightOf()).script);
    await page.close();
  }
  await browser.close();
  return weights;
}

const megabytesOf = ({ processId }: Pick<Page, 'processId'>) =>
  memoryOf(processId)?.resident.toFixed(0) ?? '–';

type Row = {
  name: string;
  bytes: number | undefined;
  pairs: readonly Pair[];
  memory: string;
  script: number | undefined;
};

function tableOfPages(rows: readonly Row[], rounds: number): string {
  const cells = rows.map(({ name, bytes = Number.NaN, pairs, memory, script }) => [
    name,
    ...speedOf(pairs, rounds),
    `${(bytes / 1000).toFixed(1)} kB`,
    script === undefined ? '–' : `${(script / 1000).toFixed(1)} kB`,
    memory,
  ]);
  const head = ['page', '÷ floor', 'pairs', 'a request', 'sent', 'scripts (gzip)', 'memory'];
  return markdownTable([head, ...cells]);
}

/** The median of a page's pairs, its spread, and what a request took in the pair of the median. */
function speedOf(pairs: readonly Pair[], rounds: number): [string, string, string] {
  const sorted = pairs.toSorted((a, b) => a.ratio - b.ratio);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined || pairs.length < rounds) return ['–', 'not measurable here', '–'];
  const [least, most] = [sorted[0], sorted.at(-1)].map((pair) => shown(pair?.ratio));
  return [
    shown(middle.ratio),
    `${least}–${most}`,
    `${middle.seen.processorMicroseconds?.toFixed(0) ?? '–'} µs`,
  ];
}

const shown = (ratio = Number.NaN) => ratio.toFixed(ratio < 0.1 ? 3 : 2);

/** What a peer shows of an item: what our page says of it in words. */
type Shown = { id: number; title: string; price: string; options: string };

async function itemsOf(origin: string): Promise<Shown[]> {
  const answer = await fetch(`${origin}/api/items`);
  const items: {
    id: number;
    title: { en: string };
    price: number;
    options: { title: { en: string } }[];
  }[] = await answer.json();
  if (items.length !== ITEMS) throw new Error(`The shop has ${items.length} items.`);
  return items.map(({ id, title, price, options }) => ({
    id,
    title: title.en,
    price: `€${price.toFixed(2)}`,
    options: options.map((option) => option.title.en).join(' · '),
  }));
}

async function sessionsOf({ origin, databaseUrl }: Site): Promise<Record<string, string>[]> {
  const { db, close } = createDb(databaseUrl, { poolSize: 1 });
  const cookies = await addSessions({ origin, db }, SESSIONS);
  await close();
  return cookies.map((cookie) => ({ cookie }));
}

/** Installs, builds and starts a copy of a peer. */
async function startPeer(
  peer: Peer,
  { folder, items, started }: { folder: string; items: readonly Shown[]; started: ChildProcess[] },
): Promise<{ url: string; processId: number }> {
  const own = join(folder, peer.folder);
  cpSync(join(PEERS, peer.folder), own, { recursive: true });
  cpSync(join(PEERS, 'items.jsx'), join(own, 'items.jsx'));
  writeFileSync(join(own, 'items.json'), JSON.stringify(items));
  const port = await freePort();
  // Its tools start `node` by name.
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const options: SpawnOptions & ExecFileSyncOptions = {
    cwd: own,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PATH: path,
      HOST: '127.0.0.1',
      PORT: String(port),
      NEXT_TELEMETRY_DISABLED: '1',
    },
  };
  console.log(`Installing and building the page of ${peer.folder}…`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], options);
  const inProduction = { ...options, env: { ...options.env, NODE_ENV: 'production' } };
  execFileSync(process.execPath, peer.build, inProduction);
  const child = spawn(process.execPath, peer.start, inProduction);
  started.push(child);
  const url = `http://127.0.0.1:${port}/`;
  await untilItAnswers(url, child);
  return { url, processId: child.pid ?? 0 };
}

/** At once: its folder is removed next. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit').then(() => {
    throw new Error(`What should answer at ${url} ended at its start.`);
  });
  const answer = async () => {
    const endsAt = performance.now() + ANSWERS_WITHIN_MS;
    while (performance.now() < endsAt) {
      const isThere = await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isThere) return;
      await sleep(100);
    }
    throw new Error(`Nothing answers at ${url}.`);
  };
  exit.catch(() => undefined);
  await Promise.race([answer(), exit]);
}
