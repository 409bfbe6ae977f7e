import { BRAND } from '@shop/domain/brand';
import { LOCALES } from '@shop/domain/locale';
import { typesetFrench } from '@shop/i18n/typography';
import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';

import { writeEmail, type EmailData, type EmailKind } from './emails.ts';

const LINK = 'https://site.test/fr/activation/12/abc_-9?a=1&b=2';
const OTHER_LINK = 'https://site.test/fr/conditions-generales';

const SAMPLES: EmailData = {
  accountDeleted: {},
  activation: { link: LINK },
  activationAgain: { link: LINK },
  addressTaken: { logInLink: LINK },
  addressWanted: { logInLink: LINK },
  alert: {
    event: 'Payment without order',
    facts: { attempt: 'a1', amountCents: 2999, paid: true },
  },
  cardUpdated: { firstName: 'Ada' },
  confirmEmail: { link: LINK },
  contactAcknowledged: {},
  contactMessage: {
    subject: 'Question',
    message: 'Bonjour,\nune question.',
    email: 'ada@example.fr',
    userId: 1042,
  },
  emailChangeAsked: { cancelLink: LINK },
  emailChangeUndone: {},
  emailChanged: { undoLink: LINK },
  formerAccountDeleted: {},
  giftEarned: { firstName: 'Ada', contactLink: LINK },
  orderConfirmed: {
    orderId: 1042,
    orderDate: '2026-11-21T08:00:00.000Z',
    itemTitle: { fr: 'Balles', en: 'Balls' },
    optionTitle: { fr: 'Couleur', en: 'Colour' },
    chosenOptionTitle: { fr: 'Rouge', en: 'Red' },
    priceCents: 3000,
    area: 1,
    firstName: 'Ada',
    lastName: 'Lovelace',
    shippingAddress: 'Tabac du Port\n12 bis quai des Brumes\n01000 Bourg',
    ordersLink: LINK,
    termsLink: OTHER_LINK,
  },
  passwordChanged: { logInLink: LINK },
  passwordRecovery: { link: LINK },
  paymentFailed: { firstName: 'Ada', updateLink: LINK },
  referralCredited: { firstName: 'Ada', referrals: 2 },
  renewalAhead: {
    firstName: 'Ada',
    renewsOn: '2027-11-21T08:00:00.000Z',
    cancelLink: LINK,
  },
  subscriptionEnded: {
    firstName: 'Ada',
    accessEndsOn: '2026-12-20T23:30:00.000Z',
    subscribeLink: LINK,
  },
  subscriptionStopped: { firstName: 'Ada', subscribeLink: LINK },
  subscriptionStarted: {
    firstName: 'Ada',
    plan: 'yearly',
    subscriptionDate: '2026-11-21T08:00:00.000Z',
    discountCode: 'ABCD2345',
    profileLink: LINK,
    termsLink: OTHER_LINK,
  },
};

const KINDS = Object.keys(SAMPLES) as EmailKind[];
const EDITIONS = KINDS.flatMap((kind) => LOCALES.map((locale) => ({ kind, locale })));

const sample = ({ kind, locale }: (typeof EDITIONS)[number]) =>
  writeEmail({ kind, locale, data: SAMPLES[kind] });

const unescaped = (html: string) => html.replaceAll('&amp;', '&');

describe.each(EDITIONS)('$kind in $locale', (edition) => {
  const email = sample(edition);

  test('has a subject of one line, an HTML part and a text', () => {
    expect(email.subject).toMatch(/^\S.{4,90}\S$/u);
    expect(email.html).toContain(`<html lang="${edition.locale}">`);
    expect(email.html).toContain(BRAND.name);
    expect(email.text).toMatch(/\S\n$/);
    // Some mailboxes clip what is longer than 102 kB.
    expect(email.html.length).toBeLessThan(15_000);
  });

  test('says everything in both parts', () => {
    for (const value of Object.values(SAMPLES[edition.kind])) {
      const isSaid = typeof value === 'string' && !/^\d{4}-|yearly/.test(value);
      if (!isSaid) continue;
      expect(unescaped(email.html).replaceAll('<br>', '\n')).toContain(value);
      expect(email.text.replaceAll(/^(?:> | {2})/gm, '')).toContain(value);
    }
  });

  test('leaves no text untranslated and no value unfilled', () => {
    const other = sample({ ...edition, locale: edition.locale === 'fr' ? 'en' : 'fr' });
    expect(email.subject).not.toBe(other.subject);
    expect(email.text).not.toBe(other.text);
    expect(email.text).not.toMatch(/[{}]|undefined|null|NaN|\b[a-z]+[A-Z]\w*\.[a-z]/);
  });

  test('loads nothing from elsewhere', () => {
    expect(email.html).not.toMatch(/<(?:img|link|script|iframe)|@import|url\(/i);
  });
});

test.each(KINDS)('the French of %s is typeset', (kind) => {
  const { subject, text } = sample({ kind, locale: 'fr' });
  for (const line of [subject, ...text.split('\n')]) expect(line).toBe(typesetFrench(line));
});

const MARKUP = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'';
const HEADER = 'x\r\nBcc: a@evil.test\r\n\r\n<script>\u0000\u2028{brand} {0';

const hostileText = fc.oneof(
  fc.constantFrom(MARKUP, HEADER),
  fc.string({ unit: 'grapheme' }),
  fc.string().map((text) => `${text}${MARKUP}${HEADER}`),
);

/** The data of an email with every text but its links and dates replaced. */
const withTexts = (data: object, text: string): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => {
      if (typeof value === 'object' && value !== null) return [name, withTexts(value, text)];
      const isFree = typeof value === 'string' && !/^https:|^\d{4}-|^yearly$/.test(value);
      return [name, isFree ? text : value];
    }),
  );

const tagsOf = (html: string) => Array.from(html.matchAll(/<[a-z!/][^>]*>/gi), ([tag]) => tag);

test.each(EDITIONS)('$kind in $locale lets no markup and no header through', (edition) => {
  const { kind, locale } = edition;
  fc.assert(
    fc.property(hostileText, (text) => {
      const data = withTexts(SAMPLES[kind], text) as EmailData[typeof kind];
      const email = writeEmail({ kind, locale, data });
      expect(email.html).not.toMatch(/<script|<img/i);
      expect(email.subject).not.toMatch(/[\r\n\p{Cc}]/u);
      expect(email.html + email.text).not.toMatch(/[^\P{Cc}\n\t]/u);
      // Whatever the values are, the tags are those of the email itself, but for line breaks.
      const own = tagsOf(sample(edition).html).filter((tag) => tag !== '<br>');
      expect(tagsOf(email.html).filter((tag) => tag !== '<br>')).toEqual(own);
    }),
    { numRuns: 30 },
  );
});

test.each(['javascript:alert(1)', 'data:text/html,x', '/fr/profil', '', 'file:///etc/passwd'])(
  'an email is not written with the link %j',
  (link) => {
    expect(() => writeEmail({ kind: 'activation', locale: 'fr', data: { link } })).toThrow(
      TypeError,
    );
  },
);

test('a quote in a link ends no attribute', () => {
  const link = 'https://site.test/?a="onmouseover=alert(1)';
  const { html } = writeEmail({ kind: 'activation', locale: 'en', data: { link } });
  expect(html).toContain('href="https://site.test/?a=%22onmouseover=alert(1)"');
});

const greetingOf = (firstName: string | null) =>
  writeEmail({ kind: 'cardUpdated', locale: 'fr', data: { firstName } }).text.split('\n')[2];

test('a person without a name is greeted without one', () => {
  expect(greetingOf('Ada')).toBe('Bonjour Ada,');
  expect(greetingOf(null)).toBe('Bonjour,');
  expect(greetingOf('  ')).toBe('Bonjour,');
});

test.each(['Jean-Éric', "N'Golo", 'D’Artagnan', 'Marie José', 'Zoe\u0308', '李', 'Мария', 'أحمد'])(
  'the name %j is greeted',
  (name) => {
    expect(greetingOf(name)).toBe(`Bonjour ${name},`);
  },
);

test.each([
  'Gagnez sur https://evil.test/prix',
  'evil.test',
  'a@evil.test',
  '0800 123 456',
  'Gagné !',
  'Ada, votre compte est bloqué',
  'Ada\u202Egnikcah',
  'x'.repeat(41),
])('G8: what no name looks like, %j, is greeted without one', (name) => {
  expect(greetingOf(name)).toBe('Bonjour,');
});

const textOf = (change: Partial<EmailData['orderConfirmed']>) =>
  writeEmail({
    kind: 'orderConfirmed',
    locale: 'fr',
    data: { ...SAMPLES.orderConfirmed, ...change },
  }).text;

describe('the confirmation of an order', () => {
  test('adds the price shown and the fee up to what was charged', () => {
    const text = textOf({});
    expect(text).toContain('Prix\u00A0: 29,99\u00A0€');
    expect(text).toContain('Livraison\u00A0: 10,00\u00A0€');
    expect(text).toContain('Total payé\u00A0: 39,99\u00A0€');
  });

  test.each([0, null] as const)('calls the delivery to area %j free', (area) => {
    expect(textOf({ area })).toContain('Livraison\u00A0: offerte');
    expect(textOf({ area })).toContain('Total payé\u00A0: 29,99\u00A0€');
  });

  test('names the option under its own title, and none where there is none', () => {
    expect(textOf({})).toContain('Couleur\u00A0: Rouge');
    expect(textOf({ optionTitle: null })).not.toContain('Rouge');
    expect(textOf({ chosenOptionTitle: null })).not.toContain('Couleur');
  });

  test('tells the pickup point and the address of the recipient apart, and other text as it is', () => {
    const relay = ['Tabac du Port', '12 bis quai des Brumes', '01000 Bourg', 'France'];
    const home = ['7 chemin Vert', '01960 Péronnas', 'France'];
    const text = textOf({ shippingAddress: [...relay, '', ...home].join('\n') });
    expect(text).toMatch(/Point relais\u00A0:\s+Tabac du Port\s/);
    expect(text).toMatch(/Adresse du destinataire\u00A0:\s+7 chemin Vert\s/);
    expect(textOf({})).toMatch(/Point relais et adresse\u00A0:\s+Tabac du Port\s/);
  });

  test('tells the right to change one’s mind and whom to ask', () => {
    expect(textOf({})).toContain('14\u00A0jours');
    expect(textOf({})).toContain(BRAND.supportEmail);
    expect(textOf({})).toContain('48\u00A0heures');
  });
});

test('the last day of access is the day in Paris', () => {
  const { text } = sample({ kind: 'subscriptionEnded', locale: 'fr' });
  expect(text).toContain('jusqu’au 21\u00A0décembre 2026');
});

test.each([
  [1, 'Vous avez parrainé 1 personne à ce jour.'],
  [2, 'Vous avez parrainé 2 personnes à ce jour.'],
])('%i referrals are counted in grammar', (referrals, sentence) => {
  const data = { firstName: null, referrals };
  expect(writeEmail({ kind: 'referralCredited', locale: 'fr', data }).text).toContain(sentence);
});

test('an answer to a message from the form goes to its writer', () => {
  const visitor = { ...SAMPLES.contactMessage, userId: null };
  const email = writeEmail({ kind: 'contactMessage', locale: 'fr', data: visitor });
  expect(email.replyTo).toBe('ada@example.fr');
  expect(email.text).toContain('De\u00A0: ada@example.fr (visiteur)');
});

test('the acknowledgement of a message knows nothing that was typed into the form', () => {
  expectTypeOf<EmailData['contactAcknowledged']>().toEqualTypeOf<Record<string, never>>();
  expect(sample({ kind: 'contactAcknowledged', locale: 'fr' }).replyTo).toBeUndefined();
});
