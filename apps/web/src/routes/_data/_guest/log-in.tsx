import { createFileRoute } from '@tanstack/react-router';

import { LogInPage } from '../../../features/users/access/log-in-page.tsx';
import { logInHead } from '../../../features/users/users-heads.ts';
import { parseFlash, type FlashSearch } from '../../../lib/flash-search.ts';
import { parseReturnTo, type ReturnTo } from '../../../lib/return-to.ts';

export const Route = createFileRoute('/_data/_guest/log-in')({
  validateSearch: (search): FlashSearch & ReturnTo => ({
    ...parseFlash(search),
    ...parseReturnTo(search),
  }),
  beforeLoad: ({ context }) => context.texts.load('users', 'codes'),
  head: ({ match }) => logInHead(match.context),
  component: LogInRoute,
});

function LogInRoute() {
  const { notice, redirect } = Route.useSearch();
  return <LogInPage flash={notice} returnTo={{ redirect }} />;
}
