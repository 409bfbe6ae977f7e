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
 * Disabled during the request, with the loading image in its padding. Pressing it keeps the focus in the field until the click.
 * A field that loses the focus shows or hides its error, which would move the button away from the pointer.
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
        className={`${BUTTON[look]} relative w-full`}
      >
        {isPending && (
          <img
            src="/brand/loading.svg"
            alt=""
            width="120"
            height="80"
            className="absolute left-2 aspect-square h-5 w-auto object-cover"
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
