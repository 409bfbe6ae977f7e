import { Trans } from '@lingui/react/macro';
import type { Item } from '@shop/domain/shapes';
import { chargedCents, displayedCents, priceCentsOf, type DeliveryArea } from '@shop/domain/shop';
import { formatPrice } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';

import { useFeeText } from './area-names.ts';

/** What will be charged, and what it is made of. */
export function PriceSummary({ item, area }: { item: Item; area: DeliveryArea }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const feeText = useFeeText();
  const priceCents = priceCentsOf(item.price);
  return (
    <dl className="rounded-control bg-ground-deep px-5 py-4 tabular-nums">
      <div className="flex justify-between py-1">
        <dt>{item.title[locale]}</dt>
        <dd>{formatPrice(locale, displayedCents(priceCents))}</dd>
      </div>
      <div className="flex justify-between py-1">
        <dt>
          <Trans>Delivery fees</Trans>
        </dt>
        <dd>{feeText(area)}</dd>
      </div>
      <div className="mt-2 flex justify-between border-t border-line pt-3 font-bold">
        <dt>
          <Trans>Total</Trans>
        </dt>
        <dd>{formatPrice(locale, chargedCents(priceCents, area))}</dd>
      </div>
    </dl>
  );
}
