import { createFileRoute, redirect } from '@tanstack/react-router';

import { MySubscription } from '../../../features/subscription/my-subscription.tsx';
import { ProfilePage } from '../../../features/users/profile/profile-page.tsx';
import { profileHead } from '../../../features/users/users-heads.ts';
import { flashOf } from '../../../lib/flash-search.ts';
import { isSessionEnding } from '../../../lib/sign-out.ts';
import { PendingPage } from '../../../ui/pending-page.tsx';

export const Route = createFileRoute('/_data/_member/profile')({
  validateSearch: flashOf,
  beforeLoad: ({ context }) => context.texts.load('users', 'subscription', 'codes'),
  loader: async ({ context, location }) => {
    const { utils } = await context.data.load();
    const status = await utils.users.status.fetch().catch(() => null);
    if (status === null) throw redirect({ to: '/error', statusCode: 302 });
    // Where it is away, the profile does without.
    if (status.user?.subscription) await utils.programmes.current.prefetch();
    if (status.isConnected || isSessionEnding()) return;
    // The session ended meanwhile; a new document knows that, this one's guards do not.
    const search = { redirect: location.publicHref };
    throw redirect({ to: '/log-in', search, statusCode: 302, reloadDocument: true });
  },
  pendingComponent: PendingPage,
  head: ({ match }) => profileHead(match.context),
  component: ProfileRoute,
});

function ProfileRoute() {
  return <ProfilePage flash={Route.useSearch().notice} programme={<MySubscription />} />;
}
