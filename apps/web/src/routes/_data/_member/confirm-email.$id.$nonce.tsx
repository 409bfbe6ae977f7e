import { createFileRoute } from '@tanstack/react-router';

import { ConfirmEmailPage } from '../../../features/users/access/confirm-email-page.tsx';
import { linkHead } from '../../../features/users/users-heads.ts';
import { prefetch } from '../../../lib/page-loaders.ts';

export const Route = createFileRoute('/_data/_member/confirm-email/$id/$nonce')({
  beforeLoad: ({ context }) => context.texts.load('users', 'codes'),
  loader: ({ context }) => prefetch(context, (utils) => utils.users.status.fetch()),
  head: ({ match }) => linkHead(match.context),
  component: ConfirmEmailRoute,
});

function ConfirmEmailRoute() {
  return <ConfirmEmailPage link={Route.useParams()} />;
}
