import { createFileRoute } from '@tanstack/react-router';

import { loadItems } from '../../features/shop/load-items.ts';
import { shopHead } from '../../features/shop/shop-heads.ts';
import { ShopPage } from '../../features/shop/shop-page.tsx';
import { BoughtOrder } from '../../features/users/profile/bought-order.tsx';
import { loadBought } from '../../features/users/profile/load-bought.ts';
import { flashOf, type FlashSearch } from '../../lib/flash-search.ts';
import { cardOf } from '../../lib/shown.ts';
import { useLastKnown } from '../../lib/use-last-known.ts';
import { PendingPage } from '../../ui/pending-page.tsx';

/** What stands behind the address of the shop: `order` is the number of the order that was just paid. */
type ShopSearch = FlashSearch & { order?: number | undefined };

/** The largest number that the database gives an order. */
const LAST_ORDER = 2_147_483_647;

const isOrderNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= LAST_ORDER;

export const Route = createFileRoute('/shop/')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: (search: Record<string, unknown>): ShopSearch => {
    const { notice } = flashOf(search);
    const { order } = search;
    const isBought = notice === 'purchase_validated' && isOrderNumber(order);
    return { notice, order: isBought ? order : undefined };
  },
  beforeLoad: ({ context, search }) =>
    context.texts.load('shop', ...(search.notice === undefined ? [] : (['codes'] as const))),
  loaderDeps: ({ search: { order } }) => ({ order }),
  loader: async ({ context, deps }) => {
    const items = await loadItems(context);
    return {
      items: items?.map((item) => cardOf(item, context.locale)) ?? null,
      bought: await loadBought(context, { id: deps.order, items }),
    };
  },
  head: ({ match }) => shopHead(match.context),
  pendingComponent: PendingPage,
  component: ShopPageRoute,
});

function ShopPageRoute() {
  const { items, bought } = Route.useLoaderData();
  const known = useLastKnown(items, 'shop');
  return (
    <ShopPage
      items={known}
      flash={Route.useSearch().notice}
      bought={bought === null ? null : <BoughtOrder {...bought} />}
    />
  );
}
