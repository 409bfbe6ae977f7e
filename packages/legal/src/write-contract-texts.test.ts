import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { currentBrand, type Brand } from '@agres/domain/brand';
import { LOCALES } from '@agres/domain/locale';
import { typesetFrench } from '@agres/i18n/typography';
import { describe, expect, test } from 'vitest';

import { typesetText } from './legal-text.ts';
import { notices as englishNotices } from './notices.en.ts';
import { notices as frenchNotices } from './notices.fr.ts';
import { plainTextOf, readPlainText } from './plain-text.ts';
import * as englishReminder from './reminder.en.ts';
import * as frenchReminder from './reminder.fr.ts';
import { SECTION_OF_TERMS } from './reminder.ts';
import { terms as englishTerms } from './terms.en.ts';
import { terms as frenchTerms } from './terms.fr.ts';
import * as english from './withdrawal.en.ts';
import * as french from './withdrawal.fr.ts';
import { writeContractTexts } from './write-contract-texts.ts';

const KNOWN: Brand = {
  ...currentBrand(),
  seller: { ...currentBrand().seller, telephone: '+33 4 78 00 12 34' },
  host: { ...currentBrand().host, telephone: '+33 1 44 00 56 78' },
  mediator: {
    name: 'Médiation du sport',
    address: '2 rue Neuve, 69002 Lyon',
    url: 'https://mediation.test/',
  },
  returnAddress: '5 quai du Retour, 69007 Lyon',
  returnPaidBy: 'buyer',
  producerIds: ['FR012345_01ABCD'],
  delivery: {
    ...currentBrand().delivery,
    days: { 0: [2, 6], 1: [4, 11], 2: null },
  },
};

const TERMS = { fr: frenchTerms, en: englishTerms };
const NOTICES = { fr: frenchNotices, en: englishNotices };

const TEXTS = [frenchTerms, french.withdrawalNotice, french.withdrawalForm].concat([
  englishTerms,
  english.withdrawalNotice,
  english.withdrawalForm,
]);

test.each(TEXTS.map((write) => write(KNOWN)))(
  '$title survives the round trip through plain text',
  (text) => {
    expect(readPlainText(plainTextOf(text))).toEqual(text);
  },
);

test('text of another structure survives the round trip too', () => {
  const other = 'Title\n\n7. Not the first\nand on\n\n- a\nb\n';
  expect(plainTextOf(readPlainText(other))).toBe(other);
});

describe.each(LOCALES)('the contract texts in %s', (locale) => {
  const { terms, notice, form } = writeContractTexts(KNOWN)[locale];
  const unknown = Object.values(writeContractTexts()[locale]).join();

  test('state every fact of the seller', () => {
    for (const fact of [
      KNOWN.seller.telephone,
      'Médiation du sport, 2 rue Neuve, 69002 Lyon, https://mediation.test/',
      '5 quai du Retour',
      'FR012345_01ABCD',
    ]) {
      expect(terms).toContain(fact);
    }
    expect(terms).toMatch(/France.+6\sjours|France.+6 days/);
    expect(terms).toMatch(/Europe.+11\sjours|Europe.+11 days/);
    expect(terms).toMatch(/Reste du monde.+30\sjours|rest of the world.+30 days/i);
    expect(notice).toContain('5 quai du Retour');
    expect(form).toContain('+33 4 78 00 12 34');
  });

  test('omit facts that are not set', () => {
    expect(unknown).not.toMatch(/null|undefined|\[object/);
    expect(unknown).not.toMatch(/téléphone|telephone|Médiation|producteur|producer/);
  });

  test('state the address for the declaration, its period and the cost of the return', () => {
    for (const text of [terms, notice]) {
      expect(text).toContain(KNOWN.supportEmail);
      expect(text).toMatch(/14\sjours|14 days/);
      expect(text).toMatch(/renvoi sont à votre charge|You pay the direct cost/);
    }
    expect(writeContractTexts()[locale].notice).toMatch(/à notre charge|We pay for/);
  });

  test('name the link of the online form, and what the confirmation contains', () => {
    const link = { fr: '« Renoncer au contrat ici »', en: '“Withdraw from contract here”' }[locale];
    for (const text of [terms, notice]) {
      expect(text.replaceAll(/[\u00A0\u202F]/g, ' ')).toContain(link);
      expect(text).toMatch(/form(ulaire)? .*confirmation|confirmation.*form/);
    }
    expect(terms).toMatch(/ces conditions, l’information|these terms, the information/);
  });

  test('have one line per paragraph, without surrounding spaces', () => {
    for (const text of [terms, notice, form]) expect(text).toMatch(/^\S[^\r\t]*\S\n$/);
  });
});

test('the French texts are typeset', () => {
  for (const text of Object.values(writeContractTexts(KNOWN).fr)) {
    for (const line of text.split('\n')) expect(line).toBe(typesetFrench(line));
  }
  const text = frenchTerms();
  expect(readPlainText(writeContractTexts().fr.terms)).toEqual(typesetText(text, typesetFrench));
});

test('the legal notices include telephones and mediator once they are set', () => {
  for (const write of [frenchNotices, englishNotices]) {
    const known = plainTextOf(write(KNOWN));
    for (const fact of ['+33 4 78 00 12 34', '+33 1 44 00 56 78', 'Médiation du sport']) {
      expect(known).toContain(fact);
      expect(plainTextOf(write())).not.toContain(fact);
    }
    expect(plainTextOf(write())).not.toMatch(/null|undefined/);
  }
});

test('the terms include the producer’s identifiers once they are set', () => {
  for (const write of [frenchTerms, englishTerms]) {
    const [id = ''] = KNOWN.producerIds;
    expect(plainTextOf(write(KNOWN))).toContain(id);
    expect(plainTextOf(write({ ...KNOWN, producerIds: [] }))).not.toMatch(
      /unique identifier|identifiants? unique/i,
    );
  }
});

describe.each([
  ['fr', frenchReminder],
  ['en', englishReminder],
])('the reminder beside a price in %s', (_locale, { goodsReminder, subscriptionReminder }) => {
  test('includes telephone and mediator once they are set, and no placeholder', () => {
    for (const remind of [goodsReminder, subscriptionReminder]) {
      const known = remind(KNOWN);
      expect(known.map(({ text }) => text).join()).toContain('+33 4 78 00 12 34');
      expect(known.at(-1)).toMatchObject({
        text: 'Médiation du sport',
        link: { url: 'https://mediation.test/' },
      });
      expect(JSON.stringify(remind())).not.toMatch(/null|undefined|\.example/);
      expect(remind()).toHaveLength(known.length - 1);
    }
  });

  test('states the cost of the return', () => {
    const texts = [KNOWN, currentBrand()].map((brand) => JSON.stringify(goodsReminder(brand)));
    expect(texts[0]).not.toBe(texts[1]);
    expect(texts[0]).toMatch(/à vos frais|you pay/);
    expect(texts[1]).toMatch(/à nos frais|we pay/);
  });
});

test('the reminder links to the sections with details', () => {
  for (const [text, headings] of [
    [
      frenchTerms(),
      { withdrawal: 'Droit de rétractation', guarantees: 'Garanties légales des articles' },
    ],
    [
      englishTerms(),
      { withdrawal: 'Right of withdrawal', guarantees: 'Legal guarantees of items' },
    ],
  ] as const) {
    for (const page of ['withdrawal', 'guarantees'] as const) {
      expect(text.sections[SECTION_OF_TERMS[page] - 1]?.heading).toBe(headings[page]);
    }
  }
});

/** The promises of the law or the brand, with their figures (S1.18–S1.21, S9.19 and following). */
const PROMISES = [
  {
    what: 'the terms state that a customer is at least 18',
    texts: TERMS,
    says: { fr: 'au moins 18 ans', en: 'at least 18 years old' },
  },
  {
    what: 'the terms state that a defect may be returned within 15 days of receipt',
    texts: TERMS,
    says: {
      fr: 'défectueux peut être retourné dans les 15 jours qui suivent sa réception',
      en: 'defective item can be returned within 15 days of receipt',
    },
  },
  {
    what: 'the terms state that the refund follows within 15 days of receipt of the return',
    texts: TERMS,
    says: {
      fr: 'remboursons dans les 15 jours qui suivent la réception du retour',
      en: 'refund it within 15 days of receiving the return',
    },
  },
  {
    what: 'the terms state that damage is stated within 3 days',
    texts: TERMS,
    says: {
      fr: 'réserves auprès du transporteur dans les 3 jours',
      en: 'within 3 days of receipt',
    },
  },
  {
    what: 'the terms state that a delay of more than 1 month allows cancelling',
    texts: TERMS,
    says: {
      fr: 'plus d’un mois de retard, vous pouvez annuler',
      en: 'more than 1 month late, you can cancel',
    },
  },
  {
    what: 'the terms state that force majeure of more than 3 months allows termination',
    texts: TERMS,
    says: {
      fr: 'dure plus de 3 mois, chacune peut mettre fin',
      en: 'more than 3 months, either can end',
    },
  },
  {
    what: 'the terms state that conformity may be claimed for 2 years',
    texts: TERMS,
    says: { fr: '2 ans à compter de la livraison', en: '2 years from delivery' },
  },
  {
    what: 'the terms state that support replies within 48 hours',
    texts: TERMS,
    says: { fr: 'répondons sous 48 heures', en: 'reply within 48 hours' },
  },
  {
    what: 'the legal notices state that support replies within 48 hours',
    texts: NOTICES,
    says: { fr: 'sous 48 heures', en: 'within 48 hours' },
  },
  {
    what: 'the legal notices state that the name is optional',
    texts: NOTICES,
    says: { fr: 'le nom est facultatif', en: 'the name is optional' },
  },
  {
    what: 'the legal notices state that only the person and the administrators see orders',
    texts: NOTICES,
    says: {
      fr: 'visibles que par vous et par les administrateurs',
      en: 'Only you and the site’s administrators',
    },
  },
];

test.each(PROMISES)('$what, in both languages', ({ texts, says }) => {
  for (const locale of LOCALES) expect(plainTextOf(texts[locale]())).toContain(says[locale]);
});

test('the legal pages have the titles of the specification', () => {
  expect([frenchTerms().title, englishTerms().title]).toEqual([
    'Conditions générales',
    'General terms',
  ]);
  expect([frenchNotices().title, englishNotices().title]).toEqual([
    'Mentions légales',
    'Legal notices',
  ]);
});

/** The official texts that the law prescribes verbatim, and our text that contains each. */
const OFFICIAL = {
  'withdrawal-form.fr.txt': () => writeContractTexts().fr.form,
  'withdrawal-form.en.txt': () => writeContractTexts().en.form,
  'withdrawal-notice.fr.txt': () => writeContractTexts().fr.notice,
  'guarantee-goods.fr.txt': () => writeContractTexts().fr.terms,
  'guarantee-digital.fr.txt': () => writeContractTexts().fr.terms,
} as const satisfies Record<string, () => string>;

test('the official texts present in the repository are quoted verbatim', () => {
  const folder = join(import.meta.dirname, '../official');
  const atHand = Object.entries(OFFICIAL).filter(([file]) => existsSync(join(folder, file)));
  const deviating = atHand.filter(
    ([file, ours]) => !ours().includes(readFileSync(join(folder, file), 'utf8').trim()),
  );
  expect(deviating).toEqual([]);
});
