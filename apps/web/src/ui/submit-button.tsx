import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

type SubmitButtonProps = {
  isPending: boolean;
  disabled?: boolean;
  look?: 'primary' | 'secondary' | 'danger';
  /** The text during the request. */
  busy?: ReactNode;
  children: ReactNode;
};

/**
 * Disabled during the request, with the loading image and another text. Pressing it keeps the focus in the field
 * until the click. A field that loses the focus shows or hides its error, which would move the button away from the pointer.
 */
export function SubmitButton({
  isPending,
  disabled = false,
  look = 'primary',
  busy,
  children,
}: SubmitButtonProps) {
  const sending = isPending ? (busy ?? <Trans>Sending…</Trans>) : null;
  return (
    <>
      <button
        type="submit"
        disabled={isPending || disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => event.currentTarget.focus()}
        className={`${BUTTON[look]} w-full ${isPending && look === 'primary' ? BUSY : ''}`}
      >
        {sending && <Spinner />}
        {sending ?? children}
      </button>
      {sending && <output className="sr-only">{sending}</output>}
    </>
  );
}

/** A main action under way keeps its ground, unlike one that cannot be pressed yet. */
export const BUSY = 'bg-accent! text-on-dark! *:[filter:brightness(0)_invert(1)]';

/**
 * In a button. Dark, because the image is too pale for the ground of a disabled one. It takes no width, so that the
 * text neither moves nor wraps.
 */
export function Spinner() {
  return (
    <img
      src="/brand/loading.svg"
      alt=""
      className="-mr-1 -ml-6 size-5 object-cover [filter:brightness(0)]"
    />
  );
}
