import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide';
import { useId, type ComponentProps, type ReactNode } from 'react';

import { Icon } from '../../ui/icon.tsx';
import { NewTabSign } from '../../ui/new-tab-sign.tsx';

type SubscriptionTermsCheckProps = ComponentProps<'input'> & { isMissing: boolean };

export function SubscriptionTermsCheck({ isMissing, ...input }: SubscriptionTermsCheckProps) {
  const errorId = useId();
  return (
    <div
      className={`rounded-control border px-4 ${isMissing ? 'border-error' : 'border-control-line'}`}
    >
      <label className="flex items-start gap-3 py-3">
        <input
          {...input}
          type="checkbox"
          required
          aria-invalid={isMissing}
          aria-describedby={isMissing ? errorId : undefined}
          className="mt-0.5 size-6 shrink-0"
        />
        <span>
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
        </span>
      </label>
      {isMissing && (
        <Fault id={errorId}>
          <Trans>Accept the general terms to subscribe.</Trans>
        </Fault>
      )}
    </div>
  );
}

type ImmediateStartCheckProps = ComponentProps<'input'> & {
  /**
   * True if the server requires the box, because of an earlier withdrawal with the account, the address or the
   * card.
   */
  isRequired: boolean;
  hasWithdrawn: boolean;
  /** True if the box is required but not ticked. */
  isMissing: boolean;
};

/**
 * The separate request to start before the withdrawal period ends; without it, a withdrawal refunds everything
 * (articles L221-25 and L221-26 of the French consumer code). Required after an earlier withdrawal. The hint
 * says so for one with the account; only the server knows the others.
 */
export function ImmediateStartCheck({
  isRequired,
  hasWithdrawn,
  isMissing,
  ...input
}: ImmediateStartCheckProps) {
  const hintId = useId();
  const errorId = useId();
  return (
    <div
      className={`rounded-control border px-4 ${isMissing ? 'border-error' : 'border-control-line'}`}
    >
      <label className="flex items-start gap-3 py-3">
        <input
          {...input}
          type="checkbox"
          required={isRequired}
          aria-invalid={isMissing}
          aria-describedby={isRequired ? errorId : hintId}
          className="mt-0.5 size-6 shrink-0"
        />
        <span>
          <Trans>
            I want to start today, before the 14-day withdrawal period ends. If I withdraw, I pay
            for the days used.
          </Trans>
        </span>
      </label>
      {isRequired ? (
        <Fault id={errorId} isMet={!isMissing}>
          <Trans>
            Your account, address or card has been used for a withdrawal before. Tick this box to
            subscribe again.
          </Trans>
        </Fault>
      ) : (
        <p id={hintId} className="pb-3 text-small text-ink-soft">
          <Trans>
            Optional: your access opens today, ticked or not. If you leave it unticked, a withdrawal
            is refunded in full.
          </Trans>
          {hasWithdrawn && (
            <>
              {' '}
              <Trans>
                You have withdrawn from the programme before: tick it to subscribe again.
              </Trans>
            </>
          )}
        </p>
      )}
    </div>
  );
}

type FaultProps = { id: string; isMet?: boolean; children: ReactNode };

/** Neutral in colour once the box is ticked. */
function Fault({ id, isMet = false, children }: FaultProps) {
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
