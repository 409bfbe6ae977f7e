import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';

import { operatorAlertEmail, raiseAlert } from '@agres/core/jobs/alert';
import { enqueueEmail } from '@agres/core/jobs/email';
import {
  claimJobs,
  MAX_ATTEMPTS,
  pauseSeconds,
  postponeJob,
  takeTurn,
} from '@agres/core/jobs/queue';
import { endScheduleLease, takeScheduleLease } from '@agres/core/jobs/schedule-lease';
import { createJobWorker } from '@agres/core/jobs/worker';
import { inTransaction } from '@agres/db/transaction';
import type { Mailer } from '@agres/mail/mailer';
import { createSmtpMailer } from '@agres/mail/smtp-mailer';
import { JOBS } from '@agres/shop/background-schedule';
import { purge } from '@agres/shop/retention-rules';
import { beforeEach, describe, expect, test } from 'vitest';

import { enqueueStored } from '../support/jobs.ts';
import { addUser } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { startMailedShop } from '../support/shop.ts';

describe('jobs', () => {
  const shop = useRunning(startMailedShop);

  beforeEach(async () => {
    await shop.app.db.job.deleteMany();
  });

  const alertJob = (event: string) => ({
    kind: 'mail' as const,
    payload: { letter: 'alert' as const, event, facts: {} },
  });
  const claim = (workerId: string) =>
    claimJobs(shop.app.db, {
      workerId,
      limit: 10,
      leaseSeconds: 30,
      kinds: ['mail', 'cancel_intent'],
      letters: ['alert'],
      resting: [],
      paced: [],
      pacedLimit: 0,
    });
  const endClaims = () => shop.app.db.$executeRaw`
    UPDATE job SET locked_until = now() - interval '1 second' WHERE locked_until IS NOT NULL`;
  const jobs = () => shop.app.db.job.findMany({ orderBy: { id: 'asc' } });

  test('are enqueued in the transaction of a change, and rolled back with it', async () => {
    const { db } = shop.app;
    const failing = inTransaction(db, async (tx) => {
      await enqueueStored(tx, alertJob('never'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await jobs()).toEqual([]);
    await inTransaction(db, (tx) => enqueueStored(tx, alertJob('once')));
    expect(await jobs()).toHaveLength(1);
  });

  test('with the same dedupe key are stored once under concurrent calls', async () => {
    await Promise.all(
      Array.from({ length: 8 }, () =>
        enqueueStored(shop.app.db, { ...alertJob('same'), dedupe: 'same' }),
      ),
    );
    expect(await jobs()).toHaveLength(1);
  });

  test('that are dead restart when they are enqueued again', async () => {
    const { db } = shop.app;
    const payload = { account: 'main', intentId: 'pi_1' };
    const job = { kind: 'cancel_intent', payload, dedupe: 'again' };
    await enqueueStored(db, job);
    await db.job.updateMany({ data: { attempts: 12, deadAt: new Date(), lastError: 'refused' } });
    expect(await claim('any')).toEqual([]);
    const now = { ...payload, intentId: 'pi_2' };
    await Promise.all([1, 2, 3].map(() => enqueueStored(db, { ...job, payload: now })));
    expect(await jobs()).toMatchObject([{ deadAt: null, lastError: null }]);
    expect(await claim('any')).toMatchObject([{ attempts: 1, payload: now }]);
    await enqueueStored(db, job);
    expect(await jobs()).toMatchObject([{ attempts: 1, payload: now, lockedBy: 'any' }]);
  });

  test('of dead emails stay dead when they are enqueued again', async () => {
    const { db } = shop.app;
    const email = { email: operatorAlertEmail, request: { event: 'e', facts: {} }, dedupe: 'same' };
    await enqueueEmail(db, email);
    await db.job.updateMany({ data: { deadAt: new Date() } });
    await enqueueEmail(db, email);
    expect(await jobs()).toMatchObject([{ deadAt: expect.any(Date) }]);
  });

  test('are claimed by one worker each under concurrent claims', async () => {
    for (let index = 0; index < 40; index += 1)
      await enqueueStored(shop.app.db, alertJob(`${index}`));
    const claimed = await Promise.all(Array.from({ length: 8 }, (_, index) => claim(`${index}`)));
    const ids = claimed.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await claim('late');
    expect(ids.length + rest.length).toBeLessThanOrEqual(40);
    expect((await claim('again')).map(({ id }) => id).filter((id) => ids.includes(id))).toEqual([]);
  });

  // A column with millisecond precision rounds half of all times up.
  test('can be claimed as soon as they are stored', async () => {
    const claimed: number[] = [];
    for (let turn = 0; turn < 50; turn += 1) {
      await enqueueStored(shop.app.db, alertJob('now'));
      claimed.push((await claim('any')).length);
    }
    expect(claimed).toEqual(Array<number>(50).fill(1));
  });

  test('of a dead worker are claimed by the next one when the lease expires', async () => {
    await enqueueStored(shop.app.db, alertJob('left'));
    const [first] = await claim('dead');
    expect(await claim('other')).toEqual([]);
    await endClaims();
    const [second] = await claim('other');
    expect(second).toMatchObject({ id: first?.id, attempts: 2 });
  });

  test('with a delay are not claimed before it is over', async () => {
    await enqueueStored(shop.app.db, { ...alertJob('later'), inSeconds: 60 });
    expect(await claim('any')).toEqual([]);
  });

  test('back off longer after each attempt, up to six hours', () => {
    const pauses = Array.from({ length: MAX_ATTEMPTS }, (_, index) => pauseSeconds(index + 1));
    expect(pauses.slice(0, 4)).toEqual([10, 40, 160, 640]);
    expect(Math.max(...pauses)).toBe(6 * 3600);
  });

  test('are not postponed by a worker that has lost its lease', async () => {
    await enqueueStored(shop.app.db, alertJob('slow'));
    const [job] = await claim('slow');
    await endClaims();
    await claim('quick');
    const claimOf = { jobId: job?.id ?? 0, workerId: 'slow' };
    await postponeJob(shop.app.db, claimOf, { reason: 'late', attempts: 1 });
    const [row] = await jobs();
    expect(row).toMatchObject({ lockedBy: 'quick', lastError: null });
  });

  test('are done once by three workers, with one email each', async () => {
    for (let index = 0; index < 12; index += 1) {
      await enqueueStored(shop.app.db, alertJob(`letter ${index}.`));
    }
    const workers = [1, 2, 3].map(() =>
      createJobWorker({ jobs: JOBS, deps: shop.jobDeps, pollMs: 10 }),
    );
    for (const worker of workers) worker.start();
    await expect
      .poll(async () => (await jobs()).filter(({ doneAt }) => doneAt !== null).length, {
        timeout: 10_000,
      })
      .toBe(12);
    await Promise.all(workers.map((worker) => worker.stop()));
    const subjects = shop.mailbox
      .emails()
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes(`letter `));
    expect(subjects).toHaveLength(12);
    expect(new Set(subjects).size).toBe(12);
  });

  test('start at once when the worker is woken', async () => {
    const worker = createJobWorker({ jobs: JOBS, deps: shop.jobDeps, pollMs: 60_000 });
    worker.start();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await enqueueStored(shop.app.db, alertJob('now'));
    worker.wake();
    await expect.poll(async () => (await jobs())[0]?.doneAt).not.toBeNull();
    await worker.stop();
  });

  test('whose end cannot be stored keep the worker from starting others until the rest is done', async () => {
    const { db } = shop.app;
    const names = ['unstorable', 'slow', 'slow', 'slow', 'next'];
    for (const name of names) await enqueueStored(db, alertJob(name));
    await db.$executeRaw`
      ALTER TABLE job ADD CONSTRAINT cannot_end
      CHECK (done_at IS NULL OR payload->>'event' <> 'unstorable')`;
    const gate = Promise.withResolvers<void>();
    const begun: string[] = [];
    const mailer: Mailer = {
      send: async ({ text }) => {
        const name = names.find((event) => text.includes(event)) ?? 'unknown';
        begun.push(name);
        if (name === 'slow') await gate.promise;
        return { kind: 'accepted' };
      },
    };
    let polls = 0;
    const countPoll = async () => {
      polls += 1;
      return 'none' as const;
    };
    const clock = { name: 'clock', everyMs: 10, run: countPoll };
    const worker = createJobWorker({
      jobs: JOBS,
      deps: { ...shop.jobDeps, mailer },
      pollMs: 10,
      rounds: [clock],
    });
    worker.start();
    await expect.poll(() => shop.app.logLines.join('\n')).toContain('cannot_end');
    const polledBefore = polls;
    await expect.poll(() => polls).toBeGreaterThan(polledBefore + 20);
    expect(begun.toSorted()).toEqual(['slow', 'slow', 'slow', 'unstorable']);
    gate.resolve();
    await expect.poll(() => begun).toContain('next');
    await worker.stop();
    await db.$executeRaw`ALTER TABLE job DROP CONSTRAINT cannot_end`;
    const done = (await jobs()).filter(({ doneAt }) => doneAt !== null);
    expect(done).toHaveLength(4);
  });

  test('wait for an unreachable mail server without using up an attempt', async () => {
    const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:9', from: 'shop@example.fr' });
    await enqueueStored(shop.app.db, alertJob('postponed'));
    await shop.app.db.job.updateMany({ data: { attempts: MAX_ATTEMPTS - 1 } });
    const worker = createJobWorker({ jobs: JOBS, deps: { ...shop.jobDeps, mailer }, pollMs: 10 });
    worker.start();
    await expect.poll(async () => (await jobs())[0]?.lastError).toBe('ESOCKET');
    await enqueueStored(shop.app.db, { kind: 'refund_intent', payload: { nobody: 1 } });
    await expect.poll(async () => (await jobs())[1]?.deadAt).not.toBeNull();
    await worker.stop();
    const [row] = await jobs();
    expect(row).toMatchObject({ doneAt: null, deadAt: null, lockedBy: null });
    expect(row?.attempts).toBe(MAX_ATTEMPTS - 1);
    expect(row?.runAt.getTime()).toBeLessThan(Date.now());
  });

  test('of late emails are done in order, five a second at most', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `late ${index}.`);
    for (const name of names) await enqueueStored(shop.app.db, alertJob(name));
    await shop.app.db.$executeRaw`
      UPDATE job SET run_at = run_at - interval '1 day', last_error = 'ESOCKET'`;
    const left: { name: string | undefined; atMs: number }[] = [];
    const mailer: Mailer = {
      send: async ({ text }) => {
        const name = names.find((event) => text.includes(event));
        left.push({ name, atMs: performance.now() });
        return { kind: 'accepted' };
      },
    };
    const deps = { ...shop.jobDeps, mailer };
    const worker = createJobWorker({ jobs: JOBS, deps, pollMs: 10 });
    const startedMs = performance.now();
    worker.start();
    await expect.poll(() => left.length, { timeout: 30_000 }).toBe(12);
    await worker.stop();
    expect(left.map(({ name }) => name)).toEqual(names);
    // Measured from the start, because a delayed email on a slow machine is closer to the next one.
    const tooSoon = left.filter(({ atMs }, index) => atMs - startedMs < index * 200 - 50);
    expect(tooSoon).toEqual([]);
  });

  test('do not wait for late emails, of which four at most are in flight', async () => {
    const { db } = shop.app;
    for (let index = 0; index < 12; index += 1) await enqueueStored(db, alertJob(`late ${index}.`));
    await db.$executeRaw`UPDATE job SET run_at = run_at - interval '1 day'`;
    const gate = Promise.withResolvers<void>();
    const begun: ('late' | 'new')[] = [];
    const mailer: Mailer = {
      send: async ({ text }) => {
        const isLate = text.includes('late');
        begun.push(isLate ? 'late' : 'new');
        if (isLate) await gate.promise;
        return { kind: 'accepted' };
      },
    };
    const worker = createJobWorker({ jobs: JOBS, deps: { ...shop.jobDeps, mailer }, pollMs: 10 });
    worker.start();
    await expect.poll(() => begun).toHaveLength(4);
    await enqueueStored(db, { kind: 'refund_intent', payload: { nobody: 1 } });
    await expect.poll(() => db.job.count({ where: { deadAt: { not: null } } })).toBe(1);
    await enqueueStored(db, alertJob('of this minute'));
    await expect.poll(() => begun).toContain('new');
    expect(begun.filter((name) => name === 'late')).toHaveLength(4);
    const stopped = worker.stop();
    gate.resolve();
    await stopped;
  });

  test('take the next turn at once after the database clock is set back', async () => {
    const { db } = shop.app;
    await takeTurn(db, 'set back', 5);
    await db.$executeRaw`
      UPDATE rate_limit SET tat = tat + interval '1 hour' WHERE key = 'turn:set back'`;
    expect(await takeTurn(db, 'set back', 5)).toBeLessThan(1000);
    // The turn after it waits as usual.
    expect(await takeTurn(db, 'set back', 5)).toBeGreaterThan(0);
  });

  test('wait for a mail server that times out', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const timeouts = { connectMs: 100, greetingMs: 100, socketMs: 100 };
    const url = `smtp://127.0.0.1:${port}`;
    const mailer = createSmtpMailer({ url, from: 'shop@example.fr', timeouts });
    await enqueueStored(shop.app.db, alertJob('silence'));
    const worker = createJobWorker({ jobs: JOBS, deps: { ...shop.jobDeps, mailer }, pollMs: 10 });
    worker.start();
    await expect.poll(async () => (await jobs())[0]?.lastError).not.toBeNull();
    await worker.stop();
    silent.close();
    expect((await jobs())[0]?.doneAt).toBeNull();
  });

  test('of a newer release are left to its processes', async () => {
    const { db } = shop.app;
    await db.job.create({ data: { kind: 'dance', payload: {} } });
    await db.job.create({ data: { kind: 'mail', payload: { letter: 'poem' } } });
    await enqueueStored(db, alertJob('known'));
    await shop.inBackground(async () => (await jobs())[2]?.doneAt !== null);
    expect(await jobs()).toMatchObject([
      { attempts: 0, deadAt: null },
      { attempts: 0, deadAt: null },
      { attempts: 1 },
    ]);
  });

  const yesterday = new Date(Date.now() - 25 * 3_600_000);

  test.each([
    ['of a kind unknown for a day', { kind: 'dance', payload: {}, runAt: yesterday }],
    [
      'of an email unknown for a day',
      { kind: 'mail', payload: { letter: 'poem' }, runAt: yesterday },
    ],
    ['with an unreadable payload', { kind: 'refund_intent', payload: { nobody: 1 } }],
  ])('%s are given up with an alert', async (_name, job) => {
    await shop.app.db.job.create({ data: job });
    await shop.inBackground(async () => (await jobs())[0]?.deadAt !== null);
    expect(shop.app.logLines.join('\n')).toContain('A job was given up');
    expect((await jobs()).some(({ dedupe }) => dedupe?.startsWith('alert:dead:'))).toBe(true);
  });

  test('of rejected emails share one alert a day', async () => {
    const { db } = shop.app;
    const refused = ['full@example.fr', 'gone@example.fr'];
    for (const email of refused) {
      const { id } = await addUser(db, { email, activatedAt: null });
      await enqueueStored(db, {
        kind: 'mail',
        payload: { letter: 'activation', userId: id, locale: 'fr' },
      });
    }
    const mailer: Mailer = {
      ...shop.jobDeps.mailer,
      send: async ({ to }) =>
        refused.includes(to) ? { kind: 'refused', reason: 'smtp_501' } : { kind: 'accepted' },
    };
    const worker = createJobWorker({ jobs: JOBS, deps: { ...shop.jobDeps, mailer }, pollMs: 10 });
    worker.start();
    await expect.poll(async () => (await jobs()).filter(({ deadAt }) => deadAt)).toHaveLength(2);
    await worker.stop();
    const alerts = (await jobs()).filter(({ dedupe }) => dedupe?.startsWith('alert:'));
    expect(alerts.map(({ dedupe }) => dedupe)).toEqual([
      expect.stringMatching(/^alert:dead:mail:\d{4}-\d\d-\d\d$/),
    ]);
    expect(shop.app.logLines.join('\n')).toContain('"reason":"smtp_501","msg":"email refused"');
  });

  test('of a copy email the shop and its own new accounts, and no other address', async () => {
    const { db } = shop.app;
    const { installation } = shop.jobDeps;
    const original = await addUser(db, { email: 'original@example.fr' });
    const createdAt = new Date(Date.now() - 60_000);
    await db.user.update({ where: { id: original.id }, data: { createdAt } });
    installation.copiedAt = new Date(Date.now() - 1000);
    try {
      const own = await addUser(db, { email: 'own@example.fr' });
      for (const { id: userId } of [original, own]) {
        const payload = { letter: 'passwordRecovery', userId, locale: 'fr' };
        await enqueueStored(db, { kind: 'mail', payload });
      }
      // Of an account that the copy deleted; a visitor's or a former address is no account's either.
      const payload = { letter: 'accountDeleted', to: 'deleted@example.fr', locale: 'fr' };
      await enqueueStored(db, { kind: 'mail', payload });
      await enqueueStored(db, alertJob('of a copy'));
      await shop.mailSent();
    } finally {
      installation.copiedAt = null;
    }
    const to = (address: string) => shop.emailsTo(address).length;
    expect(['original', 'deleted', 'own'].map((name) => to(`${name}@example.fr`))).toEqual([
      0, 0, 1,
    ]);
    expect(
      shop
        .emailsTo('alert@example.fr')
        .map(({ text }) => text)
        .join(),
    ).toContain('of a copy');
  });

  test('of alerts are logged once as fatal, also while no email leaves', async () => {
    const { db, logLines } = shop.app;
    const fatal = (event: string) =>
      logLines.filter((line) => line.includes('"level":"fatal"') && line.includes(event)).length;
    await enqueueStored(db, alertJob('enqueued with its cause'));
    await raiseAlert(shop.jobDeps, { event: 'raised at once', facts: {}, dedupe: 'raised' });
    expect([fatal('enqueued with its cause'), fatal('raised at once')]).toEqual([0, 1]);
    let tries = 0;
    const mailer: Mailer = {
      send: async () => {
        tries += 1;
        return tries < 5 ? { kind: 'postponed', reason: 'smtp_451' } : { kind: 'accepted' };
      },
    };
    const worker = createJobWorker({ jobs: JOBS, deps: { ...shop.jobDeps, mailer }, pollMs: 10 });
    worker.start();
    const areDone = async () => {
      await db.$executeRaw`UPDATE job SET run_at = now() WHERE done_at IS NULL`;
      return (await jobs()).every(({ doneAt }) => doneAt !== null);
    };
    await expect.poll(areDone).toBe(true);
    await worker.stop();
    expect([fatal('enqueued with its cause'), fatal('raised at once')]).toEqual([1, 1]);
  });

  test('are given up after the last attempt', async () => {
    await enqueueStored(shop.app.db, {
      kind: 'cancel_intent',
      payload: { account: 'main', intentId: 'pi_nobody' },
    });
    await shop.app.db.job.updateMany({ data: { attempts: MAX_ATTEMPTS - 1 } });
    await shop.inBackground(async () => (await jobs())[0]?.deadAt !== null);
    expect((await jobs())[0]).toMatchObject({ attempts: MAX_ATTEMPTS, doneAt: null });
  });

  test('done a week ago are purged, and dead ones stay', async () => {
    const longAgo = new Date(Date.now() - 8 * 86_400_000);
    const { db } = shop.app;
    await db.job.create({ data: { kind: 'mail', payload: {}, doneAt: longAgo } });
    await db.job.create({ data: { kind: 'mail', payload: {}, doneAt: new Date() } });
    await db.job.create({ data: { kind: 'mail', payload: {}, deadAt: longAgo } });
    await purge(db);
    expect((await jobs()).map(({ doneAt, deadAt }) => [doneAt !== null, deadAt !== null])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  test('a failing step of periodic work does not stop the others', async () => {
    const { db } = shop.app;
    const { id } = await db.declaration.create({
      data: {
        kind: 'withdrawal',
        key: randomBytes(32),
        proof: 'none',
        email: 'writer@example.fr',
        locale: 'fr',
        receipt: 'waiting',
        declaredAt: new Date(0),
      },
    });
    await db.jobSchedule.deleteMany();
    await db.$executeRaw`ALTER TABLE stock_request RENAME TO away`;
    try {
      await shop.inBackground(
        async () => (await db.declaration.findUnique({ where: { id } }))?.receipt === 'address',
      );
      const overdue = await db.jobSchedule.findUniqueOrThrow({ where: { name: 'laws' } });
      expect(overdue.lockedUntil).not.toBeNull();
    } finally {
      await db.$executeRaw`ALTER TABLE away RENAME TO stock_request`;
    }
  });

  test('periodic work is leased by one process, and again after its period or its lease', async () => {
    const { db } = shop.app;
    const work = { name: 'test', everySeconds: 60, leaseSeconds: 30, run: async () => {} };
    const take = async () => (await takeScheduleLease(db, work)) === 0;
    const taken = await Promise.all(Array.from({ length: 8 }, take));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await endScheduleLease(db, work);
    const waitSeconds = await takeScheduleLease(db, work);
    expect(waitSeconds).toBeGreaterThan(50);
    // The database rounds to the millisecond, also up.
    expect(waitSeconds).toBeLessThan(60.001);
    await db.$executeRaw`
      UPDATE job_schedule SET next_run_at = now() - interval '1 second' WHERE name = ${work.name}`;
    expect(await take()).toBe(true);
    // If a process dies, its lease expires and another process takes the work.
    const leaseSeconds = await takeScheduleLease(db, work);
    expect(leaseSeconds).toBeGreaterThan(20);
    expect(leaseSeconds).toBeLessThan(30.001);
    await db.$executeRaw`
      UPDATE job_schedule SET locked_until = now() - interval '1 second' WHERE name = ${work.name}`;
    expect(await take()).toBe(true);
  });
});
