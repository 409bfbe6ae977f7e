import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Alert } from './alert.tsx';

/** Says that the page's data is unavailable, with a button that retries. */
export function DataError() {
  const router = useRouter();
  return (
    <TryAgain onTry={() => router.invalidate()}>
      <Alert kind="error">
        {/* The code as the id puts this message into the catalogue of the frame too. */}
        <Trans id="error_message">
          We couldn’t answer: the connection dropped, or our service is briefly unavailable. Nothing
          you entered is lost. Please try again a little later, and contact us if it goes on.
        </Trans>
      </Alert>
    </TryAgain>
  );
}

/** An error message with a button that retries. */
export function TryAgain({ onTry, children }: { onTry: () => unknown; children: ReactNode }) {
  return (
    <div className="max-w-text">
      {children}
      <button type="button" onClick={onTry} className={`mt-6 ${BUTTON.primary}`}>
        <Trans>Try again</Trans>
      </button>
    </div>
  );
}
