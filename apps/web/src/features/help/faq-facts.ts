import { shopFacts, type DeliveryDays } from '@agres/domain/brand';
import { promisedDeliveryDays } from '@agres/domain/consumer-rights';
import { DELIVERY_AREAS, feeLabelOf, type DeliveryArea } from '@agres/domain/delivery';
import { deliveryFeeCents } from '@agres/domain/delivery-fees';
import { PLAN_PRICES_CENTS, YEARLY_PER_MONTH_CENTS } from '@agres/domain/subscription';
import { formatPrice } from '@agres/i18n/formats';
import { msg } from '@lingui/core/macro';

import type { RouterContext } from '../../lib/router-context.ts';
import { areaNamesIn } from '../../ui/area-names.ts';

export type FaqFacts = {
  /** `days` is the promised maximum; `usual` the usual minimum and maximum, null if not set. */
  deliveries: { area: string; fee: string; days: number; usual: DeliveryDays | null }[];
  /** `perMonth` is a twelfth of the yearly price. */
  monthly: string;
  yearly: string;
  perMonth: string;
};

/**
 * Returns the facts for the answers, from the same sources as the terms of use. The browser does not download
 * these modules for a server-rendered page.
 */
export function faqFacts({ i18n, locale }: Pick<RouterContext, 'i18n' | 'locale'>): FaqFacts {
  const names = areaNamesIn(i18n);
  const feeOf = (area: DeliveryArea) => {
    const fee = feeLabelOf(deliveryFeeCents(area));
    return fee.kind === 'free'
      ? i18n._(msg({ context: 'delivery', message: 'free' }))
      : formatPrice(locale, fee.cents);
  };
  return {
    deliveries: DELIVERY_AREAS.map((area) => ({
      area: names[area],
      fee: feeOf(area),
      days: promisedDeliveryDays(area),
      usual: shopFacts().delivery.usualDays[area],
    })),
    monthly: formatPrice(locale, PLAN_PRICES_CENTS.monthly),
    yearly: formatPrice(locale, PLAN_PRICES_CENTS.yearly),
    perMonth: formatPrice(locale, YEARLY_PER_MONTH_CENTS),
  };
}
