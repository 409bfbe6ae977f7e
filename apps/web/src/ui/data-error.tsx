import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Alert } from './alert.tsx';
import { Mark } from './logo.tsx';

/** Says that the page’s data could not be had, and lets the reader ask again. */
export function DataError() {
  const router = useRouter();
  return (
    <TryAgain onTry={() => router.invalidate()}>
      <Alert kind="error">
        {/* With its code as its name, the frame's catalogue has the general sentence too. */}
        <Trans id="error_message">Something went wrong. Please try again later.</Trans>
      </Alert>
    </TryAgain>
  );
}

/** What went wrong, the button that tries it again, and a picture that needs no call: the mark of the frame. */
export function TryAgain({ onTry, children }: { onTry: () => unknown; children: ReactNode }) {
  return (
    <div className="grid items-center gap-10 menu:grid-cols-[7fr_5fr]">
      <div>
        {children}
        <button type="button" onClick={onTry} className={`mt-8 ${BUTTON.primary}`}>
          <Trans>Try again</Trans>
        </button>
      </div>
      <Mark className="aspect-4/3 w-full rounded-panel bg-secondary p-12" />
    </div>
  );
}
