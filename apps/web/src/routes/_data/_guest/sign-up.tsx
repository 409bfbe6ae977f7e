import { createFileRoute } from '@tanstack/react-router';

import { signUpHead } from '../../../features/account/account-heads.ts';
import { SignUpPage } from '../../../features/account/sign-up-page.tsx';
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
