import { createFileRoute } from '@tanstack/react-router';

import { loadKeptData } from '../../../features/legal/load-legal-text.ts';
import { MyDataPage } from '../../../features/users/my-data-page.tsx';
import { myDataHead } from '../../../features/users/users-heads.ts';

export const Route = createFileRoute('/_data/_member/profile_/my-data')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ context }) => context.texts.load('users', 'codes'),
  loader: ({ context }) => loadKeptData(context.locale),
  head: ({ match }) => myDataHead(match.context),
  component: MyDataRoute,
});

function MyDataRoute() {
  return <MyDataPage kept={Route.useLoaderData()} />;
}
