import { Icon } from '@agres/ui/icon';
import { Check, CircleAlert } from 'lucide';
import { useId, type ComponentProps, type ReactNode } from 'react';

import { watchFields } from '../lib/typed-fields.ts';

watchFields();

/** Red or green once touched (docs/spec-coverage.md, section 5); `unknown` before. */
export type FieldState = 'unknown' | 'valid' | 'invalid';

export const FIELD_BORDER = {
  unknown: 'border-control-line bg-surface',
  valid: 'border-success bg-surface',
  invalid: 'border-error bg-error-ground',
} as const satisfies Record<FieldState, string>;

const CONTROL = 'min-h-12 w-full rounded-control border pl-4 text-body';

// In a row of fields, below the last one and across the whole row.
const BELOW = 'order-1 col-span-full mt-1.5 text-small';

type TextFieldProps = ComponentProps<'input'> & {
  label: ReactNode;
  state: FieldState;
  hint?: ReactNode;
  /** Shown only in the state `invalid`. */
  error?: ReactNode;
  /** Asks to confirm an unusual value. The field then looks neither valid nor invalid. */
  doubt?: ReactNode;
  /** The id of an error message elsewhere in the form. */
  errorId?: string | undefined;
  /** A button at the right end, as wide as the minimum touch target. */
  control?: ReactNode;
};

/**
 * A labelled input that shows its state with a colour and an icon, linked to its hint and error message. With
 * the class `contents` in a grid, its messages appear below the whole row.
 */
export function TextField({
  label,
  state,
  hint,
  error,
  doubt,
  errorId,
  control,
  className,
  id: givenId,
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = `${id}-hint`;
  const ownErrorId = `${id}-error`;
  const isInvalid = state === 'invalid';
  const shownError = isInvalid && error;
  const doubtId = `${id}-doubt`;
  const shownDoubt = state === 'valid' && doubt;
  const shownState = shownDoubt ? 'unknown' : state;
  const description = [
    hint && hintId,
    shownError && ownErrorId,
    shownDoubt && doubtId,
    isInvalid && errorId,
  ].filter(Boolean);
  return (
    <div className={className}>
      <div className="min-w-0">
        <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
          {label}
        </label>
        <div className="relative">
          <input
            {...input}
            id={id}
            aria-invalid={isInvalid}
            aria-describedby={description.length === 0 ? undefined : description.join(' ')}
            className={`${CONTROL} ${control ? 'pr-20' : 'pr-9'} ${FIELD_BORDER[shownState]}`}
          />
          <StateSign
            state={shownState}
            className={`top-1/2 -translate-y-1/2 ${control ? 'right-12' : 'right-3'}`}
          />
          {control}
        </div>
      </div>
      {hint && (
        <p id={hintId} className={`${BELOW} text-ink-soft`}>
          {hint}
        </p>
      )}
      {shownError && (
        <p id={ownErrorId} className={`${BELOW} font-medium text-error`}>
          {shownError}
        </p>
      )}
      {shownDoubt && (
        <p id={doubtId} className={`${BELOW} font-medium text-warning`}>
          {shownDoubt}
        </p>
      )}
    </div>
  );
}

type StateSignProps = { state: FieldState; className: string };

/** The icon is for people who cannot distinguish red from green. Screen readers use `aria-invalid`. */
export function StateSign({ state, className }: StateSignProps) {
  const place = `pointer-events-none absolute size-5 ${className}`;
  switch (state) {
    case 'unknown':
      return null;
    case 'valid':
      return <Icon of={Check} className={`${place} text-success`} />;
    case 'invalid':
      return <Icon of={CircleAlert} className={`${place} text-error`} />;
  }
}
