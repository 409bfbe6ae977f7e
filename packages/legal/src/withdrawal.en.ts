import { currentBrand, type Brand } from '@agres/domain/brand';

import type { LegalText } from './legal-text.ts';

/** Returns a sentence that states who pays for the return (L221-23). */
export const returnCosts = ({ returnPaidBy }: Pick<Brand, 'returnPaidBy'>): string =>
  returnPaidBy === 'seller'
    ? 'We pay for sending it back.'
    : 'You pay the direct cost of sending it back.';

/** Returns the information on the right of withdrawal, in our own words (L221-5). */
export function withdrawalNotice(brand: Brand = currentBrand()): LegalText {
  const { seller, supportEmail, returnAddress } = brand;
  return {
    title: 'Your right of withdrawal',
    sections: [
      {
        heading: 'The period',
        paragraphs: [
          'You may withdraw from the contract within 14 days, without giving any reason.',
          'For an item, the period ends 14 days after the day on which you, or someone you have named, receive it. You may also withdraw as soon as you have ordered, before delivery. For the subscription, it ends 14 days after the day on which you subscribe. If it ends on a Saturday, a Sunday or a French public holiday, it is extended to the next working day.',
        ],
      },
      {
        heading: 'How to withdraw',
        paragraphs: [
          'Tell us your decision in clear words before the period ends:',
          [
            'online, on this site, without logging in, using the link “Withdraw from contract here” at the bottom of every page;',
            `by email to ${supportEmail};`,
            `by letter to ${seller.legalName}, ${seller.address}.`,
          ],
          'Online, the page gives you a receipt at once, as a file to keep, with what you declared, its day and its hour; we also send it by email.',
          'You may use the withdrawal form that comes with the confirmation of your order or subscription, but you do not have to.',
        ],
      },
      {
        heading: 'What happens next',
        paragraphs: [
          'We refund everything that you paid, standard delivery included, at the latest 14 days after we receive your notice, by the same means of payment and at no cost to you. For an item, we may wait until we have it back or have proof that you sent it, whichever comes first.',
          `Send the item back at the latest 14 days after your notice, to this address: ${seller.legalName}, ${returnAddress ?? seller.address}. ${returnCosts(brand)} You are liable for a loss of value only if the item was handled beyond what it takes to establish its nature, its characteristics and that it works.`,
          'For the subscription, if you expressly asked for access before the end of the period, you pay for the days up to your notice and we refund the rest. If you did not ask for that, we refund everything.',
        ],
      },
    ],
  };
}

/** Returns a withdrawal form, in our own words; the official model's place is `official/`. */
export function withdrawalForm({ seller, supportEmail }: Brand = currentBrand()): LegalText {
  const telephone = seller.telephone === null ? '' : `, ${seller.telephone}`;
  return {
    title: 'Withdrawal form',
    sections: [
      {
        heading: '',
        paragraphs: [
          'Fill in and send back only if you wish to withdraw from the contract.',
          `To ${seller.legalName}, ${seller.address}, ${supportEmail}${telephone}:`,
          'I give notice that I withdraw from the contract for the item or subscription below.',
          [
            'Item or subscription:',
            'Number of the order:',
            'Ordered on / received on:',
            'Name of the consumer:',
            'Address of the consumer:',
            'Signature (only if this form is sent on paper):',
            'Date:',
          ],
        ],
      },
    ],
  };
}
