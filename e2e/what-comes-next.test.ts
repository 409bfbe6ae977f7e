import { readFileSync } from 'node:fs';

import type { Db } from '@agres/db/db';
import { SOURCE_FACTS } from '@agres/domain/brand';
import { returnLastDay } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import { LOCALES, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { formatDate } from '@agres/i18n/formats';
import type { Page } from '@playwright/test';

import { DEMO_PASSWORD } from '../prisma/seed/accounts.ts';
import { addOrder } from '../prisma/seed/add-order.ts';
import { fillDeclaration, WORDS } from './declaration-steps.ts';
import { expect, signIn, testOfOwnSite } from './fixtures.ts';
import { open } from './open.ts';
import { BALLS, CARDS, openOrderForm, ordersOf, payWith } from './purchase-steps.ts';
import { emailTo, newEmail } from './user-steps.ts';

const BUYER = { email: 'member@agres.test' } as const;
const NAME = 'Camille Roussel';

/** Adds a sent order for each language, and one whose parcel may have left. */
async function addOrders(db: Db): Promise<void> {
  for (const [name, itemSlug] of [
    ['fr', 'chalk'],
    ['en', 'chalk'],
    ['unsent', 'jump-rope'],
  ] as const) {
    const shippingAddress = `Chez Ana, ${name}\n12 rue du Port\n44000 Nantes`;
    const order = {
      ...BUYER,
      itemSlug,
      optionIndex: 0,
      area: 0,
      shippingAddress,
      boughtDaysAgo: 3,
    } as const;
    await db.$transaction((tx) => addOrder(tx, { order, key: `test:${name}`, now: new Date() }));
    const sentAt = name === 'unsent' ? null : new Date();
    await db.order.updateMany({ where: { shippingAddress }, data: { sentAt } });
  }
}

const test = testOfOwnSite(addOrders);

const SAYS = {
  fr: {
    next: 'Et maintenant ?',
    title: /^Rétractation n°\s\d+$/,
    order: /commande n°\s1/,
    nextInShort: 'Nous l’examinons, puis nous vous répondons',
    backInShort: 'Vous renvoyez l’article',
    checkedInShort: 'Nous vérifions, puis nous vous écrivons',
    cancelled: 'elle est annulée, et vous n’avez rien à renvoyer',
    toTheCard: 'revient sur la carte utilisée',
    checked: 'Nous vérifions si votre colis est parti.',
    sendBy: (number: string, day: string) =>
      `Glissez un papier « Rétractation n° ${number} » dans le colis, puis envoyez le colis au plus tard le ${day}`,
    costs: 'Le retour est gratuit.',
    within: 'dans les 14 jours qui suivent cette déclaration',
    tracking: 'Numéro de suivi du colis que vous renvoyez',
    announce: 'Indiquer le numéro de suivi',
    announced: 'C’est noté. Vous pouvez corriger le numéro de suivi.',
    answered: 'sous 14 jours',
    day: /jour de (?:cette|votre) déclaration qui compte/,
    inHand: 'Si vous avez déjà l’article',
  },
  en: {
    next: 'What comes next',
    title: /^Withdrawal no\.\s\d+$/,
    order: /order no\.\s1/,
    nextInShort: 'We read it, then email you',
    backInShort: 'You send the item back',
    sendBy: (number: string, day: string) =>
      `Put a note marked “Withdrawal no. ${number}” in the parcel, and send it by ${day}`,
    costs: 'We pay for sending it back.',
    within: 'within 14 days of this notice',
    tracking: 'Tracking number of the parcel you send back',
    announce: 'Add a tracking number',
    announced: 'Tracking number saved',
    answered: 'within 14 days',
    day: /the da(?:y|te) of (?:this|your) notice/i,
    inHand: 'If you already have the item',
  },
} as const satisfies Record<Locale, object>;

/** Withdraws from the member's contract in the list that matches. */
async function withdrawFrom(page: Page, locale: Locale, line: string | RegExp): Promise<string> {
  const words = WORDS[locale];
  await open(page, pathOf('withdrawal', locale));
  await page.getByRole('radio', { name: line }).first().check();
  await page.getByRole('main').getByLabel(words.name).fill(NAME);
  await page.getByRole('button', { name: words.showRecap }).click();
  await page.getByRole('button', { name: words.confirm }).click();
  await expect(page.getByRole('heading', { name: words.withdrawn })).toBeFocused();
  return numberOn(page, locale);
}

async function numberOn(page: Page, locale: Locale): Promise<string> {
  const title = page.getByRole('definition').filter({ hasText: SAYS[locale].title });
  return /\d+$/.exec((await title.textContent()) ?? '')?.[0] ?? '';
}

const nextOn = (page: Page, locale: Locale) =>
  page.getByRole('region', { name: SAYS[locale].next });

function sendingBack(locale: Locale, number: string): string[] {
  const says = SAYS[locale];
  const day = formatDate(locale, `${returnLastDay(parisDayOf(new Date()))}T12:00:00Z`);
  const { seller, returnAddress } = SOURCE_FACTS;
  // One element per line.
  const address = [seller.legalName, ...(returnAddress ?? seller.address).split(', ')];
  return [says.sendBy(number, day), address.join(''), says.costs, says.within];
}

for (const locale of LOCALES) {
  const says = SAYS[locale];

  test(`a withdrawal from a sent order explains the return and takes its tracking, in ${locale}`, async ({
    page,
  }) => {
    await signIn(page.context(), BUYER, DEMO_PASSWORD);
    const number = await withdrawFrom(page, locale, /Magnésie|chalk/i);
    await expect(page.getByRole('definition').last()).toHaveText(says.backInShort);
    const next = nextOn(page, locale);
    for (const text of sendingBack(locale, number)) await expect(next).toContainText(text);
    await expect(page.getByText(new RegExp(`\\b${number}, (?:reçue|received)`))).toHaveCount(0);
    await next.getByLabel(says.tracking).fill('6A 1234 5678');
    await next.getByRole('button', { name: says.announce }).click();
    await expect(next).toContainText(says.announced);
  });

  test(`a visitor withdraws from an order, from the footer to what comes next and a receipt to download, in ${locale}`, async ({
    page,
    site,
  }) => {
    const words = WORDS[locale];
    const email = newEmail();
    await open(page, pathOf('faq', locale));
    await page.getByRole('contentinfo').getByRole('link', { name: words.footer }).click();
    await expect(page).toHaveURL(pathOf('withdrawal', locale));
    await fillDeclaration(page, locale, { reference: 'n° 1', name: NAME, email });
    const main = page.getByRole('main');
    await expect(main).toContainText(words.renounces);
    await expect(main).toContainText(NAME);
    await page.getByRole('button', { name: words.confirm }).click();
    await expect(page.getByRole('heading', { name: words.withdrawn })).toBeFocused();
    const next = nextOn(page, locale);
    await expect(next).toContainText(says.answered);
    await expect(next).toContainText(says.day);
    await expect(next.getByRole('heading', { name: says.inHand })).toBeVisible();
    await expect(next).toContainText(words.orderCancelled);
    await expect(next).not.toContainText(words.subscriptionEnds);
    const number = await numberOn(page, locale);
    const quote = main.getByRole('blockquote');
    await expect(quote).toContainText(says.order);
    await expect(page.getByRole('definition')).toHaveText([
      says.title,
      /\d/,
      new RegExp(`^${says.order.source}$`, 'i'),
      says.nextInShort,
    ]);
    for (const text of sendingBack(locale, number)) await expect(next).toContainText(text);

    const statement = (await quote.textContent()) ?? '';
    const [, moment = ''] = await main.getByRole('definition').allTextContents();
    const saving = page.waitForEvent('download');
    await main.getByRole('link', { name: words.download }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe(`${words.file}-${number}.txt`);
    const file = readFileSync(await download.path(), 'utf8');
    for (const part of [statement, number, moment, email]) expect(file).toContain(part);
    expect(file.split('\r\n').length).toBeGreaterThan(8);

    const receipt = await emailTo(site, email, { subject: words.receipt });
    expect(receipt.text).toContain(statement);
    const text = receipt.text.replaceAll(/\s/g, ' ');
    expect(text).toContain(says.answered);
    expect(text).toMatch(says.day);
  });
}

test('a withdrawal from an unsent order cancels it at once, and the receipt says so', async ({
  page,
  member,
}) => {
  const says = SAYS.fr;
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  await payWith(page, 'fr', CARDS.good);
  await expect.poll(() => ordersOf(page)).toHaveLength(1);
  await withdrawFrom(page, 'fr', BALLS.fr);
  const next = nextOn(page, 'fr');
  await expect(next).toContainText(says.cancelled);
  await expect(next).toContainText(says.toTheCard);
  await expect(next.getByRole('textbox')).toHaveCount(0);
  expect(await ordersOf(page)).toMatchObject([{ cancelledDate: expect.any(String) }]);
});

test('a withdrawal from an order that may have been sent waits for review', async ({ page }) => {
  await signIn(page.context(), BUYER, DEMO_PASSWORD);
  const number = await withdrawFrom(page, 'fr', /Corde/);
  await expect(page.getByRole('definition').last()).toHaveText(SAYS.fr.checkedInShort);
  const next = nextOn(page, 'fr');
  await expect(next).toContainText(SAYS.fr.checked);
  for (const text of sendingBack('fr', number)) await expect(next).toContainText(text);
  await expect(next.getByRole('textbox')).toHaveCount(0);
});
