import { Trans } from '@lingui/react/macro';
import { DELIVERY_FEES_CENTS } from '@shop/domain/shop';
import { formatPrice } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import { CreditCard, MapPin, RotateCcw } from 'lucide-react';

const SIGN = 'mt-0.5 size-5 shrink-0 text-secondary';

/** What delivery costs and what the shop answers for, before anybody decides (specification, section 9). */
export function PurchaseTerms() {
  const { locale } = useRouteContext({ from: '__root__' });
  const europe = formatPrice(locale, DELIVERY_FEES_CENTS[1]);
  const elsewhere = formatPrice(locale, DELIVERY_FEES_CENTS[2]);
  return (
    <ul className="flex flex-col gap-3 text-small text-ink-soft">
      <li className="flex gap-3">
        <MapPin aria-hidden="true" className={SIGN} />
        <span>
          <Trans>
            Delivered to a relay point: free in France, {europe} in Europe, {elsewhere} elsewhere.
          </Trans>
        </span>
      </li>
      <li className="flex gap-3">
        <CreditCard aria-hidden="true" className={SIGN} />
        <span>
          <Trans>Payment by card, Visa or Mastercard.</Trans>
        </span>
      </li>
      <li className="flex gap-3">
        <RotateCcw aria-hidden="true" className={SIGN} />
        <span>
          <Trans>A defect? Send it back within 15 days of receipt.</Trans>
        </span>
      </li>
    </ul>
  );
}
