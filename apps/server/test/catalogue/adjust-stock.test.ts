import { describe, expect, test } from 'vitest';

import { giveTo } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';

describe('stock adjusted during concurrent purchases', () => {
  const shop = useRunning(startTestShop);

  const adjust = (option: number, units: number) =>
    giveTo(
      {
        db: shop.app.db,
        clock: () => new Date(),
        provider: async () => shop.jobDeps,
      },
      'stock.adjust',
      { option: String(option), units: String(units), kind: 'other', reason: 'Inventaire' },
    );

  test('is never oversold or negative, and every unit is accounted for', async () => {
    const { id, options } = await addItem(shop.app.db, { stocks: [10] });
    const option = options[0]?.id ?? 0;
    const buyers = [];
    for (let count = 0; count < 40; count += 1) buyers.push(await shop.app.member());
    const tokens = await Promise.all(buyers.map(() => shop.cardToken()));
    shop.provider.setLatency({ minMs: 0, maxMs: 40 });

    const changes = [-3, 5, -4, -20, 2, -6, 1, -5, 4, -7, -2, 3];
    const [answers, adjusted] = await Promise.all([
      Promise.all(
        buyers.map(({ client }, index) => buy(client, { id, stripeToken: tokens[index] ?? '' })),
      ),
      Promise.all(changes.map((units) => adjust(option, units))),
    ]);

    const sold = answers.filter(({ status }) => status === 200).length;
    const moved = changes.filter((_units, index) => adjusted[index]?.kind === 'done');
    const sum = moved.reduce((total, units) => total + units, 0);
    expect(adjusted.every(({ kind }) => kind === 'done' || kind === 'refused')).toBe(true);
    expect(moved).not.toContain(-20);
    const { remaining } = await shop.app.db.itemOption.findUniqueOrThrow({ where: { id: option } });
    expect(remaining).toBe(10 + sum - sold);
    expect(remaining).toBeGreaterThanOrEqual(0);
    const noted = await shop.app.db.stockAdjustment.findMany({ where: { optionId: option } });
    expect(noted.map(({ delta }) => delta).toSorted((a, b) => a - b)).toEqual(
      moved.toSorted((a, b) => a - b),
    );
    expect(noted.every(({ by, reason }) => by === 'Jeanne' && reason === 'Inventaire')).toBe(true);
    expect(await shop.brokenInvariants()).toEqual([]);
  });
});
