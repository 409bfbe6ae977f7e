import type { NewUser } from './rows.ts';
import { addItem } from './rows.ts';
import type { TestShop } from './shop.ts';

export type NewBuyer = { stocks?: number[]; user?: NewUser };

/**
 * Creates a logged-in user and an item to buy, with functions that read the results of their purchases:
 * attempts, oldest first, the remaining units of the first option, and successful charges.
 */
export async function startBuyer(shop: TestShop, { stocks = [5], user = {} }: NewBuyer = {}) {
  const { db } = shop.app;
  const item = await addItem(db, { stocks });
  const { client, userId, email } = await shop.app.member(user);
  const attempts = () =>
    db.purchaseAttempt.findMany({
      where: { userId },
      orderBy: { createdAt: 'asc' },
      include: { order: true },
    });
  return {
    item,
    client,
    userId,
    email,
    attempts,
    states: async () => (await attempts()).map(({ state }) => state),
    remaining: async () =>
      (await db.itemOption.findFirstOrThrow({ where: { itemId: item.id } })).remaining,
    charges: async () => {
      const ids = new Set((await attempts()).map(({ id }) => id));
      return Object.entries(shop.provider.money()['main']?.byAttempt ?? {})
        .filter(([id]) => ids.has(id))
        .reduce((sum, [, { succeeded }]) => sum + succeeded, 0);
    },
  };
}
