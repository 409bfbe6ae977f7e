import { createFileRoute } from '@tanstack/react-router';

import { TerminationForm } from '../../features/declarations/termination-form.tsx';
import { CancelContractPage } from '../../features/subscription/cancel-contract-page.tsx';
import { cancelContractHead } from '../../features/subscription/subscription-heads.ts';
import { prefetch } from '../../lib/load-data.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

export const Route = createFileRoute('/_data/cancel-your-contract')({
  beforeLoad: ({ context }) => context.texts.load('subscription', 'declarations', 'codes'),
  loader: ({ context }) =>
    prefetch(context, async (utils) => {
      const { user } = await utils.users.status.fetch();
      if (user?.subscription) await utils.programmes.current.fetch();
    }),
  pendingComponent: LoadingIndicator,
  head: ({ match }) => cancelContractHead(match.context),
  component: () => <CancelContractPage WithoutLogIn={TerminationForm} />,
});
