import { createFileRoute } from '@tanstack/react-router';

import { CancelContractPage } from '../../features/declarations/cancel-contract-page.tsx';
import { cancelContractHead } from '../../features/declarations/declarations-heads.ts';
import { prefetch } from '../../lib/page-loaders.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';

// Lazy, because visitors do not need it.
const loadCancellation = async ({ texts }: Pick<RouterContext, 'texts'>) => {
  const [{ Cancellation: Part }] = await Promise.all([
    import('../../features/subscription/cancellation.tsx'),
    texts.load('subscription'),
  ]);
  return Part;
};
const Cancellation = lazyPart(loadCancellation);

export const Route = createFileRoute('/_data/cancel-your-contract')({
  beforeLoad: ({ context }) => context.texts.load('declarations', 'codes'),
  loader: ({ context }) =>
    prefetch(context, async (utils) => {
      const { user } = await utils.users.status.fetch();
      // With the data, because the title already says whether there is a subscription. The part reports a failure.
      if (user) await loadCancellation(context).catch(() => undefined);
      if (user?.subscription) await utils.programmes.current.fetch();
    }),
  pendingComponent: LoadingIndicator,
  head: ({ match }) => cancelContractHead(match.context),
  component: () => <CancelContractPage Cancellation={Cancellation} />,
});
