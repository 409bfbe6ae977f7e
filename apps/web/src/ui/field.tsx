import { useId, type ComponentProps, type ReactNode } from 'react';

/** Red or green once touched (specification, section 5); `unknown` before. */
export type FieldState = 'unknown' | 'valid' | 'invalid';

const BORDER = {
  unknown: 'border-control-line',
  valid: 'border-success',
  invalid: 'border-error bg-error-ground',
} as const satisfies Record<FieldState, string>;

const CONTROL = 'min-h-12 w-full rounded-control border bg-surface px-4 text-body';

type FieldFrame = {
  label: ReactNode;
  state: FieldState;
  hint?: ReactNode;
  /** Says what is wrong, beside the field and to screen readers. */
  error?: ReactNode;
  className?: string;
};

export function TextField({
  label,
  state,
  hint,
  error,
  className,
  ...input
}: FieldFrame & ComponentProps<'input'>) {
  const ids = useFieldIds(hint, error);
  return (
    <Frame {...{ ids, label, hint, error, className }}>
      <input
        {...input}
        id={ids.control}
        aria-invalid={state === 'invalid'}
        aria-describedby={ids.description}
        className={`${CONTROL} ${BORDER[state]}`}
      />
    </Frame>
  );
}

export function SelectField({
  label,
  state,
  hint,
  error,
  className,
  children,
  ...select
}: FieldFrame & ComponentProps<'select'>) {
  const ids = useFieldIds(hint, error);
  return (
    <Frame {...{ ids, label, hint, error, className }}>
      <select
        {...select}
        id={ids.control}
        aria-invalid={state === 'invalid'}
        aria-describedby={ids.description}
        className={`${CONTROL} ${BORDER[state]}`}
      >
        {children}
      </select>
    </Frame>
  );
}

type FieldIds = ReturnType<typeof useFieldIds>;

function useFieldIds(hint: ReactNode, error: ReactNode) {
  const control = useId();
  const ids = { control, hint: `${control}-hint`, error: `${control}-error` };
  const described = [hint && ids.hint, error && ids.error].filter(Boolean).join(' ');
  return { ...ids, description: described === '' ? undefined : described };
}

type FrameProps = {
  ids: FieldIds;
  label: ReactNode;
  hint: ReactNode;
  error: ReactNode;
  className: string | undefined;
  children: ReactNode;
};

function Frame({ ids, label, hint, error, className, children }: FrameProps) {
  return (
    <div className={className}>
      <label htmlFor={ids.control} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={ids.hint} className="mt-1.5 text-small text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={ids.error} className="mt-1.5 text-small font-medium text-error">
          {error}
        </p>
      )}
    </div>
  );
}
