import { createFileRoute } from '@tanstack/react-router';

import { EndStockRequestsPage } from '../../features/stock-requests/end-page.tsx';
import { stockRequestLinkHead } from '../../features/stock-requests/stock-requests-heads.ts';

export const Route = createFileRoute('/_data/back-in-stock/$id/$nonce')({
  beforeLoad: ({ context }) => context.texts.load('stock-requests', 'codes'),
  head: ({ match }) => stockRequestLinkHead(match.context),
  component: EndStockRequestsRoute,
});

function EndStockRequestsRoute() {
  return <EndStockRequestsPage link={Route.useParams()} />;
}
