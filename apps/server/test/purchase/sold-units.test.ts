import { randomUUID } from 'node:crypto';

import { findPurchaseViolations } from '@agres/money/purchase/purchase-invariants';
import { countSoldUnits, findStockDifferences } from '@agres/money/purchase/sold-units';
import { listStock } from '@agres/office/catalogue/list-stock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { giveTo } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { buy, startTestShop, type TestShop } from '../support/shop.ts';

const HOUR_MS = 3_600_000;
const MENDED = 'sold units were miscounted';

describe('the count of sold units', () => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await startTestShop();
  });
  afterEach(() => shop.close());

  /** Creates an option with ten units, three of them sold an hour ago. */
  const addSold = async (): Promise<{ itemId: number; optionId: number }> => {
    const { id: itemId, options } = await addItem(shop.app.db, { stocks: [10] });
    const optionId = options[0]?.id ?? 0;
    await sell(optionId, 3);
    return { itemId, optionId };
  };
  const sell = async (optionId: number, units: number) => {
    const { db } = shop.app;
    for (let count = 0; count < units; count += 1) {
      const { id } = await db.purchaseAttempt.create({
        data: {
          idempotencyKey: randomUUID(),
          requestHash: new Uint8Array(32),
          state: 'paid',
          optionId,
          itemSnapshot: {},
          recipient: {},
          cgvAt: new Date(),
          locale: 'fr',
          amountCents: 2999,
          stripeAccount: 'main',
          paymentIntentId: randomUUID(),
        },
      });
      const at = new Date(Date.now() - HOUR_MS);
      await db.moneyAudit.create({ data: { attemptId: id, toState: 'paid', by: 'request', at } });
    }
    await db.itemOption.update({
      where: { id: optionId },
      data: { remaining: { decrement: units } },
    });
  };
  const counted = async (optionId: number) =>
    (await shop.app.db.soldUnits.findUnique({ where: { optionId } }))?.units ?? 0;
  const soldInList = async (optionId: number) => {
    const answer = await giveTo(
      {
        db: shop.app.db,
        clock: () => new Date(),
        provider: async () => shop.jobDeps,
      },
      'stock.list',
    );
    const { options } = z.object({ output: listStock.output }).parse(answer).output;
    return options.find(({ id }) => id === optionId)?.sold;
  };
  const lately = () => new Date(Date.now() - HOUR_MS);
  const brokenOf = async (optionId: number) =>
    (await findPurchaseViolations(shop.app.db, lately())).filter(
      ({ subject }) => subject === `option ${optionId}`,
    );

  test('counts each sale once with concurrent processes', async () => {
    const { optionId } = await addSold();
    const { db } = shop.app;
    const waiting = async () => {
      const [row] = await db.$queryRaw<{ count: number }[]>`
          SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.count;
    };
    // Until this transaction ends, all four wait: for the table, or, without its lock, to write what they read.
    const counting = await db.$transaction(async (tx) => {
      await tx.soldUnits.create({ data: { optionId, units: 0, until: new Date(0) } });
      const begun = Array.from({ length: 4 }, () => countSoldUnits(shop.jobDeps));
      await expect.poll(waiting).toBe(4);
      await tx.soldUnits.delete({ where: { optionId } });
      return { all: Promise.all(begun) };
    });
    await counting.all;
    expect(await counted(optionId)).toBe(3);
    expect(shop.app.logLines.join()).not.toContain(MENDED);
  });

  test('omits the newest sales, which stock.list adds', async () => {
    const { itemId, optionId } = await addSold();
    await countSoldUnits(shop.jobDeps);
    const { client } = await shop.app.member();
    const { status } = await buy(client, { id: itemId, stripeToken: await shop.cardToken() });
    expect(status).toBe(200);
    await countSoldUnits(shop.jobDeps);
    expect(await counted(optionId)).toBe(3);
    expect(await soldInList(optionId)).toBe(4);
    expect(await brokenOf(optionId)).toEqual([]);
    expect(shop.app.logLines.join()).not.toContain(MENDED);
  });

  test('reveals a missing unit', async () => {
    const { optionId } = await addSold();
    await countSoldUnits(shop.jobDeps);
    const { db } = shop.app;
    await db.itemOption.update({ where: { id: optionId }, data: { remaining: { decrement: 1 } } });
    expect(await brokenOf(optionId)).toEqual([
      { invariant: 'L2', subject: `option ${optionId}`, detail: '10 + 0 <> 6 + 3' },
    ]);
    await countSoldUnits(shop.jobDeps);
    expect(await brokenOf(optionId)).toHaveLength(1);
    await db.itemOption.update({ where: { id: optionId }, data: { remaining: { increment: 1 } } });
    expect(await brokenOf(optionId)).toEqual([]);
  });

  test('raises no alert when it is wrong itself, and is corrected', async () => {
    const { optionId } = await addSold();
    await countSoldUnits(shop.jobDeps);
    await shop.app.db.soldUnits.update({ where: { optionId }, data: { units: 7 } });
    expect(await brokenOf(optionId)).toEqual([]);
    expect(await findStockDifferences(shop.app.db, lately())).toEqual({
      broken: [],
      miscounted: [optionId],
    });
    await countSoldUnits(shop.jobDeps);
    expect(await counted(optionId)).toBe(3);
    expect(shop.app.logLines.join()).toContain(MENDED);
  });
});
