import { createFileRoute } from '@tanstack/react-router';

import { EditAccountPage } from '../../../features/users/editing/edit-account-page.tsx';
import { editAccountHead } from '../../../features/users/users-heads.ts';
import { prefetch } from '../../../lib/page-loaders.ts';

export const Route = createFileRoute('/_data/_member/profile_/edit')({
  beforeLoad: ({ context }) => context.texts.load('users', 'codes'),
  loader: ({ context }) => prefetch(context, (utils) => utils.users.status.fetch()),
  head: ({ match }) => editAccountHead(match.context),
  component: EditAccountPage,
});
