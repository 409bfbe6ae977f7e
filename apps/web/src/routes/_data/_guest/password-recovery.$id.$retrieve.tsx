import { createFileRoute, redirect } from '@tanstack/react-router';

import { linkHead } from '../../../features/account/account-heads.ts';
import { PasswordRecoveryPage } from '../../../features/account/password-recovery-page.tsx';

export const Route = createFileRoute('/_data/_guest/password-recovery/$id/$retrieve')({
  beforeLoad: ({ context, params }) => {
    if (!/^\d+$/.test(params.id)) throw redirect({ to: '/error', statusCode: 302 });
    return context.texts.load('account', 'codes');
  },
  head: ({ match }) => linkHead(match.context),
  component: PasswordRecoveryRoute,
});

function PasswordRecoveryRoute() {
  const { id, retrieve } = Route.useParams();
  return <PasswordRecoveryPage id={id} retrieve={retrieve} />;
}
