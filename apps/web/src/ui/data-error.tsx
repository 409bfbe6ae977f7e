import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';

import { Alert } from './alert.tsx';
import { BUTTON } from './button.ts';

/** Says that the page’s data could not be had, and lets the reader ask again. */
export function DataError() {
  const router = useRouter();
  return (
    <div className="flex flex-col items-start gap-4">
      <Alert kind="error">
        {/* With its code as its name, the frame's catalogue has the general sentence too. */}
        <Trans id="error_message">Something went wrong. Please try again later.</Trans>
      </Alert>
      <button type="button" className={BUTTON.secondary} onClick={() => void router.invalidate()}>
        <Trans>Try again</Trans>
      </button>
    </div>
  );
}
