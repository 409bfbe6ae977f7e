import { beforeAll, describe, expect, test } from 'vitest';

import { giveTo } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';

describe('the journal', () => {
  const shop = useRunning(startTestShop);
  let order: number;
  beforeAll(async () => {
    const { id } = await addItem(shop.app.db, { stocks: [3] });
    const { client } = await shop.app.member();
    await buy(client, { id, stripeToken: await shop.cardToken() });
    order = (await shop.app.db.order.findFirstOrThrow()).id;
  });

  const give = (command: string, values: Record<string, string>) =>
    giveTo(
      {
        db: shop.app.db,
        clock: () => new Date(),
        provider: async () => shop.jobDeps,
      },
      command,
      values,
    );
  const entries = () => shop.app.db.journalEntry.findMany({ orderBy: { id: 'asc' } });

  test('records who marked an order as delivered, and who undid it', async () => {
    await give('orders.deliver', { orders: String(order) });
    await give('orders.undoDelivery', { order: String(order) });

    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    const subject = { subjectKind: 'order', subjectId: String(order) };
    const actor = { actorKind: 'operator', actorName: 'Jeanne' };
    expect(await entries()).toMatchObject([
      {
        ...subject,
        ...actor,
        operation: 'orders.deliver',
        changes: { status: ['waiting', 'delivered'], postDate: [null, day] },
      },
      {
        ...subject,
        ...actor,
        operation: 'orders.undoDelivery',
        changes: { status: ['delivered', 'waiting'], postDate: [day, null] },
      },
    ]);
  });

  test('records nothing for a refused operation', async () => {
    const before = (await entries()).length;
    expect(await give('orders.undoDelivery', { order: String(order) })).toMatchObject({
      kind: 'refused',
    });
    expect(await give('orders.deliver', { orders: `${order} 999` })).toMatchObject({
      kind: 'refused',
      codes: ['orders_unknown'],
    });
    expect((await entries()).length).toBe(before);
  });

  test('is append-only, and rows are deleted after five years only', async () => {
    const { db } = shop.app;
    await expect(db.journalEntry.updateMany({ data: { actorName: 'Paul' } })).rejects.toThrow(
      /rows are only added/,
    );
    await expect(db.journalEntry.deleteMany()).rejects.toThrow(/kept for 5 years/);
    const aged = await db.journalEntry.create({
      data: {
        at: new Date(Date.now() - 6 * 366 * 86_400_000),
        actorKind: 'operator',
        actorName: 'Jeanne',
        operation: 'orders.deliver',
        subjectKind: 'order',
        subjectId: '1',
        changes: {},
      },
    });
    await db.journalEntry.delete({ where: { id: aged.id } });
  });
});
