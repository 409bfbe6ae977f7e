import { createFileRoute } from '@tanstack/react-router';

import { shopHead } from '../../../features/shop/shop-head.ts';
import { ShopPage } from '../../../features/shop/shop-page.tsx';
import { prefetch } from '../../../lib/prefetch.ts';

export const Route = createFileRoute('/_data/shop/')({
  beforeLoad: ({ context }) => context.texts.load('shop'),
  loader: ({ context }) => prefetch(context, (utils) => utils.shop.items.fetch()),
  head: ({ match }) => shopHead(match.context),
  component: ShopPage,
});
