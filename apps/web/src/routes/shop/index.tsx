import { createFileRoute } from '@tanstack/react-router';

import { loadItems } from '../../features/shop/load-items.ts';
import { shopHead } from '../../features/shop/shop-head.ts';
import { ShopPage } from '../../features/shop/shop-page.tsx';
import { noticeOf } from '../../lib/notice.ts';
import { PendingPage } from '../../ui/pending-page.tsx';

export const Route = createFileRoute('/shop/')({
  validateSearch: noticeOf,
  beforeLoad: ({ context }) => context.texts.load('shop', 'codes'),
  loader: ({ context }) => loadItems(context),
  head: ({ match }) => shopHead(match.context),
  pendingComponent: PendingPage,
  component: ShopPageRoute,
});

function ShopPageRoute() {
  return <ShopPage items={Route.useLoaderData()} notice={Route.useSearch().notice} />;
}
