import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@agres/db/local/free-port';
import { startMailbox } from '@agres/mail/mailbox';
import { expect, test } from 'vitest';

import { startTestCluster } from '../../apps/server/test/support/test-cluster.ts';
import { buyOne } from './sold-orders.ts';
import { startRun } from './summary.ts';

const ORDERS = 40;
const PER_SECOND = 5;
/** Longer than the pause before a job tries an unreachable server again: each process tries several times. */
const AWAY_MS = 25_000;
/** A job has one try left: the next failure that counts would end it. */
const TRIES_LEFT = 1;
const MOST_TRIES = 12;

test('e-mails wait during a day-long outage of the mail server', { timeout: 300_000 }, async () => {
  const cluster = await startTestCluster({ processes: 0 });
  const { db } = cluster;
  const smtpPort = await freePort();
  const smtpUrl = `smtp://127.0.0.1:${smtpPort}`;
  for (let count = 0; count < 2; count += 1)
    cluster.processes.push(await cluster.start({ smtpUrl }));
  const report = startRun('the mail server is away for a day, two processes');
  for (let index = 0; index < ORDERS; index += 1) await buyOne(cluster, index);
  // Changes the rows instead of waiting for a day.
  await db.$executeRaw`
    UPDATE job SET run_at = run_at - interval '1 day', created_at = created_at - interval '1 day',
      attempts = ${MOST_TRIES - TRIES_LEFT}::int
    WHERE kind = 'mail' AND done_at IS NULL AND locked_by IS NULL`;
  await sleep(AWAY_MS);
  const waiting = await db.job.findMany({
    where: { kind: 'mail', doneAt: null },
    orderBy: [{ runAt: 'asc' }, { id: 'asc' }],
  });
  const dead = waiting.filter(({ deadAt }) => deadAt !== null);
  const tried = waiting.filter(({ attempts }) => attempts > MOST_TRIES - TRIES_LEFT);

  const mailbox = await startMailbox({ smtpPort, httpPort: 0 });
  const backAtMs = performance.now();
  const timesMs: number[] = [];
  const seen = new Set<number>();
  const watch = async () => {
    for (const { id } of mailbox.emails()) {
      if (!seen.has(id)) timesMs.push(performance.now());
      seen.add(id);
    }
    return seen.size;
  };
  await expect.poll(watch, { timeout: 150_000, interval: 10 }).toBe(waiting.length);
  const firstMs = (timesMs[0] ?? backAtMs) - backAtMs;
  const leavingMs = (timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0);

  const places = new Map(waiting.map(({ id }, place) => [String(id), place]));
  const arrived = mailbox.emails().toReversed();
  const overtaken = arrived.map(({ messageId }, index) => {
    const [, jobId = ''] = /job-(\d+)@/.exec(messageId ?? '') ?? [];
    return Math.abs((places.get(jobId) ?? Number.NaN) - index);
  });
  const inAnySecond = timesMs.map(
    (atMs) => timesMs.filter((other) => other >= atMs && other < atMs + 1000).length,
  );
  await cluster.untilNothingIsOpen();
  const broken = await cluster.brokenInvariants();
  report({
    counts: {
      orders: ORDERS,
      'emails waited': waiting.length,
      'given up': dead.length,
      'tries used up': tried.length,
      'ms until the first left': Math.round(firstMs),
      'ms until the last left': Math.round(firstMs + leavingMs),
      'in one second, at most': Math.max(...inAnySecond),
      'places out of order, at most': Math.max(...overtaken),
    },
    broken,
  });
  await mailbox.close();
  await cluster.close();
  expect(waiting.length).toBeGreaterThanOrEqual(ORDERS);
  expect([dead.length, tried.length]).toEqual([0, 0]);
  // One more if the machine delayed an email for a moment.
  expect(Math.max(...inAnySecond)).toBeLessThanOrEqual(PER_SECOND + 1);
  expect(leavingMs).toBeGreaterThan((1000 * (waiting.length - 2)) / PER_SECOND - 1000);
  // Each of the two processes sends four emails at a time.
  expect(Math.max(...overtaken)).toBeLessThanOrEqual(8);
  expect(broken).toEqual([]);
});
