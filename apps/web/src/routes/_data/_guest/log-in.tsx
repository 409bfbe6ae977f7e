import { createFileRoute } from '@tanstack/react-router';

import { logInHead } from '../../../features/account/access/log-in-head.ts';
import { LogInPage } from '../../../features/account/access/log-in-page.tsx';
import { noticeOf, type NoticeSearch } from '../../../lib/notice.ts';
import { wantedPageOf, type WantedPage } from '../../../lib/wanted-page.ts';

export const Route = createFileRoute('/_data/_guest/log-in')({
  validateSearch: (search): NoticeSearch & WantedPage => ({
    ...noticeOf(search),
    ...wantedPageOf(search),
  }),
  beforeLoad: ({ context }) => context.texts.load('account', 'codes'),
  head: ({ match }) => logInHead(match.context),
  component: LogInRoute,
});

function LogInRoute() {
  const { notice, redirect } = Route.useSearch();
  return <LogInPage notice={notice} wanted={{ redirect }} />;
}
