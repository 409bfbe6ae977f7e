import { currentBrand } from '@agres/domain/brand';

import type { LegalText } from './legal-text.ts';

/** Returns the accessibility statement with the facts of the seller. */
export function accessibility(): LegalText {
  const { seller, supportEmail, name } = currentBrand();
  return {
    title: 'Accessibility',
    sections: [
      {
        heading: 'Our commitment',
        paragraphs: [
          `${seller.legalName} wants everyone to be able to read this site, buy on it and manage their account, with a mouse, a keyboard, a screen reader, high magnification or without colours. We follow WCAG 2.2, level AA.`,
          'This statement covers this site, not the mobile app.',
        ],
      },
      {
        heading: 'How accessible the site is',
        paragraphs: [
          'As far as we know, every page meets level AA, apart from what we do not control (section 4). This is our own assessment: no one from outside has audited the site yet, so we do not state a conformance rate.',
        ],
      },
      {
        heading: 'How we tested it',
        paragraphs: [
          'With every change, automatic tests in a real browser check:',
          [
            'each page, in French and in English, on a computer and on a phone, with menus open, dialogs and error messages, with the axe-core tool; no change goes live with a known fault;',
            'a whole purchase by keyboard alone;',
            'the display at a width of 320 pixels, a magnification of 400%, without scrolling sideways;',
            'the contrast of each pair of colours;',
            'that the focus goes to the heading of the page with each navigation, and that nothing moves for those who asked for less motion.',
          ],
          'Automated tests catch only some barriers. Disabled people have not yet tested the site, and no screen reader has been used from end to end on every page.',
        ],
      },
      {
        heading: 'What we do not control',
        paragraphs: [
          'The card fields and the confirmation page of your bank belong to our payment provider and to your bank. The pickup point finder and the app stores are third-party sites.',
        ],
      },
      {
        heading: 'Found a problem? Tell us',
        paragraphs: [
          `Write to ${supportEmail} or use the contact form, and tell us which page and what got in your way: we reply within 48 hours, and where it helps we take your order or change your account with you.`,
          'If our answer does not satisfy you, you can turn to the French Defender of Rights (defenseurdesdroits.fr) or to the consumer authority DGCCRF (signal.conso.gouv.fr).',
        ],
      },
      {
        heading: 'Last reviewed',
        paragraphs: [`By ${name}, on 21\u00A0November 2026.`],
      },
    ],
  };
}
