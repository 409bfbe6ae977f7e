import { beforeEach, describe, expect, test } from 'vitest';

import { databaseFault } from './database-errors.ts';
import type { Tx } from './db.ts';
import { useTestDatabase } from './testing.ts';
import { inTransaction } from './transaction.ts';

const { db } = await useTestDatabase();
beforeEach(() => db.job.deleteMany());

describe('inTransaction', () => {
  const addJob = (tx: Tx, dedupe: string) =>
    tx.job.create({ data: { kind: 'test', payload: {}, dedupe } });

  test('commits all of its work', async () => {
    const result = await inTransaction(db, async (tx) => {
      await addJob(tx, 'a');
      await addJob(tx, 'b');
      return 'done';
    });
    expect(result).toBe('done');
    expect(await db.job.count()).toBe(2);
  });

  test('rolls back when its work throws, and rethrows the error', async () => {
    const failure = new Error('no');
    const work = inTransaction(db, async (tx) => {
      await addJob(tx, 'a');
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await db.job.count()).toBe(0);
  });

  test('rolls back after a failed statement, and leaves the connection usable', async () => {
    const work = inTransaction(db, async (tx) => {
      await addJob(tx, 'a');
      await addJob(tx, 'a');
    });
    await expect(work).rejects.toThrow('Unique constraint failed');
    expect(await db.job.count()).toBe(0);
    await inTransaction(db, (tx) => addJob(tx, 'b'));
    expect(await db.job.count()).toBe(1);
  });

  test('retries once after a serialization failure, and fails after the second', async () => {
    let runs = 0;
    const losing = (losses: number) => async (tx: Tx) => {
      runs += 1;
      await addJob(tx, 'a');
      if (runs <= losses) {
        await tx.$executeRaw`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`;
      }
      return runs;
    };
    expect(await inTransaction(db, losing(1))).toBe(2);
    expect(await db.job.count()).toBe(1);

    runs = 0;
    await db.job.deleteMany();
    const error = await inTransaction(db, losing(2)).catch((cause: unknown) => cause);
    expect(databaseFault(error)).toBe('conflict');
    expect(runs).toBe(2);
  });

  test('does not retry work that fails for another reason', async () => {
    let runs = 0;
    const work = inTransaction(db, async (tx) => {
      runs += 1;
      await addJob(tx, 'a');
      await addJob(tx, 'a');
    });
    await expect(work).rejects.toThrow('Unique constraint failed');
    expect(runs).toBe(1);
  });
});

describe('concurrent transactions', () => {
  test('both complete after a deadlock', async () => {
    const jobs = await db.job.createManyAndReturn({
      data: ['a', 'b'].map((dedupe) => ({ kind: 'test', payload: {}, dedupe })),
    });
    const ids = jobs.map((job) => job.id);
    let waiting = 2;
    let bothHoldOne = () => {};
    const meeting = new Promise<void>((resolve) => (bothHoldOne = resolve));
    const bump = (tx: Tx, id: number | undefined) =>
      tx.job.updateMany({ where: { id: id ?? 0 }, data: { attempts: { increment: 1 } } });
    const work = ([first, second]: number[]) =>
      inTransaction(db, async (tx) => {
        await bump(tx, first);
        waiting -= 1;
        if (waiting === 0) bothHoldOne();
        await meeting;
        await bump(tx, second);
      });

    await Promise.all([work(ids), work(ids.toReversed())]);
    const attempts = (await db.job.findMany()).map((job) => job.attempts);
    expect(attempts).toEqual([2, 2]);
  });
});
