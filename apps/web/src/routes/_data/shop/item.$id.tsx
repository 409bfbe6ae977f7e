import { createFileRoute, redirect } from '@tanstack/react-router';

import { itemHead } from '../../../features/shop/item-head.ts';
import { ItemPage } from '../../../features/shop/item-page.tsx';
import { requireSignedIn } from '../../../lib/guards.ts';
import { prefetch } from '../../../lib/prefetch.ts';
import { LoadingIndicator } from '../../../ui/loading-indicator.tsx';

export const Route = createFileRoute('/_data/shop/item/$id')({
  // `buy` opens the purchase form, so that log-in can lead back to it.
  validateSearch: (search): { buy?: true } => (search['buy'] === true ? { buy: true } : {}),
  beforeLoad: async ({ context, search, location }) => {
    if (search.buy) requireSignedIn({ context, location });
    await context.texts.load('shop', 'codes');
  },
  loader: async ({ context, params }) => {
    await prefetch(context, (utils) => utils.shop.items.fetch());
    const items = context.data.current()?.utils.shop.items.getData();
    const item = items?.find(({ id }) => String(id) === params.id);
    if (items && !item) throw redirect({ to: '/error', statusCode: 302 });
  },
  head: ({ match, params }) => itemHead(match.context, params.id),
  pendingComponent: LoadingIndicator,
  component: ItemPageRoute,
});

function ItemPageRoute() {
  return <ItemPage id={Number(Route.useParams().id)} isBuying={Route.useSearch().buy ?? false} />;
}
