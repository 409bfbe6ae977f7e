import { createFileRoute } from '@tanstack/react-router';

import { SignUpPage } from '../../../features/users/access/sign-up-page.tsx';
import { signUpHead } from '../../../features/users/users-heads.ts';
import { parseReturnTo } from '../../../lib/return-to.ts';

export const Route = createFileRoute('/_data/_guest/sign-up')({
  validateSearch: parseReturnTo,
  beforeLoad: ({ context }) => context.texts.load('users', 'codes'),
  head: ({ match }) => signUpHead(match.context),
  component: SignUpRoute,
});

function SignUpRoute() {
  const { redirect } = Route.useSearch();
  return <SignUpPage returnTo={{ redirect }} />;
}
