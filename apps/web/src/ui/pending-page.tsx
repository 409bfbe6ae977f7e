import { Trans } from '@lingui/react/macro';

import { LoadingIndicator } from './loading-indicator.tsx';

/** Stands for a page whose data is on its way. */
export function PendingPage() {
  return (
    <div className="grid min-h-svh place-items-center">
      <h1 className="sr-only">
        <Trans>Loading…</Trans>
      </h1>
      <LoadingIndicator />
    </div>
  );
}
