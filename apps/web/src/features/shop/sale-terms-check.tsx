import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** The acceptance of the terms of sale, which open beside the order. */
export function SaleTermsCheck(input: ComponentProps<'input'>) {
  return (
    <label className="flex min-h-touch items-start gap-3 py-2">
      <input {...input} type="checkbox" required className="mt-0.5 size-6 shrink-0 accent-accent" />
      <span>
        <Trans>
          I have read and accept the{' '}
          <Link
            to="/terms-of-use"
            target="_blank"
            className="font-medium text-accent underline decoration-2 underline-offset-4 hover:text-accent-strong"
          >
            general terms of sale<span className="sr-only"> (new tab)</span>
          </Link>
          .
        </Trans>
      </span>
    </label>
  );
}
