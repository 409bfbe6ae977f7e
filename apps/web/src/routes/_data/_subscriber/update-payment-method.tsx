import { createFileRoute } from '@tanstack/react-router';

import { cardUpdateHead } from '../../../features/subscription/card-update-head.ts';
import { CardUpdatePage } from '../../../features/subscription/card-update-page.tsx';
import { prefetch } from '../../../lib/prefetch.ts';
import { PendingPage } from '../../../ui/pending-page.tsx';

export const Route = createFileRoute('/_data/_subscriber/update-payment-method')({
  beforeLoad: ({ context }) => context.texts.load('subscription', 'codes'),
  loader: ({ context }) => prefetch(context, (utils) => utils.users.status.fetch()),
  pendingComponent: PendingPage,
  head: ({ match }) => cardUpdateHead(match.context),
  component: CardUpdatePage,
});
