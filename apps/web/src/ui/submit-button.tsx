import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

type SubmitButtonProps = {
  isPending: boolean;
  disabled?: boolean;
  look?: 'primary' | 'secondary' | 'danger';
  children: ReactNode;
};

/**
 * Sends a form; while the request is under way it is disabled and shows the loading image. Pressed,
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
        {isPending && (
          <img
            src="/brand/loading.svg"
            alt=""
            width="120"
            height="80"
            className="aspect-square h-6 w-auto object-cover"
          />
        )}
        {children}
      </button>
      {isPending && (
        <output className="sr-only">
          <Trans>Sending…</Trans>
        </output>
      )}
    </>
  );
}
