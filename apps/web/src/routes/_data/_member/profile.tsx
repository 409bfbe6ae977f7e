import { createFileRoute, redirect } from '@tanstack/react-router';

import { profileHead } from '../../../features/account/profile/profile-head.ts';
import { ProfilePage } from '../../../features/account/profile/profile-page.tsx';
import { MySubscription } from '../../../features/subscription/my-subscription.tsx';
import { isLeaving } from '../../../lib/departure.ts';
import { noticeOf } from '../../../lib/notice.ts';
import { PendingPage } from '../../../ui/pending-page.tsx';

export const Route = createFileRoute('/_data/_member/profile')({
  validateSearch: noticeOf,
  beforeLoad: ({ context }) => context.texts.load('account', 'subscription', 'codes'),
  loader: async ({ context, location }) => {
    const { utils } = await context.data.load();
    const status = await utils.users.status.fetch().catch(() => null);
    if (status === null) throw redirect({ to: '/error', statusCode: 302 });
    // Where it is away, the profile does without.
    if (status.user?.subscription) await utils.programmes.current.prefetch();
    if (status.isConnected || isLeaving()) return;
    // The session ended meanwhile; a new document knows that, this one's guards do not.
    const search = { redirect: location.publicHref };
    throw redirect({ to: '/log-in', search, statusCode: 302, reloadDocument: true });
  },
  pendingComponent: PendingPage,
  head: ({ match }) => profileHead(match.context),
  component: ProfileRoute,
});

function ProfileRoute() {
  return <ProfilePage notice={Route.useSearch().notice} programme={<MySubscription />} />;
}
