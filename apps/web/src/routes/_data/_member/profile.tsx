import { parisDayOf } from '@agres/domain/days';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { useState } from 'react';

import { MyNextStep, MyOrders } from '../../../features/orders/my-orders.tsx';
import { MyReferral, MySubscription } from '../../../features/subscription/my-subscription.tsx';
import { ProfilePage } from '../../../features/users/profile-page.tsx';
import { profileHead } from '../../../features/users/users-heads.ts';
import { flashOf, type FlashSearch } from '../../../lib/flash-search.ts';
import { orderedItemsOf } from '../../../lib/ordered-item.ts';
import { isSessionEnding } from '../../../lib/sign-out.ts';
import { PendingPage } from '../../../ui/pending-page.tsx';

/** How many items an empty list of orders shows. */
const OFFERED = 3;

export const Route = createFileRoute('/_data/_member/profile')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: flashOfProfile,
  beforeLoad: ({ context }) => context.texts.load('users', 'orders', 'subscription', 'codes'),
  loader: async ({ context, location }) => {
    const { client, utils } = await context.data.load();
    const [status, isGreeted, items] = await Promise.all([
      utils.users.status.fetch().catch(() => null),
      // A profile without its greeting is better than none.
      client.users.takeGreeting.mutate().catch(() => false),
      // Nor is it held up by its pictures.
      client.shop.items.query().catch(() => []),
    ]);
    if (status === null) throw redirect({ to: '/error', statusCode: 302 });
    // Where these are away, the profile does without.
    await Promise.all([
      status.user?.subscription && utils.programmes.current.prefetch(),
      ...(status.user?.orders.length
        ? [utils.orders.keptDelivery.prefetch(), utils.declarations.rights.prefetch()]
        : []),
    ]);
    if (status.isConnected || isSessionEnding()) {
      return {
        isGreeted,
        today: parisDayOf(new Date()),
        items: orderedItemsOf(items, status.user?.orders ?? []),
        offered: items.flatMap(({ images }) => images[0]?.url ?? []).slice(0, OFFERED),
      };
    }
    // The session ended meanwhile; a new document knows that, this one's guards do not.
    const search = { redirect: location.publicHref };
    throw redirect({ to: '/log-in', search, statusCode: 302, reloadDocument: true });
  },
  pendingComponent: PendingPage,
  head: ({ match }) => profileHead(match.context),
  component: ProfileRoute,
});

function ProfileRoute() {
  const { notice } = Route.useSearch();
  const { isGreeted, today, items, offered } = Route.useLoaderData();
  // Data that is loaded again takes no greeting away.
  const [wasGreeted] = useState(isGreeted);
  return (
    <ProfilePage
      flash={notice}
      isGreeted={wasGreeted}
      nextStep={<MyNextStep today={today} />}
      orders={<MyOrders today={today} items={items} offered={offered} />}
      programme={<MySubscription />}
      referral={<MyReferral />}
    />
  );
}

/** The server decides on the greeting of the first log-in; an address cannot trigger it. */
function flashOfProfile(search: Record<string, unknown>): FlashSearch {
  const { notice } = flashOf(search);
  return { notice: notice === 'account_created' ? undefined : notice };
}
