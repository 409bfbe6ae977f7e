import { createFileRoute } from '@tanstack/react-router';

import { loadItems } from '../../features/shop/load-items.ts';
import { shopHead } from '../../features/shop/shop-heads.ts';
import { ShopPage } from '../../features/shop/shop-page.tsx';
import { flashOf } from '../../lib/flash-search.ts';
import { PendingPage } from '../../ui/pending-page.tsx';

export const Route = createFileRoute('/shop/')({
  validateSearch: flashOf,
  beforeLoad: ({ context }) => context.texts.load('shop', 'codes'),
  loader: ({ context }) => loadItems(context),
  head: ({ match }) => shopHead(match.context),
  pendingComponent: PendingPage,
  component: ShopPageRoute,
});

function ShopPageRoute() {
  return <ShopPage items={Route.useLoaderData()} flash={Route.useSearch().notice} />;
}
