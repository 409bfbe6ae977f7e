import { currentBrand, type Brand } from '@agres/domain/brand';
import { formatNumber } from '@agres/i18n/formats';

import type { LegalText } from './legal-text.ts';
import { storedData } from './stored-data.en.ts';
import { factOf } from './stored-data.ts';
import { companyForm } from './terms.en.ts';

/** Returns the legal notices: the publisher of the site, and the use of personal data. */
export function notices(brand: Brand = currentBrand()): LegalText {
  const { seller, host, mediator, supportEmail, name } = brand;
  return {
    title: 'Legal notices',
    sections: [
      {
        heading: 'Publisher of this site',
        paragraphs: [
          `This site is published by ${seller.legalName}, a French ${companyForm(seller)} with a capital of €${formatNumber('en', seller.capitalEuros)}, whose registered office is at ${seller.address}.`,
          {
            facts: [
              { name: 'Registration', value: seller.registration },
              { name: 'VAT number', value: seller.vatNumber },
              { name: 'Publication director', value: seller.publicationDirector },
              { name: 'Email address', value: supportEmail },
              ...(seller.telephone === null
                ? []
                : [{ name: 'Telephone', value: seller.telephone }]),
            ],
          },
          'We answer every message within 48 hours.',
        ],
      },
      {
        heading: 'Hosting',
        paragraphs: [
          `The site is hosted by ${host.identity}${host.telephone === null ? '' : `, ${host.telephone}`}.`,
        ],
      },
      ...(mediator === null
        ? []
        : [
            {
              heading: 'Consumer mediation',
              paragraphs: [
                `In a dispute, you can turn to this mediator free of charge: ${mediator.name}, ${mediator.address}, ${mediator.url}.`,
              ],
            },
          ]),
      {
        heading: 'Intellectual property',
        paragraphs: [
          `The texts, pictures, videos and programmes published under the name ${name} belong to ${seller.legalName}. Any reproduction needs our written consent.`,
        ],
      },
      {
        heading: 'The data we keep',
        paragraphs: [
          'An email address and a password are enough to open an account: the name is optional. Your password is never stored in plain text.',
          'An order holds the recipient’s name and address, the pickup point’s address and the item chosen. Only you and the site’s administrators can see it.',
          'Payment goes through a specialised provider. Your card number never reaches us, and we do not keep your bank details. With each payment, the provider also receives the chosen item, the name of the recipient and the delivery addresses, so that we can find the order again. If you pay with Apple Pay or Google Pay, Apple or Google process the payment too, under their own terms.',
        ],
      },
      {
        heading: 'How long we keep your data, and how to delete your account',
        paragraphs: [
          'You can delete your account at any time from your profile. You’re logged out at once and your email address is free again. The accounting records of your orders are kept for ten years, without a link to an account, as the law requires.',
          { facts: storedData.map(factOf) },
        ],
      },
      {
        heading: 'Your rights',
        paragraphs: [
          `You can ask to see, correct, erase, restrict or move your data by writing to ${supportEmail}; a copy of everything is on the page “My data” of your profile. You can also turn to the CNIL, the French data protection authority.`,
        ],
      },
      {
        heading: 'Cookies',
        paragraphs: [
          'This site uses only the cookies it needs to work: your session, its protection, your language and, for 180 days after you log in, a marker that you’ve logged in from this browser before, so that someone guessing passwords elsewhere cannot lock you out. We use none for advertising or analytics. Your browser also keeps, for this site alone, a payment under way until it has its answer, and the page you wanted to see until your account is active or has its new password.',
          'Where a card is asked for, the script of our payment provider may set the cookies __stripe_mid and __stripe_sid, which it uses to detect fraud.',
        ],
      },
    ],
  };
}
