import { createFileRoute, redirect } from '@tanstack/react-router';

import { PasswordRecoveryPage } from '../../../features/users/access/password-recovery-page.tsx';
import { linkHead } from '../../../features/users/users-heads.ts';

export const Route = createFileRoute('/_data/_guest/password-recovery/$id/$retrieve')({
  beforeLoad: ({ context, params }) => {
    if (!/^\d+$/.test(params.id)) throw redirect({ to: '/error', statusCode: 302 });
    return context.texts.load('users', 'codes');
  },
  head: ({ match }) => linkHead(match.context),
  component: PasswordRecoveryRoute,
});

function PasswordRecoveryRoute() {
  const { id, retrieve } = Route.useParams();
  return <PasswordRecoveryPage id={id} retrieve={retrieve} />;
}
