import { Trans, useLingui } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import { DELIVERY_AREAS, DELIVERY_FEES_CENTS, type DeliveryArea } from '@shop/domain/delivery';
import { formatPrice } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';
import { Check, CreditCard, MapPin, RotateCcw } from 'lucide';

import { Icon } from '../../ui/icon.tsx';

const SIGN = 'mt-0.5 size-5 shrink-0 text-secondary';

/** What delivery costs and what the shop answers for, before anybody decides (specification, section 9). */
export function PurchaseTerms() {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  const europe = formatPrice(locale, DELIVERY_FEES_CENTS[1]);
  const elsewhere = formatPrice(locale, DELIVERY_FEES_CENTS[2]);
  const fees = {
    0: t`free in France`,
    1: t`${europe} in Europe`,
    2: t`${elsewhere} elsewhere`,
  } as const satisfies Record<DeliveryArea, string>;
  const allFees = DELIVERY_AREAS.map((area) => fees[area]).join(', ');
  return (
    <ul className="flex flex-col gap-3 text-small text-ink-soft">
      <li className="flex gap-3">
        <Icon of={RotateCcw} className={SIGN} />
        <span>
          {BRAND.returnPaidBy === 'seller' ? (
            <Trans>14 days from receipt to change your mind; we pay for sending it back.</Trans>
          ) : (
            <Trans>14 days from receipt to change your mind.</Trans>
          )}
        </span>
      </li>
      <li className="flex gap-3">
        <Icon of={MapPin} className={SIGN} />
        <span>
          <Trans>Delivered to a pickup point: {allFees}.</Trans>
        </span>
      </li>
      <li className="flex gap-3">
        <Icon of={CreditCard} className={SIGN} />
        <span>
          <Trans>Payment by card, Visa or Mastercard.</Trans>
        </span>
      </li>
      <li className="flex gap-3">
        <Icon of={Check} className={SIGN} />
        <span>
          <Trans>
            A defect? Send it back within 15 days of receipt, besides the 2-year guarantee.
          </Trans>
        </span>
      </li>
      <li className="flex gap-3">
        <Icon of={Check} className={SIGN} />
        <span>
          {/* In our own words, until the official notice is at hand (Directive 2024/825; docs/LAW.md). */}
          <Trans>
            Legal guarantee of conformity: 2 years from delivery, free of charge.{' '}
            <Link
              to="/terms-of-use"
              className="inline-block font-medium text-accent underline decoration-2 underline-offset-4 hover:text-accent-strong"
            >
              What it covers
            </Link>
          </Trans>
        </span>
      </li>
    </ul>
  );
}
