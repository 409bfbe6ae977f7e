import { isItemSort, MAX_SEARCH_LENGTH } from '@agres/domain/item-list';
import { isItemUse } from '@agres/domain/shape-values';
import { createFileRoute } from '@tanstack/react-router';

import { loadPause } from '../../features/checkout/sales-pause.tsx';
import { BoughtOrder } from '../../features/orders/bought-order.tsx';
import { shopHead } from '../../features/shop/shop-head.ts';
import { ShopPage } from '../../features/shop/shop-page.tsx';
import type { ShopQuery } from '../../features/shop/shop-search.tsx';
import { parseFlash, type FlashSearch } from '../../lib/flash-search.ts';
import { useLastKnown } from '../../lib/use-last-known.ts';
import { PendingShop } from '../../ui/pending-page.tsx';

/** `order` is the number of the order just paid, `part` is the page of a long list. */
type ShopSearch = FlashSearch &
  ShopQuery & { order?: number | undefined; part?: number | undefined };

/** The largest 32-bit integer in PostgreSQL. */
const MAX_ORDER_NUMBER = 2_147_483_647;

const isOrderNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_ORDER_NUMBER;

/** The router parses a numeric search text as a number. */
function parseSearchText(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== ''
    ? value.slice(0, MAX_SEARCH_LENGTH)
    : undefined;
}

export const Route = createFileRoute('/shop/')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: (search: Record<string, unknown>): ShopSearch => {
    const { notice } = parseFlash(search);
    const { order, use, sort, q, part } = search;
    const isBought = notice === 'purchase_validated' && isOrderNumber(order);
    return {
      notice,
      order: isBought ? order : undefined,
      use: isItemUse(use) ? use : undefined,
      sort: isItemSort(sort) ? sort : undefined,
      q: parseSearchText(q),
      part: isOrderNumber(part) && part > 1 ? part : undefined,
    };
  },
  beforeLoad: ({ context, search }) =>
    context.texts.load('shop', ...(search.notice === undefined ? [] : (['codes'] as const))),
  loaderDeps: ({ search: { order, use, sort, q, part } }) => ({ order, use, sort, q, part }),
  loader: async ({ context, deps: { order, use = null, sort = null, q = '', part = 1 } }) => {
    // The browser does not download this code for a server-rendered page.
    const [{ loadItems, buildShopView }, { loadPurchase }] = await Promise.all([
      import('../../features/catalogue/load-items.ts'),
      import('../../features/orders/load-purchase.ts'),
    ]);
    const [items, pause] = await Promise.all([loadItems(context), loadPause(context)]);
    const { locale } = context;
    return {
      pause,
      shown: items && buildShopView(items, { use, sort, text: String(q), locale, part }),
      bought: await loadPurchase(context, { id: order, items }),
    };
  },
  head: ({ match }) => shopHead(match.context),
  pendingComponent: PendingShop,
  component: ShopPageRoute,
});

function ShopPageRoute() {
  const { shown, pause, bought } = Route.useLoaderData();
  const { notice, order, use, sort, q } = Route.useSearch();
  const known = useLastKnown(shown, 'shop');
  return (
    <ShopPage
      shown={known}
      pause={pause}
      query={{ use, sort, q }}
      flash={notice}
      orderId={order}
      bought={bought === null ? null : <BoughtOrder {...bought} />}
    />
  );
}
