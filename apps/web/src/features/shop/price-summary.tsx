import { Trans } from '@lingui/react/macro';
import type { Item } from '@shop/domain/shapes';
import { chargedCents, displayedCents, priceCentsOf, type DeliveryArea } from '@shop/domain/shop';
import { formatPrice } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';

import { useFeeText } from './fee-text.ts';
import { optionTitleOf } from './option-title.ts';

type PriceSummaryProps = { item: Item; optionIndex: number; area: DeliveryArea };

/** What will be charged, and what it is made of. */
export function PriceSummary({ item, optionIndex, area }: PriceSummaryProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const feeText = useFeeText();
  const option = optionTitleOf(item, optionIndex, locale);
  const priceCents = priceCentsOf(item.price);
  return (
    <dl className="rounded-control bg-ground-deep px-5 py-4 tabular-nums">
      <div className="flex justify-between gap-6 py-1">
        <dt>
          {item.title[locale]}
          {option !== null && <span className="block text-small text-ink-soft">{option}</span>}
        </dt>
        <dd>{formatPrice(locale, displayedCents(priceCents))}</dd>
      </div>
      <div className="flex justify-between gap-6 py-1">
        <dt>
          <Trans>Packing and delivery</Trans>
        </dt>
        <dd>{feeText(area)}</dd>
      </div>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line pt-3">
        <dt className="font-semibold">
          <Trans>Total</Trans>
        </dt>
        <dd className="font-display text-title-m font-bold">
          {formatPrice(locale, chargedCents(priceCents, area))}
        </dd>
      </div>
    </dl>
  );
}
