import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { freePort } from '@agres/db/local/free-port';
import { createEmptyDatabase, createTestDatabase } from '@agres/db/testing';
import { createRandom } from '@agres/stripe-emulator/random';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';

import { startBalancer } from '../../apps/server/test/support/balancer.ts';
import { hasCaddy, startCaddy } from '../../apps/server/test/support/caddy.ts';
import { checkOutRelease, isInHistory } from '../../apps/server/test/support/release.ts';
import type { ShopProcess } from '../../apps/server/test/support/shop-process.ts';
import { startTestCluster, type TestCluster } from '../../apps/server/test/support/test-cluster.ts';
// Types `inject('chaosPlan')`.
import type {} from './chaos-plan.ts';
import { createCrowd, type Crowd } from './crowd.ts';
import { createReaders, type Build, type Readers } from './readers.ts';
import { addItemRow, addUserRow } from './rows-of-any-release.ts';
import { startRun } from './summary.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUYERS = 20;
const READERS = 20;
/** The delay that the owner's guide recommends behind Caddy. */
const SHUTDOWN_DELAY_SECONDS = 5;
/** How long the guide waits once a process is ready, until Caddy has noticed. */
const SEEN_WITHIN_MS = 3000;
const EXPECTED = new Set(['200', '402', '409']);

/** A checkout of a release on this machine, with its build. */
type Release = { root: string; build: Build };

const releaseAt = (root: string): Release => {
  const files = globSync('*.{js,css,woff2}', { cwd: join(root, 'apps/web/dist/client/assets') });
  const paths = files.map((file) => `/assets/${file}`);
  const entry = paths.find((path) => path.startsWith('/assets/entry-client-'));
  if (entry === undefined) throw new Error(`${root} has no build`);
  return { root, build: { entry, files: paths } };
};

/** Two processes of the site behind a proxy, with people who use the site. */
type Scene = {
  cluster: TestCluster;
  crowd: Crowd;
  readers: Readers;
  /** Replaces the processes one by one with those of a release, as the guide describes. */
  replaceAll: (release: Release, between?: (mixed: Mixed) => Promise<void>) => Promise<void>;
  whilePeopleCome: (work: () => Promise<void>) => Promise<void>;
  complaints: () => string[];
};

/** The moment when one process is replaced and the other is not. */
type Mixed = { before: ShopProcess; after: ShopProcess };

type SceneOptions = {
  databaseUrl: string;
  first: Release;
  builds: readonly Build[];
  random: () => number;
};

/** Starts a scene that is closed after its test, even if the test fails. */
async function startScene({ databaseUrl, first, builds, random }: SceneOptions): Promise<Scene> {
  const assetsFolder = mkdtempSync(join(tmpdir(), 'agres-assets-'));
  onTestFinished(() => rmSync(assetsFolder, { recursive: true, force: true }));
  const cluster = await startTestCluster({ processes: 0, databaseUrl });
  onTestFinished(cluster.close);
  cluster.provider.control.setLatency({ minMs: 50, maxMs: 400 });
  const publicUrl = `http://localhost:${await freePort()}`;
  const ports = [await freePort(), await freePort()];
  const started: ShopProcess[] = [];
  const start = async (port: number, { root }: Release) => {
    const one = await cluster.start({
      databaseUrl,
      publicUrl,
      assetsFolder,
      main: join(root, 'apps/server/src/main.ts'),
      settings: {
        PORT: String(port),
        TRUST_PROXY: '127.0.0.1/32',
        SHUTDOWN_DELAY: String(SHUTDOWN_DELAY_SECONDS),
      },
    });
    started.push(one);
    onTestFinished(one.gone);
    return one;
  };
  for (const port of ports) cluster.processes.push(await start(port, first));
  const targets = cluster.processes.map(({ origin }) => origin);
  const proxy = await (hasCaddy ? startCaddy : startBalancer)(publicUrl, targets);
  onTestFinished(proxy.close);
  if (!hasCaddy) process.stdout.write('chaos: no Caddy here: behind the balancer of the tests\n');

  const items = await Promise.all([30, 100_000].map((stock) => addItemRow(cluster.db, stock)));
  const crowd = await createCrowd(
    { ...cluster, processes: [proxy] },
    {
      size: BUYERS,
      itemIds: items,
      random,
      restMs: 2000,
      addBuyer: () => addUserRow(cluster.db),
    },
  );
  const readers = createReaders({
    origin: proxy.origin,
    size: READERS,
    paths: ['/fr', '/en', '/fr/boutique', '/en/shop', '/fr/faq', '/api/items', '/api/users/status'],
    builds,
    random,
    restMs: 500,
  });

  return {
    cluster,
    crowd,
    readers,
    complaints: () => [...proxy.complaints(), ...started.flatMap(({ complaints }) => complaints)],
    replaceAll: async (release, between) => {
      for (const [index, port] of ports.entries()) {
        expect(await cluster.processes[index]?.stop()).toBe(0);
        const next = await start(port, release);
        cluster.processes[index] = next;
        await expect.poll(() => isReady(next), { timeout: 30_000, interval: 100 }).toBe(true);
        await sleep(SEEN_WITHIN_MS);
        const [before, after] = [cluster.processes[1], cluster.processes[0]];
        if (index === 0 && before !== undefined && after !== undefined) {
          await between?.({ before, after });
        }
      }
    },
    whilePeopleCome: async (work) => {
      let isRunning = true;
      const people = Promise.all([
        crowd.buyWhile(() => isRunning),
        readers.readWhile(() => isRunning),
      ]);
      try {
        await sleep(2000);
        await work();
        await sleep(2000);
      } finally {
        isRunning = false;
        await people;
      }
    },
  };
}

async function isReady({ origin }: ShopProcess): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function missingFrom({ origin }: ShopProcess, { files }: Build): Promise<string[]> {
  const missing: string[] = [];
  for (const path of files) {
    const response = await fetch(origin + path);
    await response.arrayBuffer();
    if (response.status !== 200) missing.push(`${origin}${path}: ${response.status}`);
  }
  return missing;
}

type Ending = { report: ReturnType<typeof startRun>; counts: Record<string, number> };

/** Returns the failures that a client noticed or could find afterwards; prints a summary of the run. */
async function findNoticed(scene: Scene, { report, counts }: Ending): Promise<string[]> {
  const { cluster, crowd, readers } = scene;
  await cluster.untilNothingIsOpen();
  const broken = await cluster.brokenInvariants();
  const lost = await crowd.findLost();
  report({
    counts: {
      ...counts,
      buyers: BUYERS,
      readers: READERS,
      ...readers.counts,
      failed: readers.failed.length,
      orders: await cluster.db.order.count(),
      acknowledged: crowd.told.length,
    },
    answers: crowd.tally,
    broken,
    lost,
  });
  const failed = [...crowd.failed, ...readers.failed];
  // The log may explain the failures.
  const told = failed.length > 0 ? [...failed, ...scene.complaints()] : [];
  for (const line of told) process.stdout.write(`${line}\n`);
  const refused = Object.keys(crowd.tally).filter((status) => !EXPECTED.has(status));
  const missed = lost.map(({ orderId }) => `order ${orderId} is lost`);
  const idle = crowd.told.length === 0 ? ['nobody bought anything'] : [];
  return [...failed, ...refused, ...broken, ...missed, ...idle];
}

test('clients see no error while every process is replaced', { timeout: 900_000 }, async () => {
  const { seed, replacements } = inject('chaosPlan');
  const database = await createTestDatabase();
  onTestFinished(database.close);
  const own = releaseAt(ROOT);
  const scene = await startScene({
    databaseUrl: database.url,
    first: own,
    builds: [own.build],
    random: createRandom(seed),
  });
  const report = startRun('every process is replaced, two of them behind a proxy');
  await scene.whilePeopleCome(async () => {
    for (let round = 0; round < replacements; round += 1) await scene.replaceAll(own);
  });
  const counts = { seed, replaced: 2 * replacements };
  expect(await findNoticed(scene, { report, counts })).toEqual([]);
});

const { release: commit } = inject('chaosPlan');
const isKnown = isInHistory(commit);

describe.skipIf(!isKnown)(`this release replaces ${commit}`, () => {
  let before: Release;
  beforeAll(() => {
    before = releaseAt(checkOutRelease(commit));
  }, 600_000);

  test('and is rolled back, without an error for clients', { timeout: 900_000 }, async () => {
    const { seed } = inject('chaosPlan');
    const database = await createEmptyDatabase();
    onTestFinished(database.close);
    const own = releaseAt(ROOT);
    const scene = await startScene({
      databaseUrl: database.url,
      first: before,
      builds: [before.build, own.build],
      random: createRandom(seed),
    });
    const missing: string[] = [];
    const lookAtParts = async (mixed: Mixed) => {
      for (const process of [mixed.before, mixed.after]) {
        for (const { build } of [before, own]) missing.push(...(await missingFrom(process, build)));
      }
    };
    const migrations = () => scene.cluster.db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM _prisma_migrations`;
    const [old] = await migrations();
    const report = startRun(`the release ${commit} is replaced by this one, and comes back`);
    await scene.whilePeopleCome(async () => {
      await scene.replaceAll(own, lookAtParts);
      await scene.replaceAll(before, lookAtParts);
    });
    const [now] = await migrations();
    const made = (now?.count ?? 0) - (old?.count ?? 0);
    const counts = { seed, migrations: made, missing: missing.length };
    expect(await findNoticed(scene, { report, counts })).toEqual([]);
    expect(missing).toEqual([]);
    expect(scene.readers.counts['parts of another release']).toBeGreaterThan(0);
  });
});

if (!isKnown) {
  process.stdout.write(`chaos: the history here has no ${commit}: its replacement is left out\n`);
}
