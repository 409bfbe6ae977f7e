import { parisDayOf } from '@agres/domain/days';
import { createFileRoute, redirect } from '@tanstack/react-router';

import { OrderPage } from '../../../features/orders/order-page.tsx';
import { orderHead } from '../../../features/orders/orders-heads.ts';
import { callErrorOf } from '../../../lib/call-error.ts';
import { orderedItemsOf } from '../../../lib/ordered-item.ts';
import { isSessionEnding } from '../../../lib/sign-out.ts';
import { PendingPage } from '../../../ui/pending-page.tsx';

/** Without leading zeros, so that each order has one address. */
const ORDER_ID = /^[1-9]\d{0,9}$/;

export const Route = createFileRoute('/_data/_member/profile_/orders/$id')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: async ({ context, params }) => {
    if (!ORDER_ID.test(params.id)) throw redirect({ to: '/error', statusCode: 302 });
    await context.texts.load('orders', 'codes');
  },
  loader: async ({ context, params, location }) => {
    const { client, utils } = await context.data.load();
    const [order, items] = await Promise.all([
      utils.orders.byId.fetch({ id: Number(params.id) }).catch((error: unknown) => {
        const { code, status = 503 } = callErrorOf(error);
        if (status >= 500) {
          // The page offers to try again.
          context.reportOutage();
          return undefined;
        }
        if (code !== 'not_logged_in' || isSessionEnding()) return null;
        // The session has ended meanwhile. Load a new document, because this one still counts as signed in.
        const search = { redirect: location.publicHref };
        throw redirect({ to: '/log-in', search, statusCode: 302, reloadDocument: true });
      }),
      client.shop.items.query().catch(() => []),
      // `prefetch` ignores errors: the page renders without the withdrawal rights and the review.
      utils.declarations.rights.prefetch(),
      utils.reviews.mine.prefetch(),
    ]);
    if (order === null) throw redirect({ to: '/error', statusCode: 302 });
    return {
      item: order && orderedItemsOf(items, [order])[order.id],
      today: parisDayOf(new Date()),
    };
  },
  pendingComponent: PendingPage,
  head: ({ match, params }) => orderHead(match.context, params.id),
  component: OrderRoute,
});

function OrderRoute() {
  const { item, today } = Route.useLoaderData();
  return <OrderPage id={Number(Route.useParams().id)} item={item} today={today} />;
}
