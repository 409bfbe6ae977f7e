import { createFileRoute } from '@tanstack/react-router';

import { EndStockRequestsPage } from '../../features/stock-requests/end-page.tsx';
import { loadLinkedItemName, readNamed } from '../../features/stock-requests/named-item.ts';
import { stockRequestLinkHead } from '../../features/stock-requests/stock-requests-heads.ts';

export const Route = createFileRoute('/_data/back-in-stock/$id/$nonce')({
  codeSplitGroupings: [['loader', 'component']],
  beforeLoad: ({ context }) => context.texts.load('stock-requests', 'codes'),
  validateSearch: readNamed,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadLinkedItemName(context, deps),
  head: ({ match }) => stockRequestLinkHead(match.context),
  component: EndStockRequestsRoute,
});

function EndStockRequestsRoute() {
  return <EndStockRequestsPage link={Route.useParams()} name={Route.useLoaderData()} />;
}
