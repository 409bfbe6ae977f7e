import { Trans } from '@lingui/react/macro';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useCallback } from 'react';

import { isMissingCode } from '../lib/missing-code.ts';
import { TryAgain } from './data-error.tsx';
import { useMissingCode } from './use-missing-code.ts';

/**
 * Stands for a page that did not open: its code did not come, or failed. It lies in the first files and
 * the frame's catalogue, since there is nothing that it could load.
 * Where the network was away, the page opens by itself once it is back.
 */
export function UnopenedPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  const isMissing = isMissingCode(error);
  const openAgain = useCallback(() => router.invalidate(), [router]);
  const tryAgain = useMissingCode(isMissing, openAgain);

  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section">
      <TryAgain onTry={tryAgain}>
        <h1 className="font-display text-title-l font-bold">
          <Trans>This page did not open</Trans>
        </h1>
        <p className="mt-4 text-lead text-ink-soft">
          {isMissing ? (
            <Trans>
              The connection seems to be lost. The page opens by itself once it is back.
            </Trans>
          ) : (
            <Trans id="error_message">Something went wrong. Please try again later.</Trans>
          )}
        </p>
      </TryAgain>
    </div>
  );
}
