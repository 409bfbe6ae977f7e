import type { ReactNode } from 'react';

import { BUTTON } from './button.ts';
import { LoadingIndicator } from './loading-indicator.tsx';

type SubmitButtonProps = { isPending: boolean; disabled?: boolean; children: ReactNode };

/** Sends a form; while the request is under way it is disabled and the loading image is shown. */
export function SubmitButton({ isPending, disabled = false, children }: SubmitButtonProps) {
  return (
    <>
      <button type="submit" disabled={isPending || disabled} className={`${BUTTON.primary} w-full`}>
        {children}
      </button>
      {isPending && <LoadingIndicator />}
    </>
  );
}
