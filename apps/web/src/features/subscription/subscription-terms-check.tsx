import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId, type ComponentProps } from 'react';

import { NewTabSign } from '../../ui/order-reminder.tsx';

type SubscriptionTermsCheckProps = ComponentProps<'input'> & { isMissing: boolean };

/** The acceptance of the terms, which open beside the order. */
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
        <p id={errorId} className="pb-3 text-small font-medium text-error">
          <Trans>Accept the general terms to subscribe.</Trans>
        </p>
      )}
    </div>
  );
}

/**
 * The wish to begin before the days of withdrawal are over, of its own and not required: without it
 * everything is refunded (articles L221-25 and L221-26 of the French consumer code).
 */
export function ImmediateStartCheck(input: ComponentProps<'input'>) {
  return (
    <label className="flex items-start gap-3 rounded-control border border-control-line px-4 py-3">
      <input {...input} type="checkbox" className="mt-0.5 size-6 shrink-0" />
      <span>
        <Trans>
          I ask for access from today on, before the 14 days of withdrawal are over: if I withdraw,
          I pay for the days until then (optional).
        </Trans>
      </span>
    </label>
  );
}
