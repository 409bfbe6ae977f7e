import { currentBrand, type Brand } from '@agres/domain/brand';
import { DELIVERY_AREAS, feeLabelOf, type DeliveryArea } from '@agres/domain/delivery';
import {
  PLAN_PRICES_CENTS,
  REFERRAL_CREDIT_CENTS,
  YEARLY_PER_MONTH_CENTS,
} from '@agres/domain/subscription';
import { formatNumber, formatPrice } from '@agres/i18n/formats';

import type { LegalText } from './legal-text.ts';
import { returnCosts } from './withdrawal.en.ts';

const price = (cents: number) => formatPrice('en', cents);

const AREA_NAMES = {
  0: 'Metropolitan France',
  1: 'Europe, Monaco included',
  2: 'Overseas France and rest of the world',
} as const satisfies Record<DeliveryArea, string>;

function fee({ delivery }: Brand, area: DeliveryArea): string {
  const label = feeLabelOf(delivery.feesCents[area]);
  return label.kind === 'free' ? 'free' : price(label.cents);
}

const DAYS_OF_THE_LAW = 30;

function latest({ delivery }: Brand, area: DeliveryArea): string {
  return `at the latest ${delivery.days[area]?.[1] ?? DAYS_OF_THE_LAW} days after the order`;
}

export const companyForm = ({ form }: Brand['seller']): string =>
  form === 'SAS' ? 'simplified joint-stock company (SAS)' : form;

/** Returns the general terms with the facts of the seller. Unknown facts are omitted. */
export function terms(brand: Brand = currentBrand()): LegalText {
  const { seller, supportEmail, name, mediator, producerIds } = brand;
  return {
    title: 'General terms',
    sections: [
      {
        heading: 'About these terms',
        paragraphs: [
          `These terms govern the sale of items in the ${name} shop and the subscription to the personal programme, between ${seller.legalName} and anyone who orders on this site.`,
          `The seller is ${seller.legalName}, a French ${companyForm(seller)} with a capital of €${formatNumber('en', seller.capitalEuros)}, ${seller.address}, ${seller.registration}, VAT ${seller.vatNumber}. You can reach us by email at ${supportEmail}${seller.telephone === null ? '' : ` and by telephone on ${seller.telephone}`}.`,
          ...(producerIds.length === 0
            ? []
            : [`Unique identifiers of the producer: ${producerIds.join(', ')}.`]),
          'You must be at least 18 years old to order or to subscribe.',
        ],
      },
      {
        heading: 'Account',
        paragraphs: [
          'You need an account to order. An email address and a password are enough to open one; the name is optional. Only you and the site’s administrators can see the details of an order.',
        ],
      },
      {
        heading: 'Orders and prices',
        paragraphs: [
          'Prices are in euros, all taxes included. The price that applies is the one shown when you order; delivery fees are shown before you pay.',
          'An order is binding once you have accepted these terms, pressed “Confirm purchase” (order with obligation to pay) or “Subscribe with obligation to pay”, and the payment is accepted. You receive a confirmation by email: it sums up your order and has, as files to keep, these terms, the information on withdrawal and a withdrawal form.',
          'The text that counts is the one you accepted: we keep it with your order or subscription, and it comes with your confirmation.',
        ],
      },
      {
        heading: 'Payment',
        paragraphs: [
          'You pay by card (Visa, Mastercard), Apple Pay or Google Pay with a specialised provider. Your card number never reaches us, and we do not keep your bank details.',
        ],
      },
      {
        heading: 'Delivery',
        paragraphs: [
          'Items are delivered to the pickup point of your choice. Delivery fees and times are:',
          DELIVERY_AREAS.map(
            (area) => `${AREA_NAMES[area]}: ${fee(brand, area)}, ${latest(brand, area)}`,
          ),
          'If your order has not left by the promised date, you can ask us on its page to send it. If it has still not left 14 days later, or if delivery is more than 1 month late, you can cancel the order and get a refund.',
          'If a parcel arrives damaged, report the damage to the carrier within 3 days of receipt, and tell us.',
        ],
      },
      {
        heading: 'Right of withdrawal',
        paragraphs: [
          'You have 14 days from receipt to change your mind, without giving a reason. For the subscription, the 14 days begin when you subscribe.',
          `Withdraw online, without logging in, using the link “Withdraw from contract here” at the bottom of every page: a receipt with the day and hour reaches you at once. You can also write to ${supportEmail} or to our address, with the number of the order if you have it; you can also use the form that comes with your confirmation.`,
          `We refund everything that you paid, standard delivery included, within 14 days of your notice; for an item, once we have it back or you have proved that you sent it. Send it back within 14 days to ${seller.legalName}, ${brand.returnAddress ?? seller.address}. ${returnCosts(brand)}`,
          'For the subscription, if you asked for access before the 14 days are over, we refund the price minus the days that have passed; otherwise we refund it in full. After a first withdrawal from the subscription, with the same account, address or card, subscribing again requires asking for that access. A renewal does not start a new 14-day period.',
        ],
      },
      {
        heading: 'Returns and refunds',
        paragraphs: [
          'A defective item can be returned within 15 days of receipt. We refund it within 15 days of receiving the return. This service comes on top of the legal guarantees and does not limit them.',
        ],
      },
      {
        heading: 'Legal guarantees of items',
        paragraphs: [
          'You have 2 years from delivery to have the legal guarantee of conformity applied if a lack of conformity appears. Within that time you only have to show that the defect exists, not when it appeared.',
          'You can then choose between repair and replacement, free of charge and without major inconvenience to you, within 30 days of your request. The guarantee on an item repaired in this way is extended by 6 months. You can also keep the item for a lower price, or give it back and be refunded in full, if we refuse to repair or replace it, if we do not do so within that time, or if the defect is so serious that it justifies ending the sale at once.',
          'These rights follow from articles L. 217-1 to L. 217-32 of the French Consumer Code. You also have the legal guarantee against hidden defects (articles 1641 to 1649 of the French Civil Code) for 2 years from the discovery of the defect: a lower price if you keep the item, or a full refund if you give it back.',
        ],
      },
      {
        heading: 'Legal guarantee of the subscription',
        paragraphs: [
          'The subscription is a digital service. For as long as it runs you can have the legal guarantee of conformity applied if a defect appears; you only have to show that the defect exists, not when it appeared. We provide the updates that conformity needs.',
          'You can ask for the service to be brought into conformity without undue delay, free of charge and without major inconvenience to you. You can also have the price reduced and keep access, or end the contract and be refunded for what was not in conformity, if we refuse or delay, or if the defect is serious.',
          'These rights follow from articles L. 224-25-1 et seq. of the French Consumer Code.',
        ],
      },
      {
        heading: 'Subscription to the personal programme',
        paragraphs: [
          `The subscription costs ${price(PLAN_PRICES_CENTS.monthly)} per month, or ${price(YEARLY_PER_MONTH_CENTS)} per month, charged once a year at ${price(PLAN_PRICES_CENTS.yearly)}. Your card (Visa, Mastercard) is charged every month or every year.`,
          'It renews automatically, every month or every year as you chose, until it is cancelled. We email you one to three months before a yearly renewal.',
          'There is no commitment and you can cancel at any time, free of charge, using the link “Cancel your contract” at the bottom of every page. Access ends at the end of the last paid period; until then you can resume the subscription.',
          'When a payment is declined, we email you and try again for a few days, without closing your access; after the last try the subscription ends. It ends at once, without refund, when you delete your account.',
        ],
      },
      {
        heading: 'Referral',
        paragraphs: [
          'Every account has a referral code, which is given when someone subscribes. The referral counts once the first payment of the referred person has been made and their time to withdraw is over (14 days, and longer where it ends on a Saturday, a Sunday or a public holiday), unless that payment was refunded or lost to a bank dispute, or the contract withdrawn from. Nobody can refer themselves, two people cannot refer each other, and each person, each address and each card counts once.',
          `Each referral takes ${price(REFERRAL_CREDIT_CENTS)} off the referrer’s next payment from then on. Referrals add up; when a payment falls to €0, what is left of the discount carries over to later ones.`,
          'Where that payment is refunded or lost to a bank dispute, or the contract withdrawn from, after the referral has counted, the referral no longer counts. What the referrer has not used of its discount is taken back; what was used is not charged. If the parallettes have not been sent, we wait until three referrals count again.',
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
        heading: 'Accessibility',
        paragraphs: [
          'The site is made to be used by keyboard, with a screen reader and at high magnification, in line with WCAG 2.2, level AA. The page “Accessibility” says how that was tested and what to do if something is in your way.',
        ],
      },
      {
        heading: 'Customer service and disputes',
        paragraphs: [
          `Write to ${supportEmail} or use the contact form: we reply within 48 hours. These terms are governed by French law. In a dispute, you can turn to a consumer mediator free of charge${mediator === null ? '' : `: ${mediator.name}, ${mediator.address}, ${mediator.url}`}.`,
        ],
      },
    ],
  };
}
