import type { PayingCard } from '@agres/domain/shapes';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert } from 'lucide';

import { api } from '../../lib/data.ts';
import { Icon } from '../../ui/icon.tsx';

/** Loads after the page; shows a short text if that fails. */
export function CurrentCard() {
  const card = api.payments.card.useQuery();
  if (card.isPending) return <>…</>;
  return card.data ? (
    <Card card={card.data} todayMs={card.dataUpdatedAt} />
  ) : (
    <Trans>cannot be shown at the moment</Trans>
  );
}

const BRANDS: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' };

type CardProps = { card: PayingCard; todayMs: number };

function Card({ card: { brand, last4, expMonth, expYear }, todayMs }: CardProps) {
  const { t } = useLingui();
  const name = `${BRANDS[brand] ?? t`Card`}\u00A0····\u00A0${last4}`;
  const month = `${String(expMonth).padStart(2, '0')}/${expYear}`;
  // Valid until the end of the month.
  if (new Date(expYear, expMonth).getTime() > todayMs) {
    return (
      <Trans>
        {name}, expires {month}
      </Trans>
    );
  }
  return (
    <span className="font-semibold text-warning">
      <Icon of={CircleAlert} className="mr-2 inline-block size-5 align-text-bottom" />
      <Trans>
        {name}, expired {month}
      </Trans>
    </span>
  );
}
