import { formatPrice } from '@agres/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type PaidSumProps = { cents: number | undefined; children: ReactNode };

/** The amount being paid, if known. `children` asks to keep the page open. */
export function AmountPaid({ cents, children }: PaidSumProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <>
      {children}
      {cents !== undefined && (
        <strong className="mt-3 block font-display text-title-l font-bold tabular-nums">
          {formatPrice(locale, cents)}
        </strong>
      )}
    </>
  );
}
