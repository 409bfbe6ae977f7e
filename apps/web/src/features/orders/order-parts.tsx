import { shopFacts } from '@agres/domain/brand';
import { feeLabelOf } from '@agres/domain/delivery';
import { displayedCents, paidFeeCents, priceCentsOf } from '@agres/domain/prices';
import type { Order } from '@agres/domain/shapes';
import { formatPrice } from '@agres/i18n/formats';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { DEFAULT_ITEM_PICTURE, Picture } from '../../ui/picture.tsx';

/** For print only, where the frame of the page is missing. */
export function SellerOnPaper() {
  return (
    <p className="mb-4 hidden text-small print:block">
      {shopFacts().seller.legalName}, {shopFacts().seller.address}
    </p>
  );
}

type OrderPictureProps = { pictureUrl: string | null | undefined; className: string };

/** The name is next to the picture, which therefore has no alternative text. */
export function OrderPicture({ pictureUrl, className }: OrderPictureProps) {
  return (
    <div className={`shrink-0 overflow-hidden rounded-control bg-ground-deep ${className}`}>
      <Picture
        url={pictureUrl ?? DEFAULT_ITEM_PICTURE}
        alt=""
        sizes="8rem"
        className="aspect-square w-full object-cover"
      />
    </div>
  );
}

/** An item with a single option has no label for it. */
export function ChosenOption({ order }: { order: Order }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { item, chosenOptionTitle: option } = order;
  if (!option || !item.optionTitle) return null;
  return <p className="mt-1 text-ink">{`${item.optionTitle[locale]} ·\u00A0${option[locale]}`}</p>;
}

/**
 * Returns the formatted amounts of an order. `feeText` is null for old orders without a delivery area,
 * `refundedText` without a refund.
 */
export function useOrderSums({ item, area, amountCents, refundedCents }: Order) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { t } = useLingui();
  const priceCents = priceCentsOf(item.price);
  const fee = area === null ? null : feeLabelOf(paidFeeCents({ amountCents, priceCents }));
  return {
    itemText: formatPrice(locale, displayedCents(priceCents)),
    feeText: fee && (fee.kind === 'free' ? t`free` : formatPrice(locale, fee.cents)),
    paidText: formatPrice(locale, amountCents),
    refundedText: refundedCents > 0 ? formatPrice(locale, refundedCents) : null,
  };
}

export function OrderSums({ order }: { order: Order }) {
  const { itemText, feeText, paidText, refundedText } = useOrderSums(order);
  return (
    <dl className="tabular-nums">
      <Sum name={<Trans>Item</Trans>}>{itemText}</Sum>
      {feeText !== null && <Sum name={<Trans>Packing and delivery</Trans>}>{feeText}</Sum>}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 border-t border-line pt-3">
        <dt>
          <span className="font-semibold">
            <Trans>Paid by card</Trans>
          </span>
          <span className="block text-small text-ink-soft">
            <Trans>all taxes included</Trans>
          </span>
        </dt>
        <dd className="ml-auto font-display text-title-m font-bold">{paidText}</dd>
      </div>
      {refundedText !== null && <Sum name={<Trans>Refunded</Trans>}>{refundedText}</Sum>}
    </dl>
  );
}

function Sum({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 py-1">
      <dt>{name}</dt>
      <dd className="ml-auto">{children}</dd>
    </div>
  );
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
