import { idOfSegment } from '@shop/domain/slug';
import { createFileRoute, redirect } from '@tanstack/react-router';

import { itemHead } from '../../features/shop/item-head.ts';
import { ItemPage } from '../../features/shop/item-page.tsx';
import { loadItems } from '../../features/shop/load-items.ts';
import { requireSignedIn } from '../../lib/guards.ts';
import { PendingPage } from '../../ui/pending-page.tsx';

export const Route = createFileRoute('/shop/item/$id')({
  // `buy` opens the purchase form, so that log-in can lead back to it.
  validateSearch: ({ buy }): { buy?: true | undefined } => ({
    buy: buy === true ? true : undefined,
  }),
  beforeLoad: async ({ context, search, location }) => {
    if (search.buy) requireSignedIn({ context, location });
    await context.texts.load('shop', 'codes');
  },
  loader: async ({ context, params }) => {
    const items = await loadItems(context);
    if (items === null) return null;
    const item = items.find(({ id }) => id === idOfSegment(params.id));
    if (!item) throw redirect({ to: '/error', statusCode: 302 });
    // A readable title behind the id is understood; the address itself is the id alone.
    const id = String(item.id);
    if (id !== params.id) {
      throw redirect({ to: '/shop/item/$id', params: { id }, search: true, statusCode: 308 });
    }
    return item;
  },
  head: ({ match, params, loaderData }) =>
    itemHead(match.context, { id: params.id, item: loaderData ?? null }),
  pendingComponent: PendingPage,
  component: ItemPageRoute,
});

function ItemPageRoute() {
  return <ItemPage item={Route.useLoaderData()} isBuying={Route.useSearch().buy ?? false} />;
}
