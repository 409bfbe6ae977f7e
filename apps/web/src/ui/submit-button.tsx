import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import { LoadingIndicator } from './loading-indicator.tsx';

type SubmitButtonProps = {
  isPending: boolean;
  disabled?: boolean;
  look?: 'primary' | 'secondary' | 'danger';
  children: ReactNode;
};

/**
 * Sends a form; while the request is under way it is disabled and the loading image is shown. Pressed,
 * it leaves the focus where it is until the click: a field that is left checks itself, and its error,
 * come or gone, would move the button away from under the finger.
 */
export function SubmitButton({
  isPending,
  disabled = false,
  look = 'primary',
  children,
}: SubmitButtonProps) {
  return (
    <>
      <button
        type="submit"
        disabled={isPending || disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => event.currentTarget.focus()}
        className={`${BUTTON[look]} w-full`}
      >
        {children}
      </button>
      {isPending && (
        <LoadingIndicator>
          <Trans>Sending…</Trans>
        </LoadingIndicator>
      )}
    </>
  );
}
