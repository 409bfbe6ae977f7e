import { BRAND } from '@shop/domain/brand';
import { DELIVERY_AREAS, feeLabelOf, type DeliveryArea } from '@shop/domain/shop';
import {
  PLAN_PRICES_CENTS,
  REFERRAL_CREDIT_CENTS,
  YEARLY_PER_MONTH_CENTS,
} from '@shop/domain/subscription';
import { formatPrice } from '@shop/i18n/formats';

import type { LegalText } from './legal-text.ts';

const { seller, supportEmail, name } = BRAND;
const price = (cents: number) => formatPrice('en', cents);

const AREA_NAMES = {
  0: 'France',
  1: 'Europe',
  2: 'Rest of the world',
} as const satisfies Record<DeliveryArea, string>;

function fee(area: DeliveryArea): string {
  const label = feeLabelOf(area);
  return label.kind === 'free' ? 'free' : price(label.cents);
}

export const terms: LegalText = {
  title: 'General terms',
  sections: [
    {
      heading: 'Purpose',
      paragraphs: [
        `These terms govern the sale of the items of the ${name} shop and the subscription to the personal programme, between ${seller.legalName} and anyone who orders on this site.`,
        'You must be at least 18 years old to order or to subscribe.',
      ],
    },
    {
      heading: 'Account',
      paragraphs: [
        'You need an account to order. An e-mail address and a password are enough to open one; the name is optional. The data of an order are visible only to you and to the administrators.',
      ],
    },
    {
      heading: 'Orders and prices',
      paragraphs: [
        'Prices are in euros, all taxes included. The price that applies is the one shown when you order; delivery fees are shown before you pay.',
        'An order is binding once you have accepted these terms, pressed “Confirm purchase” (order with obligation to pay) or “Subscribe with obligation to pay”, and the payment is accepted. You receive a confirmation by e-mail.',
      ],
    },
    {
      heading: 'Payment',
      paragraphs: [
        'You pay by card (Visa, Mastercard) with a specialised provider. Your card number never reaches us, and we do not keep your bank details.',
      ],
    },
    {
      heading: 'Delivery',
      paragraphs: [
        'Items are delivered to the pickup point of your choice. Delivery fees are:',
        DELIVERY_AREAS.map((area) => `${AREA_NAMES[area]}: ${fee(area)}`),
        'If delivery is more than 1 month late, you can cancel the order and are refunded.',
        'If a parcel arrives damaged, state your reservations to the carrier within 3 days of receipt, and tell us.',
      ],
    },
    {
      heading: 'Right of withdrawal',
      paragraphs: [
        `You have 14 days from receipt to change your mind, without giving a reason. Write to ${supportEmail} with the number of the order.`,
        'For the subscription, the 14 days begin when you subscribe. As you ask for access at once, the refund is less the days that have passed.',
      ],
    },
    {
      heading: 'Returns and refunds',
      paragraphs: [
        'A defective item can be returned within 15 days of receipt. We refund it within 15 days of receiving the return.',
      ],
    },
    {
      heading: 'Legal guarantees',
      paragraphs: [
        'You have 2 years from delivery to have the legal guarantee of conformity applied if a lack of conformity appears. Within that time you only have to show that the defect exists, not when it appeared.',
        'You can then choose between repair and replacement, free of charge and without major inconvenience to you, within 30 days of your request. The guarantee of an item repaired in this way is extended by 6 months. You can also keep the item for a lower price, or give it back and be refunded in full, if we refuse to repair or replace it, if we do not do so within that time, or if the defect is so serious that it justifies ending the sale at once.',
        'These rights follow from articles L. 217-1 to L. 217-32 of the French Consumer Code. You also have the legal guarantee against hidden defects (articles 1641 to 1649 of the French Civil Code) for 2 years from the discovery of the defect: a lower price if you keep the item, or a full refund if you give it back.',
      ],
    },
    {
      heading: 'Subscription to the personal programme',
      paragraphs: [
        `The subscription costs ${price(PLAN_PRICES_CENTS.monthly)} per month, or ${price(YEARLY_PER_MONTH_CENTS)} per month, charged once a year at ${price(PLAN_PRICES_CENTS.yearly)}. Your card (Visa, Mastercard) is charged every month or every year.`,
        'It renews by itself, every month or every year as you chose, until it is cancelled. We announce a yearly renewal by e-mail, one to three months ahead.',
        'There is no commitment and you can cancel at any time, free of charge, by the link “Cancel your contract” at the bottom of every page. Access ends at the end of the last paid period; until then you can resume the subscription.',
        'When a payment is refused, we write to you and try again for a few days, without closing your access; after the last try the subscription ends. It ends at once, without refund, when you delete your account.',
      ],
    },
    {
      heading: 'Referral',
      paragraphs: [
        'Every account has a referral code, which is given when somebody subscribes. The referral counts once the first payment of the referred person has been made and their 14 days to withdraw are over, unless that payment was refunded or disputed. Nobody can refer themselves, two people cannot refer each other, and each person, each address and each card counts once.',
        `Each referral takes ${price(REFERRAL_CREDIT_CENTS)} off the referrer’s next payment from then on. Referrals add up; when a payment falls to 0, what is left of the discount carries over to later ones.`,
        'Three different referred people earn a pair of parallettes, once, delivered to a pickup point free of charge.',
      ],
    },
    {
      heading: 'Force majeure',
      paragraphs: [
        'Neither party is liable for a failure due to force majeure. If it lasts more than 3 months, either can end the contract.',
      ],
    },
    {
      heading: 'Health',
      paragraphs: [
        'Our programmes are made for healthy adults. If in doubt, ask a doctor before you start.',
      ],
    },
    {
      heading: 'Customer service and disputes',
      paragraphs: [
        `Write to ${supportEmail} or use the contact form: we reply within 48 hours. These terms are governed by French law. In a dispute, you can turn to a consumer mediator free of charge.`,
      ],
    },
  ],
};
