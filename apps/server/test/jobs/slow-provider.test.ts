import { MAX_ATTEMPTS, type ClaimTimes } from '@agres/core/jobs/queue';
import { createJobWorker } from '@agres/core/jobs/worker';
import { openTestDatabase } from '@agres/db/testing';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import { JOBS } from '@agres/shop/background-schedule';
import { afterEach, describe, expect, test } from 'vitest';

import { enqueueStored } from '../support/jobs.ts';
import { useRunning } from '../support/running.ts';
import { payOutside, startTestShop } from '../support/shop.ts';

const READ = 'payment_intents.retrieve';

/** A lease of two seconds; one call to the provider may take as long. */
const SHORT_CLAIM = { leaseSeconds: 2, callsMs: 1200 };
const NEVER_MS = 60_000;

describe('a refund job with a slow provider', () => {
  const database = useRunning(openTestDatabase);
  const shop = useRunning(() => startTestShop({ database, callTimeoutMs: 2000 }));

  afterEach(async () => {
    shop.provider.clearFaults();
    shop.provider.clearJournal();
    await shop.app.db.job.deleteMany();
  });

  let theIntent = '';
  /** Creates a payment without an order, and the job that refunds it. */
  const oweRefund = async (kind = 'refund_intent') => {
    const attemptId = crypto.randomUUID();
    const { id: installation } = shop.app.deps.installation;
    const metadata = { attempt_id: attemptId, installation };
    const intentId = await payOutside(shop, { amountCents: 2999, metadata });
    const payload = { account: 'main', intentId };
    await enqueueStored(shop.app.db, { kind, payload });
    theIntent = intentId;
    shop.provider.clearJournal();
    return () => shop.provider.money()['main']?.byAttempt[attemptId]?.refundedCents;
  };
  const theJob = () => shop.app.db.job.findFirstOrThrow();
  const calls = () => shop.provider.journal().map(({ operation }) => operation);

  const work = async (extendEveryMs: number, until: () => Promise<boolean>) => {
    const claimTimes: ClaimTimes = { ...SHORT_CLAIM, extendEveryMs };
    const worker = createJobWorker({ jobs: JOBS, deps: shop.jobDeps, pollMs: 20, claimTimes });
    worker.start();
    await expect.poll(until).toBe(true);
    await worker.stop();
  };
  const isTried = async () => (await theJob()).lastError !== null;
  const isDone = async () => (await theJob()).doneAt !== null;

  test('ends before its lease expires, and the next attempt refunds once', async () => {
    const refundedCents = await oweRefund();
    shop.provider.addFault({ operation: READ, effect: 'hang', times: 3 });
    const startedAtMs = performance.now();
    await work(NEVER_MS, isTried);
    expect(performance.now() - startedAtMs).toBeLessThan(1000 * SHORT_CLAIM.leaseSeconds);
    expect(await theJob()).toMatchObject({ lockedBy: null, attempts: 1, doneAt: null });
    expect(refundedCents()).toBe(0);
    shop.provider.clearFaults();
    await shop.app.db.job.updateMany({ data: { runAt: new Date(0) } });
    await work(NEVER_MS, isDone);
    expect(await theJob()).toMatchObject({ attempts: 2 });
    await sendRefunds(shop.jobDeps);
    expect(refundedCents()).toBe(2999);
  });

  test('continues as long as its lease is extended', async () => {
    await oweRefund('check_refunds');
    const late = { effect: 'delay', delayMs: 800 } as const;
    shop.provider.addFault({ operation: 'refunds.list', ...late });
    shop.provider.addFault({ operation: 'disputes.list', ...late });
    await work(100, isDone);
    expect(await theJob()).toMatchObject({ attempts: 1 });
    expect(calls()).toEqual(['refunds.list', 'disputes.list', 'invoice_payments.list']);
  });

  test('makes no further call once another worker has its lease', async () => {
    const refundedCents = await oweRefund();
    const loseClaim = async () => {
      await shop.app.db.job.updateMany({ data: { lockedBy: 'another' } });
      await new Promise((resolve) => setTimeout(resolve, 500));
    };
    shop.provider.addFault({ operation: READ, effect: 'delay', meanwhile: loseClaim });
    await work(100, async () => calls().length > 0);
    expect(calls()).toEqual([READ]);
    expect(refundedCents()).toBe(0);
    expect(await theJob()).toMatchObject({ lockedBy: 'another', doneAt: null, lastError: null });
  });

  test.each([
    [
      'the payment is disputed',
      () =>
        shop.app.db.dispute.create({
          data: {
            id: `du_${theIntent}`,
            stripeAccount: 'main',
            paymentIntentId: theIntent,
            status: 'under_review',
            amountCents: 2999,
            reason: 'fraudulent',
            openedAt: new Date(),
          },
        }),
    ],
    [
      'the provider does not answer',
      async () => shop.provider.addFault({ operation: READ, effect: 'reset', times: 100 }),
    ],
    [
      'the provider refuses our keys',
      async () => shop.provider.addFault({ operation: READ, effect: 'authentication', times: 100 }),
    ],
  ])('is never given up while %s', async (_, obstruct) => {
    const refundedCents = await oweRefund();
    await obstruct();
    // Days later.
    await shop.app.db.job.updateMany({ data: { attempts: MAX_ATTEMPTS - 1 } });
    await work(NEVER_MS, isTried);
    const { deadAt, runAt, attempts } = await theJob();
    expect(deadAt).toBeNull();
    const minutes = (runAt.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThan(76);
    // Another failure has its own attempts afterwards.
    expect(attempts).toBeLessThan(MAX_ATTEMPTS / 2);
    shop.provider.clearFaults();
    await shop.app.db.dispute.updateMany({ data: { status: 'won' } });
    await shop.app.db.job.updateMany({ data: { runAt: new Date(0) } });
    await work(NEVER_MS, isDone);
    await sendRefunds(shop.jobDeps);
    expect(refundedCents()).toBe(2999);
  });
});
