import { Trans } from '@lingui/react/macro';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useState } from 'react';

import { keepFields } from '../lib/field-keeper.ts';
import { isMissingCode } from '../lib/missing-code.ts';
import { TryAgain } from './data-error.tsx';
import { useMissingCode } from './use-missing-code.ts';

/**
 * Stands for a page that did not open: its code did not come, or failed. It lies in the first files and
 * the frame's catalogue, since there is nothing that it could load.
 * Where the network was away, the page opens by itself once it is back. A page that failed while it was used
 * is rendered again once, with the typed values: an extension of the browser may have changed its elements.
 */
export function UnopenedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isMissing = isMissingCode(error);
  const openAgain = useCallback(() => router.invalidate(), [router]);
  const tryAgain = useMissingCode(isMissing, openAgain);
  useRedrawing(isMissing ? undefined : reset);

  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section">
      <TryAgain onTry={tryAgain}>
        <h1 className="font-display text-title-l font-bold">
          <Trans>This page didn’t load</Trans>
        </h1>
        <p className="mt-4 text-lead text-ink-soft">
          {isMissing ? (
            <Trans>You seem to be offline. The page will open as soon as you’re back online.</Trans>
          ) : (
            <Trans id="error_message">
              We couldn’t answer: the connection dropped, or our service is briefly unavailable.
              Nothing you entered is lost. Please try again a little later, and contact us if it
              goes on.
            </Trans>
          )}
        </p>
      </TryAgain>
    </div>
  );
}

/** A page that fails again so soon is not drawn anew by itself. */
const REST_MS = 5000;
let redrawnAtMs = -REST_MS;

/** Calls `redraw`, which takes the place of this page, at most once in a while. */
function useRedrawing(redraw: (() => void) | undefined): void {
  // In the first render the fields are there still.
  const [putBack] = useState(keepFields);
  useLayoutEffect(() => {
    if (redraw === undefined) return;
    if (performance.now() - redrawnAtMs < REST_MS) return;
    redrawnAtMs = performance.now();
    redraw();
    putBack();
  }, [redraw, putBack]);
}
