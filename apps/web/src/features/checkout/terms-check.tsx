import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide';
import { useId, type ComponentProps, type ReactNode } from 'react';

import { NewTabSign } from '../../ui/new-tab-sign.tsx';

type TermsCheckProps = Omit<ComponentProps<'input'>, 'children'> & {
  isMissing: boolean;
  /** Says what to do if the box is not ticked. */
  children: ReactNode;
};

/** The box by which a buyer accepts the general terms. */
export function TermsCheck({ isMissing, children, ...input }: TermsCheckProps) {
  const errorId = useId();
  return (
    <ConsentBox
      {...input}
      required
      isMissing={isMissing}
      aria-describedby={isMissing ? errorId : undefined}
      note={isMissing && <TermsFault id={errorId}>{children}</TermsFault>}
    >
      <Trans>
        I have read and accept the{' '}
        <Link
          to="/terms-of-use"
          target="_blank"
          className="font-medium text-accent underline decoration-2 underline-offset-4 hover:text-accent-strong"
        >
          general terms<span className="sr-only"> (new tab)</span>
          <NewTabSign />
        </Link>
        .
      </Trans>
    </ConsentBox>
  );
}

type ConsentBoxProps = ComponentProps<'input'> & {
  /** True if the box must be ticked and is not. */
  isMissing: boolean;
  /** Below the label. */
  note: ReactNode;
  children: ReactNode;
};

/** A tick box with a border, which turns red. */
export function ConsentBox({ isMissing, note, children, ...input }: ConsentBoxProps) {
  return (
    <div
      className={`rounded-control border px-4 ${isMissing ? 'border-error' : 'border-control-line'}`}
    >
      <label className="flex items-start gap-3 py-3">
        <input
          {...input}
          type="checkbox"
          aria-invalid={isMissing}
          className="mt-0.5 size-6 shrink-0"
        />
        <span>{children}</span>
      </label>
      {note}
    </div>
  );
}

type TermsFaultProps = { id: string; isMet?: boolean; children: ReactNode };

/** Neutral in colour once the box is ticked. */
export function TermsFault({ id, isMet = false, children }: TermsFaultProps) {
  return (
    <p
      id={id}
      className={`flex gap-2 pb-3 text-small font-medium ${isMet ? 'text-ink-soft' : 'text-error'}`}
    >
      <Icon of={CircleAlert} className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
