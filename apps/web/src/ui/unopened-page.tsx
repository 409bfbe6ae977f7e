import { Trans } from '@lingui/react/macro';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useState } from 'react';

import { captureFields } from '../lib/field-capture.ts';
import { isMissingCode } from '../lib/missing-code.ts';
import { TryAgain } from './data-error.tsx';
import { useMissingCode } from './use-missing-code.ts';

/**
 * The error page of a route whose code failed to load or threw. The entry contains it, and the frame's catalogue
 * its texts, because nothing more can be loaded. After a network failure, it loads the page when the browser is
 * online again. After an error during use, which a browser extension may have caused by changing the DOM, it
 * renders the page once more and restores the input.
 */
export function LoadErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isMissing = isMissingCode(error);
  const openAgain = useCallback(() => router.invalidate(), [router]);
  const tryAgain = useMissingCode(isMissing, openAgain);
  useRetryRender(isMissing ? undefined : reset);

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
              Something went wrong, or the connection dropped. Try again a little later, or contact
              us.
            </Trans>
          )}
        </p>
      </TryAgain>
    </div>
  );
}

const REST_MS = 5000;
let redrawnAtMs = -REST_MS;

/** Calls `redraw`, which replaces this page, at most once per `REST_MS`, and restores the input. */
function useRetryRender(redraw: (() => void) | undefined): void {
  // During the first render the failed page's fields are still in the DOM.
  const [putBack] = useState(captureFields);
  useLayoutEffect(() => {
    if (redraw === undefined) return;
    if (performance.now() - redrawnAtMs < REST_MS) return;
    redrawnAtMs = performance.now();
    redraw();
    putBack();
  }, [redraw, putBack]);
}
