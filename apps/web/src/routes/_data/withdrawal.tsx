import { createFileRoute } from '@tanstack/react-router';

import { withdrawalHead } from '../../features/declarations/declarations-heads.ts';
import { WithdrawalPage } from '../../features/declarations/withdrawal-page.tsx';

export const Route = createFileRoute('/_data/withdrawal')({
  // The order that its page leads here from.
  validateSearch: ({ order }): { order?: number | undefined } => ({
    order: typeof order === 'number' ? order : undefined,
  }),
  beforeLoad: ({ context }) => context.texts.load('declarations', 'codes'),
  head: ({ match }) => withdrawalHead(match.context),
  component: WithdrawalRoute,
});

function WithdrawalRoute() {
  const { order } = Route.useSearch();
  return <WithdrawalPage order={order} />;
}
