import { hashOfText, openContractTexts } from '@agres/core/contract-texts';
import type { JobDeps } from '@agres/core/jobs/job';
import { parisDayOf } from '@agres/domain/days';
import { LOCALES, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { orderSchema } from '@agres/domain/shapes.schema';
import { formatDate } from '@agres/i18n/formats';
import { writeContractTexts, type ContractText } from '@agres/legal/write-contract-texts';
import type { ReceivedEmail } from '@agres/mail/received-email';
import { createBackground } from '@agres/shop/background-schedule';
import { beforeAll, describe, expect, test } from 'vitest';

import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop } from '../support/shop.ts';
import { subscribe } from '../support/subscribing.ts';

function textsOf(release: string): Record<Locale, ContractText> {
  const { fr, en } = writeContractTexts();
  const changed = ({ terms, notice, form }: ContractText): ContractText => ({
    terms: `${terms}\n${release}\n`,
    notice: `${notice}\n${release}\n`,
    form: `${form}\n${release}\n`,
  });
  return { fr: changed(fr), en: changed(en) };
}
const ACCEPTED = textsOf('accepted');

const WORDS = {
  fr: {
    withdrawal: '/fr/retractation',
    terms: '/fr/conditions-generales',
    names: [
      'Conditions générales.txt',
      'Votre droit de rétractation.txt',
      'Formulaire de rétractation.txt',
    ],
    attached: 'Joint à cet e-mail',
    goods: [
      'Livraison au plus tard le',
      '14 jours après le jour où vous recevez le colis',
      'à Agrès SAS, 1 rue de l’Exemple, 69001 Lyon, France. Les frais de renvoi sont à notre charge.',
      'Conformité pendant 2 ans',
    ],
    service: [
      '19,99 € par mois',
      'chaque mois à partir du',
      'Conformité du service',
      'Vous l’avez demandé',
    ],
    both: ['Agrès SAS', 'contact@agres.example, ou par lettre', 'Questions et réclamations'],
    accepted: 'acceptées',
  },
  en: {
    withdrawal: '/en/withdrawal',
    terms: '/en/terms-of-use',
    names: ['General terms.txt', 'Your right of withdrawal.txt', 'Withdrawal form.txt'],
    attached: 'Attached to this email',
    goods: [
      'Delivery by',
      '14 days after the day on which you receive the parcel',
      'to Agrès SAS, 1 rue de l’Exemple, 69001 Lyon, France. We pay for sending it back.',
      'Conformity for 2 years',
    ],
    service: [
      '€19.99 per month',
      'every month from',
      'Conformity of the service',
      'You asked for it',
    ],
    both: ['Agrès SAS', 'contact@agres.example, or by post', 'Questions and complaints'],
    accepted: 'you accepted',
  },
} as const;

const shop = useRunning(startMailedShop);
beforeAll(async () => {
  await openContractTexts(shop.app.db, () => ACCEPTED);
});

const isMailSent = async () =>
  (await shop.app.db.job.count({ where: { doneAt: null, kind: 'mail' } })) === 0;

async function emailTo(address: string): Promise<ReceivedEmail> {
  await shop.inBackground(isMailSent);
  const found = shop.emailsTo(address);
  expect(found).toHaveLength(1);
  return found[0] as ReceivedEmail;
}

async function filesOf({ attachments }: ReceivedEmail): Promise<string[]> {
  return Promise.all(
    attachments.map(async ({ path, mediaType }) => {
      expect(mediaType).toBe('text/plain');
      const response = await fetch(shop.mailbox.url + path);
      return Buffer.from(await response.arrayBuffer()).toString('utf8');
    }),
  );
}

/** Uses only the files of an email, as a customer who checks the hash would. */
async function hashOfFiles(locale: Locale, email: ReceivedEmail): Promise<string> {
  const files = await filesOf(email);
  for (const file of files) expect(file).not.toMatch(/[^\r]\n/);
  const [terms = '', notice = '', form = ''] = files.map((file) => file.replaceAll('\r\n', '\n'));
  return hashOfText(locale, { terms, notice, form });
}

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');
const unescaped = (html: string) =>
  plain(html.replaceAll('<br>', '\n').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));

function expectInBothParts(email: ReceivedEmail, texts: readonly string[]) {
  for (const part of [plain(email.text), unescaped(email.html)]) {
    for (const text of texts) expect(part).toContain(text);
    expect(part).not.toMatch(
      /null|undefined|000 000|\[object|Téléphone|Telephone|Médiateur|mediator/,
    );
  }
}

async function buyer(locale: Locale) {
  const { client, userId } = await shop.app.member({ locale });
  const { email } = await shop.app.db.user.findUniqueOrThrow({ where: { id: userId } });
  const contractText = hashOfText(locale, ACCEPTED[locale]);
  return { client, userId, email, contractText };
}

async function order(locale: Locale) {
  const { client, email, contractText } = await buyer(locale);
  const item = await addItem(shop.app.db);
  const bought = await buy(client, {
    id: item.id,
    stripeToken: await shop.cardToken(),
    contractText,
  });
  return { order: orderSchema.parse(bought.body), email };
}

describe.each(LOCALES)('the confirmation email in %s', (locale) => {
  const words = WORDS[locale];
  const noticeLines = plain(ACCEPTED[locale].notice).split('\n').slice(1).filter(Boolean);

  test('of an order contains its facts, its rights and the accepted text as attachments', async () => {
    const { order: bought, email: address } = await order(locale);
    const email = await emailTo(address);
    expect(bought.contractText).toBe(hashOfText(locale, ACCEPTED[locale]));
    expect(email.attachments.map(({ name }) => name)).toEqual(words.names);
    expect(await hashOfFiles(locale, email)).toBe(bought.contractText);
    expectInBothParts(email, [
      ...words.both,
      ...words.goods,
      ...noticeLines,
      words.attached,
      bought.item.title[locale],
      plain(formatDate(locale, `${bought.promisedBy}T12:00:00Z`)),
      words.withdrawal,
    ]);
    const accepted = `${words.terms}/${bought.contractText?.slice(0, 12)}`;
    const own = pathOf('order', locale, { id: bought.id });
    for (const path of [words.withdrawal, accepted, own]) {
      expect(email.links.some((link) => link.endsWith(path))).toBe(true);
    }
  });

  test('of a subscription contains its renewal, its last day of withdrawal and the same text', async () => {
    const { client, userId, email: address, contractText } = await buyer(locale);
    const stripeToken = await shop.cardToken();
    await subscribe(client, { stripeToken, contractText, immediateStart: true });
    const email = await emailTo(address);
    expect(await hashOfFiles(locale, email)).toBe(contractText);
    expect(email.attachments.map(({ name }) => name)).toEqual(words.names);
    const rights = await client.get('/api/rights');
    const { lastDay } = (rights.body as { rights: { lastDay: string }[] }).rights[0] ?? {};
    expect(lastDay).toMatch(/^\d{4}-/);
    expectInBothParts(email, [
      ...words.both,
      ...words.service,
      ...noticeLines,
      plain(formatDate(locale, `${lastDay}T12:00:00Z`)),
      words.withdrawal,
    ]);
    const { subscriptionDate } = await shop.app.db.subscription.findFirstOrThrow({
      where: { userId },
    });
    expect(parisDayOf(subscriptionDate ?? new Date(0))).toBe(parisDayOf(new Date()));
  });

  test('of a contract without a stored text has no attachment, and does not mention one', async () => {
    const { order: bought, email: address } = await order(locale);
    await shop.app.db.order.update({ where: { id: bought.id }, data: { contractTextId: null } });
    const email = await emailTo(address);
    expect(email.attachments).toEqual([]);
    expectInBothParts(email, [...words.both, ...words.goods, words.withdrawal]);
    expect(email.text).not.toContain(words.attached);
    expect(email.text).not.toContain(words.accepted);
    expect(email.links.some((link) => link.endsWith(words.terms))).toBe(true);
  });
});

test('an email sent after a deploy with new terms still attaches the accepted ones', async () => {
  const { order: bought, email: address } = await order('fr');
  const away: JobDeps = {
    ...shop.jobDeps,
    mailer: { send: async () => ({ kind: 'postponed', reason: 'away' }) },
  };
  const inBackgroundOf = async (deps: JobDeps, until: () => Promise<boolean>) => {
    const background = createBackground(deps, { pollMs: 20, reconcileMs: 20 });
    background.start();
    try {
      await expect.poll(until, { timeout: 15_000 }).toBe(true);
    } finally {
      await background.stop();
    }
  };
  const { job } = shop.app.db;
  const where = { kind: 'mail', doneAt: null };
  await inBackgroundOf(away, async () => ((await job.findFirst({ where }))?.attempts ?? 0) > 0);
  const waiting = await job.findFirstOrThrow({ where });
  expect(waiting.payload).toEqual({ letter: 'orderConfirmed', orderId: bought.id });
  await shop.app.db
    .$executeRaw`UPDATE job SET run_at = now() - interval '1 second' WHERE done_at IS NULL`;
  const contractTexts = await openContractTexts(shop.app.db, () => textsOf('after the deploy'));
  await inBackgroundOf({ ...shop.jobDeps, contractTexts }, isMailSent);
  const email = await emailTo(address);
  expect(await hashOfFiles('fr', email)).toBe(bought.contractText);
  expect((await filesOf(email)).join('')).not.toContain('after the deploy');
});
