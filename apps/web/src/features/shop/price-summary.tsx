import { Trans, useLingui } from '@lingui/react/macro';
import { latestDeliveryDay } from '@shop/domain/consumer-rights';
import { parisDayOf } from '@shop/domain/days';
import { feeLabelOf, type DeliveryArea } from '@shop/domain/delivery';
import { chargedCents, displayedCents, priceCentsOf } from '@shop/domain/prices';
import { formatDate, formatPrice } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import { ChevronUp } from 'lucide';
import { useState } from 'react';

import type { ShownItem } from '../../lib/shown.ts';
import { Icon } from '../../ui/icon.tsx';
import { optionTitleOf, titleWithOption } from './option-title.ts';

type PriceSummaryProps = { item: ShownItem; optionIndex: number; area: DeliveryArea };

/** What will be charged, and what it is made of. */
export function PriceSummary({ item, optionIndex, area }: PriceSummaryProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const feeText = useFeeText();
  const option = optionTitleOf(item, optionIndex);
  const priceCents = priceCentsOf(item.price);
  const latest = useLatestDay(area);
  return (
    <dl className="rounded-control bg-ground-deep px-5 py-4 tabular-nums">
      <div className="flex justify-between gap-6 py-1">
        <dt>
          {item.title}
          {option !== null && <span className="block text-small text-ink-soft">{option}</span>}
        </dt>
        <dd>{formatPrice(locale, displayedCents(priceCents))}</dd>
      </div>
      <div className="grid grid-cols-[1fr_auto] gap-x-6 py-1">
        <dt>
          <Trans>Packing and delivery</Trans>
        </dt>
        <dd>{feeText(area)}</dd>
        <dd className="col-span-2 text-small text-ink-soft">
          <Trans>by {latest} at the latest</Trans>
        </dd>
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

/** The total beside the form, while it is filled in. */
export function TotalBeside(priced: PriceSummaryProps) {
  return (
    <div className="rounded-card bg-surface px-5 py-4 tabular-nums shadow-card">
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">
          <Trans>Total</Trans>
        </span>
        <Total {...priced} />
      </p>
      <TotalLines {...priced} />
    </div>
  );
}

/** The same at the foot of a phone, where it unfolds. */
export function FoldedTotal(priced: PriceSummaryProps) {
  return (
    <details className="group -mx-6 border-y border-line bg-surface px-6 tabular-nums sm:-mx-10 sm:px-10">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-2">
        <span className="font-semibold">
          <Trans>Total</Trans>
        </span>
        <Icon
          of={ChevronUp}
          className="size-5 text-ink-soft transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
        <span className="ml-auto">
          <Total {...priced} />
        </span>
      </summary>
      <div className="pb-4">
        <TotalLines {...priced} />
      </div>
    </details>
  );
}

/** The sum alone. */
function Total({ item, area }: PriceSummaryProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <span className="font-display text-title-s font-bold">
      {formatPrice(locale, chargedCents(priceCentsOf(item.price), area))}
    </span>
  );
}

function TotalLines({ item, optionIndex, area }: PriceSummaryProps) {
  const fee = useFeeText()(area);
  const latest = useLatestDay(area);
  return (
    <ul className="mt-1 flex flex-col gap-1 text-small text-ink-soft">
      <li>{titleWithOption(item, optionIndex)}</li>
      <li>
        <Trans>Packing and delivery: {fee}</Trans>
      </li>
      <li>
        <Trans>Delivery by {latest} at the latest</Trans>
      </li>
    </ul>
  );
}

/** The latest day of delivery, as the order will promise it. */
function useLatestDay(area: DeliveryArea): string {
  const { locale } = useRouteContext({ from: '__root__' });
  const [today] = useState(() => parisDayOf(new Date()));
  return formatDate(locale, latestDeliveryDay(today, area));
}

/** The words for an area's delivery fee: an amount, or that there is none. */
export function useFeeText(): (area: DeliveryArea) => string {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  return (area) => {
    const fee = feeLabelOf(area);
    return fee.kind === 'free' ? t`free` : formatPrice(locale, fee.cents);
  };
}
