import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';

import { CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';

/** Says that the items could not be had, and lets the reader ask again. */
export function ItemsError() {
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
