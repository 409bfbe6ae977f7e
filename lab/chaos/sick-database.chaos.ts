import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@agres/db/local/free-port';
import { startPostgresServer, type PostgresServer } from '@agres/db/local/postgres-server';
import { createDatabaseOn } from '@agres/db/testing/test-database';
import { prepareTestServers, type TestServers } from '@agres/db/testing/test-servers';
import { createRandom } from '@agres/stripe-emulator/random';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { startBalancer } from '../../apps/server/test/support/balancer.ts';
import { hasCaddy, startCaddy } from '../../apps/server/test/support/caddy.ts';
import { addItem, addUser } from '../../apps/server/test/support/rows.ts';
import { RECIPIENT } from '../../apps/server/test/support/shop.ts';
import { startTestCluster, type TestCluster } from '../../apps/server/test/support/test-cluster.ts';
import { createVisitor, type Visitor } from '../../apps/server/test/support/visitor.ts';
// Types `inject('chaosPlan')`.
import type {} from './chaos-plan.ts';
import { createCrowd } from './crowd.ts';
import { makeMemoryDisk, type MemoryDisk } from './memory-disk.ts';
import { startRun } from './summary.ts';

const BUYERS = 8;
/** How long the fault lasts once the site has noticed it. */
const SECONDS = 10;
const SHOWS_WITHIN_MS = 30_000;
const ANSWERED_WITHIN_MS = 3000;
const WHOLE_WITHIN_MS = 1000;
const ASK_EVERY_MS = 250;
const SLOW_MS = 2000;
/** The sessions that take the connections of all others. */
const TAKER = 'taker';

let disk: MemoryDisk | undefined;
let server: PostgresServer;
let servers: TestServers;

beforeAll(async () => {
  disk = makeMemoryDisk(160);
  server = await startPostgresServer(disk === undefined ? {} : { dataIn: disk.folder });
  servers = prepareTestServers(server.url);
});
afterAll(async () => {
  await servers.close();
  await server.remove();
  disk?.remove();
});

type Trouble = {
  what: string;
  /** Starts the fault; the returned function ends it. */
  begin: (cluster: TestCluster) => Promise<() => Promise<void> | void>;
  /** If true, every read answers 200; otherwise a read may answer 503. */
  isReadable: boolean;
  /** The answers to a purchase besides 503; default: none. */
  sells?: readonly string[];
};

const TROUBLES: readonly Trouble[] = [
  {
    what: 'full',
    isReadable: true,
    // A row that fits into a page of its table is still written: such a purchase succeeds, or its lease
    // remains and the buyer must wait.
    sells: ['200', '409'],
    begin: async () => {
      const end = disk?.fill();
      return () => end?.();
    },
  },
  {
    what: 'read-only',
    isReadable: true,
    begin: async () => {
      await administer('alter system set default_transaction_read_only = on');
      return () => administer('alter system reset default_transaction_read_only');
    },
  },
  { what: 'out of connections', isReadable: false, begin: takeEveryConnection },
  {
    what: 'away',
    isReadable: false,
    begin: async ({ proxy }) => {
      await proxy.goAway();
      return () => proxy.comeBack();
    },
  },
  {
    what: `slow, ${SLOW_MS} ms a statement`,
    isReadable: false,
    begin: async ({ proxy }) => proxy.slowDown(SLOW_MS),
  },
];

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query('set default_transaction_read_only = off');
    await client.query(statement);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

/**
 * Ends every other session of the server and takes every connection. The test's own sessions end too, because
 * its idle pool would close them and give their places to the shop.
 */
async function takeEveryConnection(): Promise<() => Promise<void>> {
  const taken: pg.Client[] = [];
  let isTaking = true;
  const take = async () => {
    while (isTaking) {
      const client = new pg.Client({ connectionString: server.url, application_name: TAKER });
      client.on('error', () => {});
      try {
        await client.connect();
        taken.push(client);
      } catch {
        await client.end().catch(() => undefined);
        await sleep(20);
      }
    }
  };
  const first = new pg.Client({ connectionString: server.url, application_name: TAKER });
  await first.connect();
  taken.push(first);
  const taking = [take(), take()];

  const endOthers = () =>
    first.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND application_name <> $1`,
      [TAKER],
    );
  for (let quiet = 0; quiet < 5; quiet += 1) {
    if ((await endOthers()).rows.length > 0) quiet = 0;
    await sleep(100);
  }
  return async () => {
    isTaking = false;
    await Promise.all(taking);
    await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
  };
}

type Seen = Record<string, { answers: Record<string, number>; slowestMs: number }>;

test.each(TROUBLES)(
  'the shop withstands a database that is $what',
  { timeout: 300_000 },
  async ({ what, isReadable, sells = [], begin }) => {
    if (what === 'full' && disk === undefined) {
      process.stdout.write(
        'chaos: a full database is left out: only root may mount a small disk\n',
      );
      return;
    }
    const { seed } = inject('chaosPlan');
    const random = createRandom(seed);
    const database = await createDatabaseOn(await servers.server());
    const cluster = await startTestCluster({ processes: 0, databaseUrl: database.url });
    const publicUrl = `http://localhost:${await freePort()}`;
    for (let count = 0; count < 2; count += 1) {
      const settings = { TRUST_PROXY: '127.0.0.1/32' };
      cluster.processes.push(await cluster.start({ publicUrl, settings }));
    }
    const origins = cluster.processes.map(({ origin }) => origin);
    const proxy = await (hasCaddy ? startCaddy : startBalancer)(publicUrl, origins);
    cluster.provider.control.setLatency({ minMs: 0, maxMs: 50 });
    const items = await Promise.all(
      [30, 100_000].map((stock) => addItem(cluster.db, { stocks: [stock] })),
    );
    const itemIds = items.map(({ id }) => id);
    const shop = { ...cluster, processes: [proxy] };
    const crowd = await createCrowd(shop, { size: BUYERS, itemIds, random, restMs: 500 });
    const newMember = async () => {
      const visitor = createVisitor();
      const { email } = await addUser(cluster.db);
      await visitor.signIn(proxy.origin, email);
      return visitor;
    };
    const [member, next] = [await newMember(), await newMember()];

    const seen: Seen = {};
    const look = async (name: string, ask: () => Promise<string>) => {
      const startedMs = performance.now();
      const answer = await ask();
      const ofIt = (seen[name] ??= { answers: {}, slowestMs: 0 });
      ofIt.answers[answer] = (ofIt.answers[answer] ?? 0) + 1;
      ofIt.slowestMs = Math.max(ofIt.slowestMs, Math.round(performance.now() - startedMs));
    };
    const page = (path: string) => async () => {
      const answer = await member.open(proxy.origin + path);
      if (answer?.status === 302) return `to ${answer.location}`;
      const hasPage = answer?.text.includes('</html>') === true;
      return `${answer?.status ?? 'none'}${hasPage ? '' : ' without the page'}`;
    };
    const buy = async (buyer: Visitor) => {
      const stripeToken = await cluster.provider.cardToken();
      const body = { ...RECIPIENT, id: itemIds[1], stripeToken };
      return String((await buyer.post(`${proxy.origin}/api/items/buy`, body))?.status ?? 'none');
    };
    const purchase = () => buy(member);
    const looks = [
      ['page', page('/fr/boutique')],
      ['item', page(`/fr/boutique/materiel/${itemIds[1]}`)],
      ['profile', page('/fr/profil')],
      ['read', async () => String((await fetch(`${proxy.origin}/api/items`)).status)],
      ['purchase', purchase],
    ] as const;
    for (const [, ask] of looks) await ask();

    let isOpen = true;
    const people = crowd.buyWhile(() => isOpen);
    const report = startRun(`PostgreSQL is ${what}, two processes behind a proxy`);
    await sleep(2000);
    const end = await begin(cluster);
    await expect.poll(purchase, { timeout: SHOWS_WITHIN_MS, interval: 50 }).not.toMatch(/200|409/);
    const endsAtMs = performance.now() + SECONDS * 1000;
    const keepLooking = async ([name, ask]: (typeof looks)[number]) => {
      while (performance.now() < endsAtMs) {
        await look(name, ask);
        await sleep(ASK_EVERY_MS);
      }
    };
    await Promise.all(looks.map(keepLooking));
    await end();
    const endedAtMs = performance.now();
    // Bypasses the cached answers: one request reads; the other, a counted log-in that fails, writes.
    const isWhole = async (origin: string) => {
      const read = await fetch(`${origin}/trpc/shop.items?whole`);
      const stranger = createVisitor();
      await stranger.fetchToken(origin);
      const answer = await stranger.post(`${origin}/api/connect`, {
        email: 'no@one.fr',
        mdp: 'no',
      });
      return read.status === 200 && answer !== null && answer.status < 500;
    };
    const areWhole = async () => (await Promise.all(origins.map(isWhole))).every(Boolean);
    await expect.poll(areWhole, { timeout: 30_000, interval: 20 }).toBe(true);
    const wholeMs = Math.round(performance.now() - endedAtMs);
    // Another process resumes the purchase: until then the attempt's unreleased lease makes its buyer wait.
    await expect.poll(() => buy(next), { timeout: 30_000, interval: 50 }).toBe('200');
    const soldMs = Math.round(performance.now() - endedAtMs);
    await sleep(1000);
    isOpen = false;
    await people;
    await cluster.untilNothingIsOpen();

    const broken = await cluster.brokenInvariants();
    const lost = await crowd.findLost();
    const complaints = cluster.processes.flatMap((process) => process.complaints);
    const unwritten = complaints.filter((line) => line.includes('paid but not written')).length;
    report({
      counts: {
        seed,
        buyers: BUYERS,
        orders: await cluster.db.order.count(),
        acknowledged: crowd.told.length,
        'ms to be whole again': wholeMs,
        'ms to a sale through the proxy': soldMs,
      },
      answers: crowd.tally,
      broken,
      lost,
    });
    for (const [name, { answers, slowestMs }] of Object.entries(seen)) {
      const counts = Object.entries(answers).map(([answer, count]) => `${answer}×${count}`);
      process.stdout.write(`chaos:   ${name}: ${counts.join(' ')}, within ${slowestMs} ms\n`);
    }
    const exitCodes = await Promise.all(cluster.processes.map((process) => process.stop()));
    await proxy.close();
    await cluster.close();
    await database.close();

    expect(exitCodes).toEqual([0, 0]);
    expect(broken).toEqual([]);
    expect(lost).toEqual([]);
    expect(crowd.told.length).toBeGreaterThan(0);
    // The card was charged, but four tries could not write the order: the documented answer is 500.
    expect(crowd.tally['500'] ?? 0).toBeLessThanOrEqual(unwritten);
    const allowedOf = (name: string) => {
      if (name === 'purchase') return ['503', ...sells];
      if (isReadable) return ['200'];
      // A profile that cannot be loaded redirects to the error page.
      return name === 'profile' ? ['200', '503', 'to /fr/error'] : ['200', '503'];
    };
    const wrong = Object.entries(seen).flatMap(([name, { answers, slowestMs }]) => [
      ...Object.keys(answers)
        .filter((answer) => !allowedOf(name).includes(answer))
        .map((answer) => `${name}: ${answer}`),
      ...(slowestMs > ANSWERED_WITHIN_MS ? [`${name}: ${slowestMs} ms`] : []),
    ]);
    expect(wrong).toEqual([]);
    expect(seen['purchase']?.answers['503']).toBeGreaterThan(0);
    expect(wholeMs).toBeLessThan(WHOLE_WITHIN_MS);
  },
);
