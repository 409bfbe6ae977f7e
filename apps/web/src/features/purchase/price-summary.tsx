import { shopFacts } from '@agres/domain/brand';
import { latestDeliveryDay } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import { feeLabelOf, type DeliveryArea } from '@agres/domain/delivery';
import { deliveryFeeCents } from '@agres/domain/delivery-fees';
import { pictureOfOption } from '@agres/domain/item-options';
import { chargedCents, displayedCents, priceCentsOf } from '@agres/domain/prices';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { messageOf } from '@agres/i18n/message-of';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { ChevronUp } from 'lucide';
import { useState, type ReactNode } from 'react';

import { optionTitleOf } from '../../lib/option-title.ts';
import type { ShownItem } from '../../lib/shown.ts';
import { Alert } from '../../ui/alert.tsx';
import { DEFAULT_ITEM_PICTURE, Picture } from '../../ui/picture.tsx';

type PriceSummaryProps = {
  item: ShownItem;
  optionIndex: number;
  area: DeliveryArea;
  /** The delivery date is then omitted. */
  isPaused: boolean;
  /** The amount that the last attempt showed, if the server refused it with `price_changed`. */
  refusedCents: number | undefined;
};

/** Returns the amount charged for an item sent to an area, in cents. */
export const totalCentsOf = ({ price }: Pick<ShownItem, 'price'>, area: DeliveryArea): number =>
  chargedCents(priceCentsOf(price), deliveryFeeCents(area));

/** `children`, above the total and its parts, are the delivery details. */
export function PriceSummary({ children, ...priced }: PriceSummaryProps & { children: ReactNode }) {
  const { item, optionIndex, area } = priced;
  const { locale } = useRouteContext({ from: '__root__' });
  const feeText = useFeeText();
  const option = optionTitleOf(item, optionIndex);
  const priceCents = priceCentsOf(item.price);
  return (
    <dl className="rounded-control bg-ground-deep px-4 py-3 tabular-nums">
      {children}
      <div className="flex items-center gap-4 py-1">
        <dt className="flex min-w-0 grow items-center gap-3">
          <Picture
            url={item.images[pictureOfOption(item, optionIndex)]?.url ?? DEFAULT_ITEM_PICTURE}
            alt=""
            sizes="3rem"
            className="size-12 shrink-0 rounded-control object-cover"
          />
          <span className="min-w-0">
            {item.title}
            {option !== null && <span className="block text-small text-ink-soft">{option}</span>}
          </span>
        </dt>
        <dd className="whitespace-nowrap">{formatPrice(locale, displayedCents(priceCents))}</dd>
      </div>
      <div className="grid grid-cols-[1fr_auto] gap-x-6 py-1">
        <dt>
          <Trans>Packing and delivery</Trans>
        </dt>
        <dd>{feeText(area)}</dd>
        {!priced.isPaused && (
          <dd className="col-span-2 text-small text-ink-soft">
            <DeliveryTime area={area} />
          </dd>
        )}
      </div>
      <div className="mt-2 flex flex-wrap items-baseline gap-x-4 border-t border-line pt-2">
        <dt>
          <span className="font-semibold">
            <Trans>Total</Trans>
          </span>{' '}
          <span className="text-small text-ink-soft">
            <Trans>all taxes included</Trans>
          </span>
        </dt>
        <dd className="ml-auto">
          <p className="text-right">
            <Total {...priced} size="text-title-m" /> <PreviousTotal {...priced} />
          </p>
        </dd>
      </div>
    </dl>
  );
}

/** Only the total, beside the form on wide screens: the third section has its parts. */
export function SideTotal(priced: PriceSummaryProps) {
  return (
    <div className="rounded-card bg-surface px-5 py-4 tabular-nums shadow-card">
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">
          <Trans>Total with delivery</Trans>
        </span>
        <span className="shrink-0">
          <Total {...priced} size="text-title-m" /> <PreviousTotal {...priced} />
        </span>
      </p>
    </div>
  );
}

/**
 * The total at the bottom of a phone screen, which unfolds upwards. It takes no room in the form: the next section,
 * which has the total too, slides over it. With the focus it stays on top.
 */
export function FoldedTotal(priced: PriceSummaryProps) {
  const { item, optionIndex } = priced;
  const option = optionTitleOf(item, optionIndex);
  return (
    <div className="-mx-gutter tabular-nums focus-within:z-10 tall:sticky tall:bottom-0 tall:-mb-25 lg:hidden">
      <details className="group relative">
        <summary className="flex min-h-16 list-none items-center gap-3 border-y border-line bg-surface px-gutter">
          <span className="min-w-0 grow text-small leading-tight">
            <span className="block truncate">{item.title}</span>
            {option !== null && <span className="block truncate text-ink-soft">{option}</span>}
          </span>
          <span className="sr-only">
            <Trans>Total</Trans>
          </span>
          <span className="leading-tight">
            <Total {...priced} size="text-title-s" /> <PreviousTotal {...priced} />
          </span>
          <Icon
            of={ChevronUp}
            className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="absolute bottom-full w-full border-t border-line bg-surface px-gutter py-2">
          <TotalLines {...priced} />
        </div>
      </details>
    </div>
  );
}

/** Names the new total if the page has loaded it. A warning, not an error, because nothing is lost. */
export function PriceChanged({ item, area, refusedCents }: PriceSummaryProps) {
  const { i18n, locale } = useRouteContext({ from: '__root__' });
  const cents = totalCentsOf(item, area);
  const total = formatPrice(locale, cents);
  return (
    <Alert kind="warning">
      {cents === refusedCents ? (
        messageOf(i18n, 'price_changed')
      ) : (
        <Trans>
          The price changed while you were ordering. You haven’t been charged. The total is now{' '}
          {total}: confirm again to go ahead.
        </Trans>
      )}
    </Alert>
  );
}

type TotalProps = Pick<PriceSummaryProps, 'item' | 'area'> & { size: string };

/** `size` is not set further up, where the letter spacing of titles would tighten small texts too. */
function Total({ item, area, size }: TotalProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const cents = totalCentsOf(item, area);
  return <span className={`font-display font-bold ${size}`}>{formatPrice(locale, cents)}</span>;
}

/** Null if the total has not changed. */
function PreviousTotal({ item, area, refusedCents }: PriceSummaryProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const cents = totalCentsOf(item, area);
  if (refusedCents === undefined || refusedCents === cents) return null;
  const former = formatPrice(locale, refusedCents);
  return (
    <span className="block text-right font-sans text-small font-medium text-warning">
      <Trans>was {former}</Trans>
    </span>
  );
}

function TotalLines({ area, isPaused }: Pick<PriceSummaryProps, 'area' | 'isPaused'>) {
  const fee = useFeeText()(area);
  return (
    <ul className="mt-1 flex flex-col gap-1 text-small text-ink-soft">
      <li>
        <Trans>Packing and delivery: {fee}</Trans>
      </li>
      {!isPaused && (
        <li>
          <DeliveryTime area={area} />
        </li>
      )}
    </ul>
  );
}

/** The usual delivery time, if it is set, and the latest delivery date, which the order promises. */
function DeliveryTime({ area }: Pick<PriceSummaryProps, 'area'>) {
  const { locale } = useRouteContext({ from: '__root__' });
  const [today] = useState(() => parisDayOf(new Date()));
  const latest = formatDate(locale, latestDeliveryDay(today, area));
  const [from, to] = shopFacts().delivery.usualDays[area] ?? [];
  return to === undefined ? (
    <Trans>Delivery by {latest}</Trans>
  ) : (
    <Trans>
      Usually {from} to {to} days; {latest} at the latest
    </Trans>
  );
}

function useFeeText(): (area: DeliveryArea) => string {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  return (area) => {
    const fee = feeLabelOf(deliveryFeeCents(area));
    return fee.kind === 'free' ? t`free` : formatPrice(locale, fee.cents);
  };
}
