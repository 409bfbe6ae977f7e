import { createFileRoute } from '@tanstack/react-router';

import { signUpHead } from '../../../features/account/account-heads.ts';
import { SignUpPage } from '../../../features/account/sign-up-page.tsx';

export const Route = createFileRoute('/_data/_guest/sign-up')({
  beforeLoad: ({ context }) => context.texts.load('account', 'codes'),
  head: ({ match }) => signUpHead(match.context),
  component: SignUpPage,
});
