import { createFileRoute, redirect } from '@tanstack/react-router';

import { itemHead } from '../../features/shop/item-head.ts';
import { ItemPage } from '../../features/shop/item-page.tsx';
import { loadItems } from '../../features/shop/load-items.ts';
import { requireSignedIn } from '../../lib/guards.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

export const Route = createFileRoute('/shop/item/$id')({
  // `buy` opens the purchase form, so that log-in can lead back to it.
  validateSearch: (search): { buy?: true } => (search['buy'] === true ? { buy: true } : {}),
  beforeLoad: async ({ context, search, location }) => {
    if (search.buy) requireSignedIn({ context, location });
    await context.texts.load('shop', 'codes');
  },
  loader: async ({ context, params }) => {
    const items = await loadItems(context);
    const item = items?.find(({ id }) => String(id) === params.id) ?? null;
    if (items !== null && item === null) throw redirect({ to: '/error', statusCode: 302 });
    return item;
  },
  head: ({ match, params, loaderData }) =>
    itemHead(match.context, { id: params.id, item: loaderData ?? null }),
  pendingComponent: LoadingIndicator,
  component: ItemPageRoute,
});

function ItemPageRoute() {
  return <ItemPage item={Route.useLoaderData()} isBuying={Route.useSearch().buy ?? false} />;
}
