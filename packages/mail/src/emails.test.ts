import { currentBrand, type Brand } from '@agres/domain/brand';
import { LOCALES } from '@agres/domain/locale';
import { typesetFrench } from '@agres/i18n/typography';
import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';

import { composeEmail } from './compose-email.ts';
import { contractBlocks } from './contract-blocks.ts';
import { writeEmail, type EmailData, type EmailKind } from './emails.ts';
import { createVoice } from './voice.ts';

const LINK = 'https://site.test/fr/activation/12/abc_-9?a=1&b=2';
const OTHER_LINK = 'https://site.test/fr/conditions-generales';

const PICTURE = 'https://site.test/pictures/items/balls-1-400.webp';

const RED_BALLS = {
  itemTitle: { fr: 'Balles', en: 'Balls' },
  optionTitle: { fr: 'Couleur', en: 'Colour' },
  chosenOptionTitle: { fr: 'Rouge', en: 'Red' },
};

const LATE_ORDER = {
  orderId: 1042,
  isCancellation: true,
  askedAt: '2026-12-24T08:05:00.000Z',
  orderDate: '2026-11-21T08:00:00.000Z',
  itemTitle: { fr: 'Balles', en: 'Balls' },
  promisedBy: '2026-12-21',
  cancellableFrom: '2027-01-08',
} as const;

const BASIS = {
  contractText: {
    terms: 'Conditions générales\n\n1. Objet\n\nÀ 10\u00A0€.\n',
    notice: 'Votre droit de rétractation\n\n1. Le délai\n\n14\u00A0jours.\n\n- un\n- deux\n',
    form: 'Formulaire de rétractation\n\nJe me rétracte.\n',
  },
  termsLink: OTHER_LINK,
  withdrawalLink: 'https://site.test/fr/retractation',
};

const SAMPLES: EmailData = {
  accountDeleted: {},
  accountUnused: { years: 2, keptUntil: '2026-12-20T23:30:00.000Z', logInLink: LINK },
  activation: { link: LINK },
  activationAgain: { link: LINK },
  addressTaken: { link: LINK },
  addressWanted: { link: LINK },
  alert: {
    event: 'Payment without order',
    facts: { attempt: 'a1', amountCents: 2999, paid: true },
  },
  backInStock: {
    firstName: 'Ada',
    ...RED_BALLS,
    pictureUrl: PICTURE,
    itemLink: LINK,
    endLink: LINK,
  },
  cardUpdated: { firstName: 'Ada' },
  confirmEmail: { link: LINK },
  contactAcknowledged: {},
  contactAnswer: {
    answer: 'Bonjour Ada,\nelles reviennent lundi.',
    subject: 'Question',
    message: 'Bonjour,\nune question.',
  },
  contactMessage: {
    subject: 'Question',
    message: 'Bonjour,\nune question.',
    email: 'ada@example.fr',
    userId: 1042,
  },
  dataDownloaded: { link: LINK },
  declarationFollowed: {
    number: 7,
    orderId: 12,
    declaredAt: '2026-11-21T08:00:00.000Z',
    news: {
      kind: 'howToReturn',
      returnBy: '2026-12-07',
      returnAddress: '1 rue de l’Exemple, 69001 Lyon',
      returnPaidBy: 'seller',
      rightsLink: LINK,
    },
    orderLink: LINK,
    contactLink: OTHER_LINK,
  },
  declarationReceived: {
    receipts: [
      {
        number: 7,
        kind: 'withdrawal',
        statement: 'I, Ada Lovelace, withdraw from order 12.',
        isWhole: false,
        name: 'Ada Lovelace',
        email: 'ada@example.fr',
        declaredAt: '2026-11-21T08:00:00.000Z',
        isDayOnly: false,
      },
    ],
    isOwn: true,
    isDiverted: true,
    orderLink: LINK,
  },
  emailChangeAsked: { link: LINK },
  emailChangeUndone: {},
  emailChanged: { link: LINK },
  formerAccountDeleted: {},
  giftEarned: { firstName: 'Ada', contactLink: LINK },
  lateOrderAsked: { ...LATE_ORDER, isCancellation: false, firstName: 'Ada', orderLink: LINK },
  lateOrderTold: LATE_ORDER,
  morningNotice: {
    day: '2026-11-28',
    moneyOwed: 1,
    declarations: 2,
    declarationsBy: '2026-12-05',
    parcels: 3,
    parcelsBy: '2026-12-21',
    messages: 0,
    lowStock: 1,
  },
  orderConfirmed: {
    orderId: 1042,
    orderDate: '2026-11-21T08:00:00.000Z',
    ...RED_BALLS,
    pictureUrl: PICTURE,
    priceCents: 3000,
    amountCents: 3999,
    firstName: 'Ada',
    lastName: 'Lovelace',
    shippingAddress: 'Tabac du Port\n12 bis quai des Brumes\n01000 Bourg',
    promisedBy: '2026-12-21',
    orderLink: LINK,
    ...BASIS,
  },
  orderNotice: {
    orderId: 1042,
    orderDate: '2026-11-21T08:00:00.000Z',
    ...RED_BALLS,
    pickupPoint: 'Tabac du Port\n12 bis quai des Brumes\n01000 Bourg\nFrance',
    promisedBy: '2026-12-21',
  },
  orderRefunded: {
    firstName: 'Ada',
    orderId: 1042,
    itemTitle: { fr: 'Balles', en: 'Balls' },
    amountCents: 1000,
    paidCents: 2999,
    isCancelled: false,
    isTransfer: false,
    orderLink: LINK,
  },
  orderSent: {
    orderId: 1042,
    ...RED_BALLS,
    pictureUrl: PICTURE,
    promisedBy: '2026-12-21',
    firstName: 'Ada',
    sentDate: '2026-11-21T08:00:00.000Z',
    tracking: { carrier: 'Colissimo', number: '6A12345678901', url: OTHER_LINK },
    shippingAddress: 'Tabac du Port\n12 bis quai des Brumes\n01000 Bourg',
    orderLink: LINK,
    withdrawalLink: BASIS.withdrawalLink,
  },
  passwordChanged: { link: LINK },
  passwordRecovery: { link: LINK },
  paymentFailed: { firstName: 'Ada', link: LINK },
  paymentRefunded: {
    firstName: 'Ada',
    amountCents: 999,
    isOfSubscription: true,
    isTransfer: false,
  },
  referralCredited: { firstName: 'Ada', referrals: 2 },
  referralReversed: { firstName: 'Ada', referrals: 2, losesGift: true, termsLink: LINK },
  renewalAhead: {
    firstName: 'Ada',
    renewsOn: '2027-11-21T08:00:00.000Z',
    cancelLink: LINK,
  },
  replacementSent: {
    orderId: 1042,
    ...RED_BALLS,
    firstName: 'Ada',
    sentDate: '2026-11-21T08:00:00.000Z',
    tracking: { carrier: 'Colissimo', number: '6A12345678901', url: OTHER_LINK },
    shippingAddress: 'Tabac du Port\n12 bis quai des Brumes\n01000 Bourg',
    orderLink: LINK,
  },
  reviewDeclined: {
    firstName: 'Ada',
    itemTitle: { fr: 'Balles', en: 'Balls' },
    reason: 'Votre avis parle du transporteur.',
    text: 'Colis en retard.',
    changeLink: LINK,
  },
  sendingUndone: {
    orderId: 1042,
    itemTitle: { fr: 'Balles', en: 'Balls' },
    firstName: 'Ada',
    orderLink: LINK,
  },
  staffInvited: { link: LINK, expiresAt: '2026-11-22T08:00:00.000Z', isOwner: false },
  stockRequestAsked: {
    ...RED_BALLS,
    pictureUrl: PICTURE,
    link: LINK,
  },
  subscriptionEnded: {
    firstName: 'Ada',
    accessEndsOn: '2026-12-20T23:30:00.000Z',
    isOver: false,
    subscribeLink: LINK,
    declaration: {
      number: 7,
      declaredAt: '2026-11-21T08:00:00.000Z',
      statement: 'I, Ada Lovelace, cancel my subscription.',
    },
  },
  subscriptionStopped: { firstName: 'Ada', link: LINK },
  subscriptionStarted: {
    firstName: 'Ada',
    plan: 'yearly',
    subscriptionDate: '2026-11-21T08:00:00.000Z',
    discountCode: 'ABCD2345',
    hasImmediateStart: true,
    withdrawalLastDay: '2026-12-07',
    profileLink: LINK,
    cancelLink: OTHER_LINK,
    ...BASIS,
  },
};

const KINDS = Object.keys(SAMPLES) as EmailKind[];
const EDITIONS = KINDS.flatMap((kind) => LOCALES.map((locale) => ({ kind, locale })));

const sample = ({ kind, locale }: (typeof EDITIONS)[number]) =>
  writeEmail({ kind, locale, data: SAMPLES[kind] });

const unescaped = (html: string) => html.replaceAll('&amp;', '&');

describe.each(EDITIONS)('$kind in $locale', (edition) => {
  const email = sample(edition);

  test('has a one-line subject, an HTML part and a text part', () => {
    expect(email.subject).toMatch(/^\S.{4,90}\S$/u);
    expect(email.html).toContain(`<html lang="${edition.locale}">`);
    expect(email.html).toContain(currentBrand().name);
    expect(email.text).toMatch(/\S\n$/);
    // Some mailboxes clip emails above 102 kB.
    expect(email.html.length).toBeLessThan(15_000);
  });

  test('includes all of its data in both parts', () => {
    for (const value of Object.values(SAMPLES[edition.kind])) {
      const isSaid =
        typeof value === 'string' && !/^\d{4}-|yearly|^withdrawal$|\.webp$/.test(value);
      if (!isSaid) continue;
      expect(unescaped(email.html).replaceAll('<br>', '\n')).toContain(value);
      expect(email.text.replaceAll(/^(?:> | {2})/gm, '')).toContain(value);
    }
  });

  test('leaves no text untranslated and no placeholder unfilled', () => {
    const other = sample({ ...edition, locale: edition.locale === 'fr' ? 'en' : 'fr' });
    // Mail programs thread by `Re:`, the same in both languages.
    expect([email.subject, email.subject === other.subject]).toEqual(
      edition.kind === 'contactAnswer' ? ['Re: Question', true] : [email.subject, false],
    );
    expect(email.text).not.toBe(other.text);
    expect(email.text).not.toMatch(/[{}]|undefined|null|NaN|\b[a-z]+[A-Z]\w*\.[a-z]/);
  });

  test('loads nothing but the picture of an item, which has an empty alt text', () => {
    expect(email.html).not.toMatch(/<(?:link|script|iframe)|@import|url\(/i);
    const pictures = Array.from(
      email.html.matchAll(/<img src="([^"]*)"[^>]* alt=""/g),
      ([, url]) => url,
    );
    expect(pictures).toHaveLength(email.html.split('<img').length - 1);
    const isOfItem = ['orderConfirmed', 'orderSent', 'backInStock', 'stockRequestAsked'].includes(
      edition.kind,
    );
    expect(pictures).toEqual(isOfItem ? [PICTURE] : []);
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

/** Replaces every text in an email's data, except links and dates. */
const withTexts = (data: object, text: string): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => {
      if (Array.isArray(value)) {
        const filled = value.map((one: unknown) =>
          typeof one === 'object' && one !== null ? withTexts(one, text) : one,
        );
        return [name, filled];
      }
      if (typeof value === 'object' && value !== null) return [name, withTexts(value, text)];
      if (name === 'kind') return [name, value];
      const isFree = typeof value === 'string' && !/^https:|^\d{4}-|^yearly$/.test(value);
      return [name, isFree ? text : value];
    }),
  );

const tagsOf = (html: string) => Array.from(html.matchAll(/<[a-z!/][^>]*>/gi), ([tag]) => tag);

test.each(EDITIONS)('$kind in $locale escapes markup and headers', (edition) => {
  const { kind, locale } = edition;
  fc.assert(
    fc.property(hostileText, (text) => {
      const data = withTexts(SAMPLES[kind], text) as EmailData[typeof kind];
      const email = writeEmail({ kind, locale, data });
      expect(email.html).not.toMatch(/<script|<img(?! src="https:\/\/site\.test\/pictures\/)/i);
      expect(email.subject).not.toMatch(/[\r\n\p{Cc}]/u);
      expect(email.html + email.text).not.toMatch(/[^\P{Cc}\n\t]/u);
      // The values add no tags except line breaks.
      const own = tagsOf(sample(edition).html).filter((tag) => tag !== '<br>');
      expect(tagsOf(email.html).filter((tag) => tag !== '<br>')).toEqual(own);
    }),
    { numRuns: 30 },
  );
});

test.each(['javascript:alert(1)', 'data:text/html,x', '/fr/profil', '', 'file:///etc/passwd'])(
  'an e-mail with the link %j throws',
  (link) => {
    expect(() => writeEmail({ kind: 'activation', locale: 'fr', data: { link } })).toThrow(
      TypeError,
    );
  },
);

test('a quote in a link is encoded', () => {
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
])('G8: text that cannot be a name, %j, is left out of the greeting', (name) => {
  expect(greetingOf(name)).toBe('Bonjour,');
});

const textOf = (change: Partial<EmailData['orderConfirmed']>) =>
  writeEmail({
    kind: 'orderConfirmed',
    locale: 'fr',
    data: { ...SAMPLES.orderConfirmed, ...change },
  }).text;

describe('the order confirmation', () => {
  test('adds up price and fee to the amount charged', () => {
    const text = textOf({});
    expect(text).toContain('Prix\u00A0: 29,99\u00A0€');
    expect(text).toContain('Livraison\u00A0: 10,00\u00A0€');
    expect(text).toContain('Total payé\u00A0: 39,99\u00A0€');
  });

  test('calls a fee of zero free', () => {
    expect(textOf({ amountCents: 2999 })).toContain('Livraison\u00A0: offerte');
    expect(textOf({ amountCents: 2999 })).toContain('Total payé\u00A0: 29,99\u00A0€');
  });

  test('names the option under its own title, and omits a missing one', () => {
    expect(textOf({})).toContain('Couleur\u00A0: Rouge');
    expect(textOf({ optionTitle: null })).not.toContain('Rouge');
    expect(textOf({ chosenOptionTitle: null })).not.toContain('Couleur');
  });

  test('shows pickup point and recipient apart, and other addresses unchanged', () => {
    const relay = ['Tabac du Port', '12 bis quai des Brumes', '01000 Bourg', 'France'];
    const home = ['7 chemin Vert', '01960 Péronnas', 'France'];
    const text = textOf({ shippingAddress: [...relay, '', ...home].join('\n') });
    expect(text).toMatch(/Point relais\u00A0:\s+Tabac du Port\s/);
    expect(text).toMatch(/Adresse du destinataire\u00A0:\s+7 chemin Vert\s/);
    expect(textOf({})).toMatch(/Point relais et adresse\u00A0:\s+Tabac du Port\s/);
  });

  test('shows the progress of the order, with or without a picture', () => {
    const steps =
      '[x] Commande reçue\n[ ] Colis expédié\n[ ] Colis livré, au plus tard le 21\u00A0décembre\u00A02026';
    expect(textOf({})).toContain(steps);
    const english = { kind: 'orderConfirmed', locale: 'en', data: SAMPLES.orderConfirmed } as const;
    expect(writeEmail(english).text).toContain(
      '[x] Order received\n[ ] Parcel sent\n[ ] Parcel delivered',
    );
    const bare = { ...SAMPLES.orderConfirmed, pictureUrl: null };
    const { html, text } = writeEmail({ kind: 'orderConfirmed', locale: 'fr', data: bare });
    expect(html).not.toContain('<img');
    expect(html).toContain('Balles');
    expect(text).toBe(textOf({}));
    const sent = writeEmail({ kind: 'orderSent', locale: 'fr', data: SAMPLES.orderSent }).text;
    expect(sent).toContain('[x] Commande reçue\n[x] Colis expédié\n[ ] Colis livré');
    expect(sent).toContain('Couleur\u00A0: Rouge');
  });

  test('shows the last day of delivery', () => {
    expect(textOf({})).toContain('Livraison au plus tard le\u00A0: 21\u00A0décembre\u00A02026');
  });

  test('mentions the right of withdrawal and the support address', () => {
    expect(textOf({})).toContain('14\u00A0jours');
    expect(textOf({})).toContain(currentBrand().supportEmail);
    expect(textOf({})).toContain('48\u00A0heures');
  });
});

const KNOWN: Brand = {
  ...currentBrand(),
  seller: {
    ...currentBrand().seller,
    telephone: '+33 4 78 00 12 34',
    registration: 'RCS Lyon 123 456 789',
    vatNumber: 'FR12 123 456 789',
  },
  mediator: {
    name: 'Médiation du sport',
    address: '2 rue Neuve, 69002 Lyon',
    url: 'https://mediation.test/',
  },
  returnAddress: '5 quai du Retour, 69007 Lyon',
  returnPaidBy: 'buyer',
};

describe.each(LOCALES)('the contract part of a confirmation in %s', (locale) => {
  const email = (kind: 'goods' | 'service', brand: Brand) => {
    const voice = createVoice(locale);
    const about = kind === 'goods' ? { kind } : { kind, lastDay: '7 December 2026' };
    const blocks = contractBlocks(voice, { about, basis: BASIS }, brand);
    const head = { subject: 's', preview: 'p', title: 't', reader: 'customer' } as const;
    const { text, html } = composeEmail(voice, { ...head, blocks });
    return [text, unescaped(html)].map((part) => part.replaceAll(/[\u00A0\u202F]/g, ' '));
  };
  const FACTS = [
    '+33 4 78 00 12 34',
    'RCS Lyon 123 456 789',
    'FR12 123 456 789',
    'Médiation du sport',
    '2 rue Neuve, 69002 Lyon',
    'https://mediation.test/',
  ];

  test('includes every fact of the seller that is set, in both parts', () => {
    for (const part of [...email('goods', KNOWN), ...email('service', KNOWN)]) {
      for (const fact of FACTS) expect(part).toContain(fact);
    }
    for (const part of email('goods', KNOWN)) {
      expect(part).toContain('5 quai du Retour, 69007 Lyon');
      expect(part).toMatch(/renvoi sont à votre charge|You pay the direct cost/);
    }
  });

  test('omits facts that are not set', () => {
    for (const part of [...email('goods', currentBrand()), ...email('service', currentBrand())]) {
      expect(part).not.toMatch(/null|undefined|000 000|Téléphone|Telephone|[Mm]édiateur|mediator/);
    }
    for (const part of email('goods', currentBrand())) {
      expect(part).toMatch(/renvoi sont à notre charge|We pay for/);
    }
  });

  test('omits the return of goods for a service', () => {
    for (const part of email('service', KNOWN)) {
      expect(part).toContain('7 December 2026');
      expect(part).not.toMatch(/Retour|Returning the item/);
    }
  });
});

test('the accepted texts are attached under their titles; none if they were not kept', () => {
  for (const kind of ['orderConfirmed', 'subscriptionStarted'] as const) {
    const { terms, notice, form } = BASIS.contractText;
    expect(sample({ kind, locale: 'fr' }).attachments).toEqual([
      { fileName: 'Conditions générales.txt', text: terms },
      { fileName: 'Votre droit de rétractation.txt', text: notice },
      { fileName: 'Formulaire de rétractation.txt', text: form },
    ]);
    const data = { ...SAMPLES[kind], contractText: null };
    expect(writeEmail({ kind, locale: 'fr', data }).attachments).toBeUndefined();
  }
});

test('a subscription without immediate start says so', () => {
  const data = { ...SAMPLES.subscriptionStarted, hasImmediateStart: false };
  const { text } = writeEmail({ kind: 'subscriptionStarted', locale: 'fr', data });
  expect(text).toContain('tout vous est remboursé');
  expect(sample({ kind: 'subscriptionStarted', locale: 'fr' }).text).toContain('jours écoulés');
});

test('the deadline of a renewal is in a visible box, in both parts', () => {
  const { text, html } = sample({ kind: 'renewalAhead', locale: 'fr' });
  const deadline = 'Dernier jour pour refuser le renouvellement\u00A0: 20\u00A0novembre\u00A02027';
  expect(text).toContain(`${'*'.repeat(60)}\n${deadline}\n${'*'.repeat(60)}`);
  expect(text).toContain('résiliez au plus tard à la date limite ci-dessus');
  expect(html).toMatch(new RegExp(`<td[^>]+border:2px solid[^>]+>${deadline}</td>`));
});

describe('the e-mail after a declaration', () => {
  const newsText = (news: EmailData['declarationFollowed']['news']) =>
    writeEmail({
      kind: 'declarationFollowed',
      locale: 'fr',
      data: { ...SAMPLES.declarationFollowed, news },
    }).text.replaceAll(/[\u00A0\u202F]/g, ' ');

  test('states the amount and its calculation', () => {
    const ended = {
      kind: 'subscriptionEnded',
      refundCents: 1067,
      keptCents: 932,
      bankCents: 0,
    } as const;
    expect(newsText({ ...ended, usedDays: 14 })).toContain('14 jours écoulés : retenue de 9,32 €');
    expect(newsText({ ...ended, usedDays: 14 })).toContain('Remboursé : 10,67 €');
    expect(newsText({ ...ended, keptCents: 0, usedDays: 14 })).toContain('Rien n’est retenu');
    const cancelled = { kind: 'orderCancelled', bankCents: 0, isDisputed: false } as const;
    expect(newsText({ ...cancelled, refundCents: 2999 })).toContain('29,99 €');
    expect(newsText({ ...cancelled, refundCents: 0 })).not.toContain('€');
  });

  test('states what the bank refunded, and promises no amount during a dispute', () => {
    const cancelled = { kind: 'orderCancelled', refundCents: 0 } as const;
    const waiting = newsText({ ...cancelled, bankCents: 0, isDisputed: true });
    expect(waiting).toContain('Votre banque examine');
    expect(waiting).not.toContain('€');
    const given = 'Votre banque vous a rendu 29,99 €';
    expect(newsText({ ...cancelled, bankCents: 2999, isDisputed: false })).toContain(given);
    expect(newsText({ kind: 'givenByBank', bankCents: 2999 })).toContain(given);
  });

  test('does not announce a refund if there is none', () => {
    const news = {
      kind: 'orderCancelled',
      refundCents: 0,
      bankCents: 0,
      isDisputed: false,
    } as const;
    const data = { ...SAMPLES.declarationFollowed, news };
    const { html } = writeEmail({ kind: 'declarationFollowed', locale: 'fr', data });
    expect(html).not.toContain('vous reviennent');
  });

  test.each([
    ['seller', 'Les frais de renvoi sont à notre charge.'],
    ['buyer', 'Les frais directs de renvoi sont à votre charge.'],
  ] as const)('states that the %s pays for the return', (returnPaidBy, sentence) => {
    const { news } = SAMPLES.declarationFollowed;
    if (news.kind !== 'howToReturn') throw new Error('another sample');
    expect(newsText({ ...news, returnPaidBy })).toContain(sentence);
  });

  test('states the reason for a deduction, an objection or a closing, and how to reply', () => {
    const reason = 'La toile est déchirée sur vingt centimètres.';
    for (const news of [
      { kind: 'goodsBack', refundCents: 1000, keptCents: 500, bankCents: 0, reason },
      { kind: 'contested', reason },
      { kind: 'closed', reason },
    ] as const) {
      expect(newsText(news)).toContain(reason);
      expect(newsText(news)).toContain('notre équipe réexamine');
    }
  });
});

test('access that has ended is not announced as lasting', () => {
  const data = {
    firstName: 'Ada',
    accessEndsOn: '2026-12-20T23:30:00.000Z',
    isOver: true,
    subscribeLink: LINK,
    declaration: null,
  };
  const { text } = writeEmail({ kind: 'subscriptionEnded', locale: 'fr', data });
  expect(text).toContain('Votre accès a pris fin le 21\u00A0décembre\u00A02026.');
  expect(text).not.toContain('Reprendre');
});

test('the last day of access is the day in Paris', () => {
  const { text } = sample({ kind: 'subscriptionEnded', locale: 'fr' });
  expect(text).toContain('jusqu’au 21\u00A0décembre\u00A02026');
});

test.each([
  [1, 'Vous avez parrainé 1\u00A0personne à ce jour.'],
  [2, 'Vous avez parrainé 2\u00A0personnes à ce jour.'],
])('%i referrals are in the right grammatical number', (referrals, sentence) => {
  const data = { firstName: null, referrals };
  expect(writeEmail({ kind: 'referralCredited', locale: 'fr', data }).text).toContain(sentence);
});

test('the reply to a contact message goes to its author', () => {
  const visitor = { ...SAMPLES.contactMessage, userId: null };
  const email = writeEmail({ kind: 'contactMessage', locale: 'fr', data: visitor });
  expect(email.replyTo).toBe('ada@example.fr');
  expect(email.text).toContain('De\u00A0: ada@example.fr (visiteur)');
});

test('the acknowledgement of a contact message contains no user input', () => {
  expectTypeOf<EmailData['contactAcknowledged']>().toEqualTypeOf<Record<string, never>>();
  expect(sample({ kind: 'contactAcknowledged', locale: 'fr' }).replyTo).toBeUndefined();
});
