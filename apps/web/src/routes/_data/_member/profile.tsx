import { parisDayOf } from '@agres/domain/days';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { MyNextStep, MyOrders } from '../../../features/orders/my-orders.tsx';
import { MyReferral, MySubscription } from '../../../features/subscription/my-subscription.tsx';
import { ProfilePage } from '../../../features/users/profile-page.tsx';
import { profileHead } from '../../../features/users/users-heads.ts';
import { parseFlash, type FlashSearch } from '../../../lib/flash-search.ts';
import { orderedItemsOf } from '../../../lib/ordered-item.ts';
import { isSessionEnding } from '../../../lib/sign-out.ts';
import { PendingPage } from '../../../ui/pending-page.tsx';

/** How many item pictures a member without orders sees. */
const OFFERED = 3;

export const Route = createFileRoute('/_data/_member/profile')({
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: flashOfProfile,
  beforeLoad: ({ context }) => context.texts.load('users', 'orders', 'subscription', 'codes'),
  loader: async ({ context, location }) => {
    const { client, utils } = await context.data.load();
    const [status, showsGreeting, items] = await Promise.all([
      utils.users.status.fetch().catch(() => null),
      client.users.takeGreeting.mutate().catch(() => false),
      client.shop.items.query().catch(() => []),
    ]);
    if (status === null) throw redirect({ to: '/error', statusCode: 302 });
    // `prefetch` ignores errors. Only these members can have the data.
    await Promise.all([
      ...(status.user?.subscription
        ? [utils.programmes.current.prefetch(), utils.programmes.invoices.prefetch()]
        : []),
      ...(status.user?.orders.length
        ? [utils.orders.keptDelivery.prefetch(), utils.declarations.rights.prefetch()]
        : []),
    ]);
    if (status.isConnected || isSessionEnding()) {
      return {
        showsGreeting,
        today: parisDayOf(new Date()),
        items: orderedItemsOf(items, status.user?.orders ?? []),
        offered: items.flatMap(({ images }) => images[0]?.url ?? []).slice(0, OFFERED),
      };
    }
    // The session has ended meanwhile. Load a new document, because this one still counts as signed in.
    const search = { redirect: location.publicHref };
    throw redirect({ to: '/log-in', search, statusCode: 302, reloadDocument: true });
  },
  pendingComponent: PendingPage,
  head: ({ match }) => profileHead(match.context),
  component: ProfileRoute,
});

/** In this document. Coming back, the router shows the loaded data once more. */
let isGreeted = false;

function ProfileRoute() {
  const { notice } = Route.useSearch();
  const { showsGreeting, today, items, offered } = Route.useLoaderData();
  // Keep the greeting when the data reloads.
  const [initialGreeting] = useState(showsGreeting && !isGreeted);
  useEffect(() => {
    isGreeted = true;
  }, []);
  return (
    <ProfilePage
      flash={notice}
      showsGreeting={initialGreeting}
      nextStep={<MyNextStep today={today} />}
      orders={<MyOrders today={today} items={items} offered={offered} />}
      programme={<MySubscription isNew={notice === 'subscribed'} />}
      referral={<MyReferral />}
    />
  );
}

/**
 * Drops `account_created`: the server decides on the greeting of the first log-in, so no address may trigger it.
 */
function flashOfProfile(search: Record<string, unknown>): FlashSearch {
  const { notice } = parseFlash(search);
  return { notice: notice === 'account_created' ? undefined : notice };
}
