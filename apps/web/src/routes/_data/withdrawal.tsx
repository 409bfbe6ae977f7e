import { createFileRoute } from '@tanstack/react-router';

import { withdrawalHead } from '../../features/declarations/declarations-heads.ts';
import { WithdrawalPage } from '../../features/declarations/withdrawal-page.tsx';

/** The contract whose page links here: an order by its number, or the subscription. */
type WithdrawalSearch = { order?: number | undefined; contract?: 'subscription' | undefined };

export const Route = createFileRoute('/_data/withdrawal')({
  validateSearch: ({ order, contract }): WithdrawalSearch => ({
    order: typeof order === 'number' ? order : undefined,
    contract: contract === 'subscription' ? contract : undefined,
  }),
  beforeLoad: ({ context }) => context.texts.load('declarations', 'codes'),
  head: ({ match }) => withdrawalHead(match.context),
  component: WithdrawalRoute,
});

function WithdrawalRoute() {
  const { order, contract } = Route.useSearch();
  return <WithdrawalPage given={order ?? contract} />;
}
