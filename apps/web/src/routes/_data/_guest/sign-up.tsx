import { createFileRoute } from '@tanstack/react-router';

import { SignUpPage } from '../../../features/account/access/sign-up-page.tsx';
import { signUpHead } from '../../../features/account/account-heads.ts';
import { wantedPageOf } from '../../../lib/wanted-page.ts';

export const Route = createFileRoute('/_data/_guest/sign-up')({
  validateSearch: wantedPageOf,
  beforeLoad: ({ context }) => context.texts.load('account', 'codes'),
  head: ({ match }) => signUpHead(match.context),
  component: SignUpRoute,
});

function SignUpRoute() {
  const { redirect } = Route.useSearch();
  return <SignUpPage wanted={{ redirect }} />;
}
