import { createFileRoute } from '@tanstack/react-router';

import { ConfirmStockRequestPage } from '../../features/stock-requests/confirm-page.tsx';
import { loadLinkedItemName, readNamed } from '../../features/stock-requests/named-item.ts';
import { stockRequestLinkHead } from '../../features/stock-requests/stock-requests-heads.ts';

export const Route = createFileRoute('/_data/stock-alert/$id/$nonce')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ context }) => context.texts.load('stock-requests', 'codes'),
  validateSearch: readNamed,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadLinkedItemName(context, deps),
  head: ({ match }) => stockRequestLinkHead(match.context),
  component: ConfirmStockRequestRoute,
});

function ConfirmStockRequestRoute() {
  return <ConfirmStockRequestPage link={Route.useParams()} name={Route.useLoaderData()} />;
}
