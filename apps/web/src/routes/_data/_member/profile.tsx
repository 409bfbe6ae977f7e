import { createFileRoute } from '@tanstack/react-router';

import { profileHead } from '../../../features/account/profile-head.ts';
import { ProfilePage } from '../../../features/account/profile-page.tsx';
import { noticeOf } from '../../../lib/notice.ts';
import { prefetch } from '../../../lib/prefetch.ts';

export const Route = createFileRoute('/_data/_member/profile')({
  validateSearch: noticeOf,
  beforeLoad: ({ context }) => context.texts.load('account', 'codes'),
  loader: ({ context }) => prefetch(context, (utils) => utils.users.status.fetch()),
  head: ({ match }) => profileHead(match.context),
  component: ProfileRoute,
});

function ProfileRoute() {
  return <ProfilePage notice={Route.useSearch().notice} />;
}
