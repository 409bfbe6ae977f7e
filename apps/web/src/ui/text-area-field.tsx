import { useId, type ComponentProps, type ReactNode } from 'react';

import { FIELD_BORDER, StateSign, type FieldState } from './field.tsx';

type TextAreaFieldProps = ComponentProps<'textarea'> & {
  label: ReactNode;
  state: FieldState;
  hint: ReactNode;
  /** Shown only in the state `invalid`. */
  error: ReactNode;
};

export function TextAreaField({ label, state, hint, error, ...textArea }: TextAreaFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <div className="relative">
        <textarea
          {...textArea}
          id={id}
          aria-invalid={state === 'invalid'}
          aria-describedby={`${id}-hint ${id}-error`}
          className={`block w-full rounded-control border py-3 pr-9 pl-4 text-body ${FIELD_BORDER[state]}`}
        />
        <StateSign state={state} className="top-4 right-3" />
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-small text-ink-soft">
        {hint}
      </p>
      <p id={`${id}-error`} className="mt-1.5 text-small font-medium text-error empty:hidden">
        {state === 'invalid' && error}
      </p>
    </div>
  );
}
