import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';

import { CodeAlert } from './alert.tsx';
import { BUTTON } from './button.ts';

/** Says that the page’s data could not be had, and lets the reader ask again. */
export function DataError() {
  const router = useRouter();
  return (
    <div className="flex flex-col items-start gap-4">
      <CodeAlert kind="error" code="error_message" />
      <button type="button" className={BUTTON.secondary} onClick={() => void router.invalidate()}>
        <Trans>Try again</Trans>
      </button>
    </div>
  );
}
