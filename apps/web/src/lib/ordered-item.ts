import { pictureOfOption } from '@agres/domain/item-options';
import type { Item, Order } from '@agres/domain/shapes';

/** What the catalogue has today of something that was ordered. */
export type OrderedItem = {
  /** The picture of the option that was chosen; null where there is none. */
  pictureUrl: string | null;
  /** Where the same can be ordered again; `option` is its index where there is a choice. */
  again: { id: string; option: number | undefined };
};

/** By the order's id; an order whose item is not sold any more is not in it. */
export type OrderedItems = Record<number, OrderedItem>;

/** What the catalogue has of the items of orders. */
export function orderedItemsOf(items: readonly Item[], orders: readonly Order[]): OrderedItems {
  return Object.fromEntries(
    orders.flatMap((order) => {
      const item = items.find(({ id }) => id === order.itemId);
      return item === undefined ? [] : [[order.id, orderedItemOf(item, order)]];
    }),
  );
}

function orderedItemOf(item: Item, { chosenOptionTitle: chosen }: Order): OrderedItem {
  // An option is known by its name here; one that was renamed since is not guessed at.
  const index = item.options.findIndex(
    ({ title }) => title.fr === chosen?.fr && title.en === chosen.en,
  );
  const picture = item.images[pictureOfOption(item, index)];
  return {
    pictureUrl: picture?.url ?? null,
    again: {
      id: String(item.id),
      option: index === -1 || item.options.length < 2 ? undefined : index,
    },
  };
}
