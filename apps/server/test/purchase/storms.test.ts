import { describe, expect, test } from 'vitest';

import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';

describe('many buyers of few units', () => {
  const shop = useRunning(startTestShop);

  // One after the other: the queue for password hashing is deliberately short.
  const crowd = async (size: number) => {
    const people = [];
    for (let index = 0; index < size; index += 1) people.push(await shop.app.member());
    return people;
  };
  const remainingOf = async (itemId: number) =>
    (await shop.app.db.itemOption.findFirstOrThrow({ where: { itemId } })).remaining;
  const succeeded = () => shop.provider.money()['main']?.succeeded ?? 0;

  test('fifty buyers of five units make exactly five orders and five charges', async () => {
    const item = await addItem(shop.app.db, { stocks: [5] });
    const buyers = await crowd(50);
    const tokens = await Promise.all(buyers.map(() => shop.cardToken()));
    const before = succeeded();
    shop.provider.setLatency({ minMs: 0, maxMs: 60 });
    const answers = await Promise.all(
      buyers.map(({ client }, index) =>
        buy(client, { id: item.id, stripeToken: tokens[index] ?? '' }),
      ),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(409)]).toEqual([5, 45]);
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ text }) => text))).toEqual(
      new Set([JSON.stringify({ message: 'sold_out_item', code: 'sold_out_item' })]),
    );
    expect(
      await shop.app.db.order.count({ where: { attempt: { option: { itemId: item.id } } } }),
    ).toBe(5);
    expect(succeeded() - before).toBe(5);
    expect(await remainingOf(item.id)).toBe(0);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('units of declined cards are returned to stock, and none is lost', async () => {
    const item = await addItem(shop.app.db, { stocks: [6] });
    const buyers = await crowd(30);
    const numbers = ['4000000000000002', '4242424242424242', '4000000000009995'];
    const tokens = await Promise.all(
      buyers.map((_buyer, index) => shop.cardToken(numbers[index % numbers.length])),
    );
    const answers = await Promise.all(
      buyers.map(({ client }, index) =>
        buy(client, { id: item.id, stripeToken: tokens[index] ?? '' }),
      ),
    );
    const sold = answers.filter(({ status }) => status === 200).length;
    expect(await remainingOf(item.id)).toBe(6 - sold);
    expect(answers.every(({ status }) => [200, 402, 409].includes(status))).toBe(true);
    expect(await shop.brokenInvariants()).toEqual([]);
  });
});
