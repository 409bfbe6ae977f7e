import { createFileRoute } from '@tanstack/react-router';

import { EndStockRequestsPage } from '../../features/users/stock-requests/end-page.tsx';
import { endStockRequestsHead } from '../../features/users/users-heads.ts';

export const Route = createFileRoute('/_data/back-in-stock/$id/$nonce')({
  beforeLoad: ({ context }) => context.texts.load('users', 'codes'),
  head: ({ match }) => endStockRequestsHead(match.context),
  component: EndStockRequestsRoute,
});

function EndStockRequestsRoute() {
  return <EndStockRequestsPage link={Route.useParams()} />;
}
