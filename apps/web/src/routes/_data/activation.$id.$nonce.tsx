import { createFileRoute } from '@tanstack/react-router';

import { ActivationPage } from '../../features/users/access/activation-page.tsx';
import { linkHead } from '../../features/users/users-heads.ts';

export const Route = createFileRoute('/_data/activation/$id/$nonce')({
  beforeLoad: ({ context }) => context.texts.load('users', 'codes'),
  head: ({ match }) => linkHead(match.context),
  component: ActivationRoute,
});

function ActivationRoute() {
  return <ActivationPage link={Route.useParams()} />;
}
