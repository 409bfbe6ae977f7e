import { Trans, useLingui } from '@lingui/react/macro';
import { latestDeliveryDay } from '@shop/domain/consumer-rights';
import { parisDayOf } from '@shop/domain/days';
import { feeLabelOf, type DeliveryArea } from '@shop/domain/delivery';
import { pictureOfOption } from '@shop/domain/item-options';
import { chargedCents, displayedCents, priceCentsOf } from '@shop/domain/prices';
import { formatDate, formatPrice } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import { ChevronUp } from 'lucide';
import { useState } from 'react';

import { optionTitleOf, titleWithOption } from '../../lib/option-title.ts';
import type { ShownItem } from '../../lib/shown.ts';
import { Icon } from '../../ui/icon.tsx';
import { DEFAULT_ITEM_PICTURE, Picture } from '../../ui/picture.tsx';

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
      <div className="flex items-center gap-4 py-1">
        <dt className="flex min-w-0 grow items-center gap-4">
          <Picture
            url={item.images[pictureOfOption(item, optionIndex)]?.url ?? DEFAULT_ITEM_PICTURE}
            alt=""
            sizes="4rem"
            className="size-16 shrink-0 rounded-control object-cover"
          />
          <span className="min-w-0">
            {item.title}
            {option !== null && <span className="block text-small text-ink-soft">{option}</span>}
          </span>
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
      <div className="mt-2 flex flex-wrap items-center gap-x-4 border-t border-line pt-3">
        <dt>
          <span className="font-semibold">
            <Trans>Total</Trans>
          </span>
          <span className="block text-small text-ink-soft">
            <Trans>all taxes included</Trans>
          </span>
        </dt>
        <dd className="ml-auto font-display text-title-m font-bold">
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
  const { item, optionIndex } = priced;
  return (
    <details className="group -mx-gutter border-y border-line bg-surface px-gutter tabular-nums">
      <summary className="flex cursor-pointer list-none items-center gap-4 py-2">
        <span className="min-w-0 grow">
          <span className="flex items-center gap-2 font-semibold">
            <Trans>Total</Trans>
            <Icon
              of={ChevronUp}
              className="size-5 text-ink-soft transition-transform group-open:rotate-180"
            />
          </span>
          {/* The account below says it in full. */}
          <span className="block truncate text-small text-ink-soft group-open:hidden">
            {titleWithOption(item, optionIndex)}
          </span>
        </span>
        <Total {...priced} />
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
function useFeeText(): (area: DeliveryArea) => string {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  return (area) => {
    const fee = feeLabelOf(area);
    return fee.kind === 'free' ? t`free` : formatPrice(locale, fee.cents);
  };
}
