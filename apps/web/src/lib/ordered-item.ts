import { pictureOfOption } from '@agres/domain/item-options';
import type { Item, Order } from '@agres/domain/shapes';

export type OrderedItem = {
  pictureUrl: string | null;
  /** Where to order the item again. `option` is the option's index if there are several. */
  again: { id: string; option: number | undefined };
};

/** By order id. An order whose item is no longer sold has no entry. */
export type OrderedItems = Record<number, OrderedItem>;

export function orderedItemsOf(items: readonly Item[], orders: readonly Order[]): OrderedItems {
  return Object.fromEntries(
    orders.flatMap((order) => {
      const item = items.find(({ id }) => id === order.itemId);
      return item === undefined ? [] : [[order.id, orderedItemOf(item, order)]];
    }),
  );
}

function orderedItemOf(item: Item, { chosenOptionTitle: chosen }: Order): OrderedItem {
  // Orders store the option's title, so a renamed option has no match.
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
