import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@agres/db/local/free-port';
import { PAYMENT_ACCOUNTS } from '@agres/domain/shapes';
import { WEBHOOK_EVENT_TYPES } from '@agres/payments/events';
import { createRandom } from '@agres/stripe-emulator/random';
import { expect, inject, test } from 'vitest';

import { addArticle, addItem } from '../../apps/server/test/support/rows.ts';
import type { ShopProcess } from '../../apps/server/test/support/shop-process.ts';
import { webhookTargetOf } from '../../apps/server/test/support/shop.ts';
import { startTestCluster } from '../../apps/server/test/support/test-cluster.ts';
// Types `inject('chaosPlan')`.
import type {} from './chaos-plan.ts';
import { startRun } from './summary.ts';
import { createVisits } from './visits.ts';

/** The part of the time before the first measurement: ten minutes of an hour. */
const WARM_UP_SHARE = 1 / 6;
const REST_MS = 60_000;
const MOST_GROWTH = 0.15;
const ITEMS = 60;
const ARTICLES = 20;
const MEMBERS = 200;
const LOG_EVERY_MS = 60_000;

test('an hour of visits leaks no memory', { timeout: 3 * 3_600_000 }, async () => {
  const { seed, memorySeconds, visitsPerMinute } = inject('chaosPlan');
  const cluster = await startTestCluster({ processes: 0 });
  const { db, processes, provider } = cluster;
  // Started like `pnpm start`, behind a proxy that forwards each visitor's address.
  const settings = {
    NODE_OPTIONS: '--max-semi-space-size=8',
    TRUST_PROXY: '127.0.0.1/32',
    OPERATOR_PORT: String(await freePort()),
  };
  const site = await cluster.start({ settings });
  processes.push(site);
  provider.control.setWebhookTargets(
    PAYMENT_ACCOUNTS.map((account) => ({
      ...webhookTargetOf(site.origin, account),
      events: WEBHOOK_EVENT_TYPES,
    })),
  );
  const items = await Promise.all(
    Array.from({ length: ITEMS }, () => addItem(db, { stocks: [100_000, 100_000] })),
  );
  const articles = await Promise.all(Array.from({ length: ARTICLES }, () => addArticle(db)));
  const visits = await createVisits(cluster, {
    itemIds: items.map(({ id }) => id),
    articleIds: articles.map(({ id }) => id),
    members: MEMBERS,
    perMinute: visitsPerMinute,
    random: createRandom(seed),
  });

  const report = startRun(`${memorySeconds} s of visits, one process on PostgreSQL`);
  const startedAt = performance.now();
  const cpuBefore = cpuSecondsOf(site.pid);
  const visitFor = async (seconds: number) => {
    const endsAt = performance.now() + seconds * 1000;
    const isRunning = () => performance.now() < endsAt;
    const over = new AbortController();
    const logging = (async () => {
      while (!over.signal.aborted) {
        const minute = Math.round((performance.now() - startedAt) / 60_000);
        const heap = await heapMegabytesOf(site);
        process.stdout.write(
          `memory: minute ${minute}: ${megabytesOf(site.pid)} MB, heap in use ${heap} MB\n`,
        );
        await sleep(LOG_EVERY_MS, undefined, { signal: over.signal }).catch(() => {});
      }
    })();
    await visits.visitWhile(isRunning);
    over.abort();
    await logging;
    await sleep(REST_MS);
    return megabytesOf(site.pid);
  };
  const warmMb = await visitFor(memorySeconds * WARM_UP_SHARE);
  // Every subscription renews, a month early.
  provider.control.moveClock({ bySeconds: 32 * 24 * 3600 });
  const endMb = await visitFor(memorySeconds * (1 - WARM_UP_SHARE));
  const cpuShare = (cpuSecondsOf(site.pid) - cpuBefore) / ((performance.now() - startedAt) / 1000);

  await cluster.untilNothingIsOpen();
  const broken = await cluster.brokenInvariants();
  report({
    counts: {
      seed,
      ...visits.counts,
      'not answered as they should be': visits.failed.length,
      'per cent of a core': Math.round(cpuShare * 100),
      'MB after ten minutes and one of rest': warmMb,
      'MB at the end, after one of rest': endMb,
    },
    broken,
  });
  await cluster.close();
  expect(visits.failed).toEqual([]);
  expect(broken).toEqual([]);
  expect(endMb).toBeLessThanOrEqual(warmMb * (1 + MOST_GROWTH));
});

function megabytesOf(pid: number): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (kilobytes === undefined) throw new Error(`process ${pid} has no memory`);
  return Math.round(Number(kilobytes) / 1024);
}

/** Returns the used JavaScript heap of a process in MB, garbage included. */
async function heapMegabytesOf({ operatorOrigin }: ShopProcess): Promise<number> {
  const figures = await (await fetch(`${operatorOrigin}/metrics`)).text();
  const [, bytes] = /^nodejs_heap_size_used_bytes (\d+)/m.exec(figures) ?? [];
  return Math.round(Number(bytes) / 1_048_576);
}

/** Returns the CPU time of all threads of a process so far, in seconds. */
function cpuSecondsOf(pid: number): number {
  const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process's name, in brackets, may contain spaces; the times are fields 14 and 15.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / ticksPerSecond;
}
