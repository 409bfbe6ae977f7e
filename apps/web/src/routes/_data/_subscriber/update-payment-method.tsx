import { createFileRoute } from '@tanstack/react-router';

import { CardUpdatePage } from '../../../features/subscription/card-update-page.tsx';
import { cardUpdateHead } from '../../../features/subscription/subscription-heads.ts';
import { prefetch } from '../../../lib/load-data.ts';
import { PendingPage } from '../../../ui/pending-page.tsx';

export const Route = createFileRoute('/_data/_subscriber/update-payment-method')({
  beforeLoad: ({ context }) => context.texts.load('subscription', 'codes'),
  loader: ({ context }) =>
    prefetch(context, (utils) =>
      // Where the contract is away, the page does without its date.
      Promise.all([utils.users.status.fetch(), utils.programmes.current.prefetch()]),
    ),
  pendingComponent: PendingPage,
  head: ({ match }) => cardUpdateHead(match.context),
  component: CardUpdatePage,
});
