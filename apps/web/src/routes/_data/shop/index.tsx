import { createFileRoute } from '@tanstack/react-router';

import { shopHead } from '../../../features/shop/shop-head.ts';
import { ShopPage } from '../../../features/shop/shop-page.tsx';
import { noticeOf } from '../../../lib/notice.ts';
import { prefetch } from '../../../lib/prefetch.ts';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';

export const Route = createFileRoute('/_data/shop/')({
  validateSearch: noticeOf,
  beforeLoad: ({ context }) => context.texts.load('shop', 'codes'),
  loader: ({ context }) => prefetch(context, (utils) => utils.shop.items.fetch()),
  head: ({ match }) => shopHead(match.context),
  pendingComponent: LoadingIndicator,
  component: ShopPageRoute,
});

function ShopPageRoute() {
  return <ShopPage notice={Route.useSearch().notice} />;
}
