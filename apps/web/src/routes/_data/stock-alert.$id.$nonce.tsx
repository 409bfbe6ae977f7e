import { createFileRoute } from '@tanstack/react-router';

import { ConfirmStockRequestPage } from '../../features/stock-requests/confirm-page.tsx';
import { stockRequestLinkHead } from '../../features/stock-requests/stock-requests-heads.ts';

export const Route = createFileRoute('/_data/stock-alert/$id/$nonce')({
  beforeLoad: ({ context }) => context.texts.load('stock-requests', 'codes'),
  head: ({ match }) => stockRequestLinkHead(match.context),
  component: ConfirmStockRequestRoute,
});

function ConfirmStockRequestRoute() {
  return <ConfirmStockRequestPage link={Route.useParams()} />;
}
