import { formatPrice } from '@agres/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type PaidSumProps = { cents: number | undefined; children: ReactNode };

/** What is being paid, where it is known, and that the page is needed until the answer is here. */
export function PaidSum({ cents, children }: PaidSumProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <>
      {cents !== undefined && (
        <strong className="block font-display text-title-l font-bold tabular-nums">
          {formatPrice(locale, cents)}
        </strong>
      )}
      {children}
    </>
  );
}
