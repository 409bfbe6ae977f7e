import { shopFacts } from '@agres/domain/brand';
import { DELIVERY_AREAS, type DeliveryArea } from '@agres/domain/delivery';
import { deliveryFeeCents } from '@agres/domain/delivery-fees';
import { formatPrice } from '@agres/i18n/formats';
import { Icon } from '@agres/ui/icon';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { Check, CreditCard, MapPin, RotateCcw, Truck, type IconNode } from 'lucide';
import type { ReactNode } from 'react';

import type { ShownItem } from '../../lib/shown.ts';

const TERMS = 'divide-y divide-line text-small';

/** The delivery date and fees, the right of withdrawal and the legal guarantee, beside the buy button. */
export function PurchaseTerms({ item, isPaused }: { item: ShownItem; isPaused: boolean }) {
  const { t } = useLingui();
  const { locale } = useRouteContext({ from: '__root__' });
  const france = formatPrice(locale, deliveryFeeCents(0));
  const europe = formatPrice(locale, deliveryFeeCents(1));
  const elsewhere = formatPrice(locale, deliveryFeeCents(2));
  const fees = {
    0:
      deliveryFeeCents(0) === 0
        ? t`free in metropolitan France`
        : t`${france} in metropolitan France`,
    1: t`${europe} in Europe`,
    2: t`${elsewhere} elsewhere`,
  } as const satisfies Record<DeliveryArea, string>;
  const allFees = DELIVERY_AREAS.map((area) => fees[area]).join(', ');
  const { latestDelivery: latest } = item;
  const [from, to] = shopFacts().delivery.usualDays[0] ?? [];
  return (
    <ul className={TERMS}>
      {item.remainingStock > 0 && !isPaused && (
        <Term sign={Truck}>
          {to === undefined ? (
            <Trans>Delivered in France by {latest}.</Trans>
          ) : (
            <Trans>
              <strong>
                Usually in {from} to {to} days in France
              </strong>
              , {latest} at the latest.
            </Trans>
          )}
        </Term>
      )}
      <Term sign={MapPin}>
        <Trans>Delivered to a pickup point: {allFees}.</Trans>
      </Term>
      <Term sign={RotateCcw}>
        {shopFacts().returnPaidBy === 'seller' ? (
          <Trans>14 days to change your mind. Returns are on us.</Trans>
        ) : (
          <Trans>14 days from receipt to change your mind.</Trans>
        )}
      </Term>
      <Term sign={Check}>
        {/* In our own words until the official notice is available (Directive 2024/825; docs/LAW.md). */}
        <Trans>
          Legal guarantee of conformity: 2 years from delivery, free of charge.{' '}
          <Link
            to="/terms-of-use"
            hash="section-8"
            className="inline-block font-medium text-accent-strong underline decoration-2 underline-offset-4"
          >
            What it covers
          </Link>
        </Trans>
      </Term>
    </ul>
  );
}

export function PaymentAndReturns() {
  return (
    <>
      <h2 className="font-display text-title-s font-bold">
        <Trans>Payment and returns</Trans>
      </h2>
      <ul className={TERMS}>
        <Term sign={CreditCard}>
          <Trans>Pay by Visa, Mastercard, Apple Pay or Google Pay.</Trans>
        </Term>
        <Term sign={RotateCcw}>
          <Trans>
            Faulty on arrival? You have 15 days to send it back, on top of the 2-year legal
            guarantee.
          </Trans>
        </Term>
      </ul>
    </>
  );
}

/** Its own, because the shared one would be a file of its own among the scripts of the page. */
function Term({ sign, children }: { sign: IconNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 py-2">
      <Icon of={sign} className="mt-0.5 size-5 shrink-0 text-secondary" />
      <span>{children}</span>
    </li>
  );
}
