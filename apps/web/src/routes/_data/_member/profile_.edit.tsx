import { createFileRoute } from '@tanstack/react-router';

import { editAccountHead } from '../../../features/account/account-heads.ts';
import { EditAccountPage } from '../../../features/account/editing/edit-account-page.tsx';
import { prefetch } from '../../../lib/prefetch.ts';

export const Route = createFileRoute('/_data/_member/profile_/edit')({
  beforeLoad: ({ context }) => context.texts.load('account', 'codes'),
  loader: ({ context }) => prefetch(context, (utils) => utils.users.status.fetch()),
  head: ({ match }) => editAccountHead(match.context),
  component: EditAccountPage,
});
