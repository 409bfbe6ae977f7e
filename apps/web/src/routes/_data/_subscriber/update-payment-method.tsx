import { createFileRoute } from '@tanstack/react-router';

import { CardUpdatePage } from '../../../features/payment-method/card-update-page.tsx';
import { cardUpdateHead } from '../../../features/payment-method/payment-method-heads.ts';
import { ExpiringCardFacts } from '../../../features/subscription/card-facts.tsx';
import { prefetch } from '../../../lib/page-loaders.ts';
import { PendingPage } from '../../../ui/pending-page.tsx';

export const Route = createFileRoute('/_data/_subscriber/update-payment-method')({
  beforeLoad: ({ context }) => context.texts.load('payment-method', 'subscription', 'codes'),
  loader: ({ context }) =>
    prefetch(context, (utils) =>
      // The inner `prefetch` ignores errors: without the programme, the page omits its date.
      Promise.all([utils.users.status.fetch(), utils.programmes.current.prefetch()]),
    ),
  pendingComponent: PendingPage,
  head: ({ match }) => cardUpdateHead(match.context),
  component: CardUpdateRoute,
});

function CardUpdateRoute() {
  return <CardUpdatePage CardFacts={ExpiringCardFacts} />;
}
