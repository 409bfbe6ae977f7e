import type { Db } from '@agres/db/db';
import { LOCALES, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { periodEndOf } from '@agres/domain/subscription';
import { formatDate } from '@agres/i18n/formats';
import type { Locator, Page } from '@playwright/test';

import { DEMO_PASSWORD } from '../prisma/seed/accounts.ts';
import { addOrder } from '../prisma/seed/add-order.ts';
import { expect, signIn, testOfOwnSite } from './fixtures.ts';
import { open, untilAlive } from './open.ts';
import { openItem } from './purchase-steps.ts';
import { saying } from './user-steps.ts';

const SAYS = {
  fr: {
    balls: 'Trois balles de jonglage',
    delivered: /^Livrée le/,
    rope: 'Corde à sauter',
    sent: /Expédiée le 20\snovembre\s2026/,
    cancelled: 'Annulée le 20 novembre 2026',
    processed: 'En cours de traitement',
    refunded: 'Remboursé',
    tracking: 'Suivi du colis',
    chosen: 'Couleur · Corail',
    chalk: 'Magnésie liquide',
    singleModel: 'Modèle unique',
    pickupPoint: 'Point relais',
    recipient: 'Adresse du destinataire',
    both: 'Point relais et adresse',
    notSubscribed: 'Pas encore d’abonnement ?',
    onItsWay: 'Votre colis est en route',
    follow: /^Suivre la commande/,
  },
  en: {
    rope: 'rope',
    sent: 'Sent on 20 November 2026',
    cancelled: 'Cancelled on 20 November 2026',
    processed: 'Being processed',
    refunded: 'Refunded',
    tracking: 'Parcel tracking',
    chalk: 'Liquid chalk',
  },
} as const satisfies Record<Locale, object>;

const MEMBER = { email: 'member@agres.test' };

/** Addresses from an API client, in another format than the form's. */
const OTHER_TEXT = 'Chez Ana\n12 rue du Port\n44000 Nantes';
const CANCELLED_TEXT = 'Chez Ana\n14 rue du Port\n44000 Nantes';
const SENT_AT = new Date('2026-11-20T09:00:00.000Z');

/** Adds an item without options, in transit to another recipient, and a cancelled order. */
async function addOrders(db: Db): Promise<void> {
  const order = {
    email: 'member@agres.test',
    itemSlug: 'chalk',
    optionIndex: 0,
    area: 0,
    shippingAddress: OTHER_TEXT,
    boughtDaysAgo: 5,
  } as const;
  await db.$transaction((tx) => addOrder(tx, { order, key: 'test:single', now: new Date() }));
  await db.order.updateMany({
    where: { shippingAddress: OTHER_TEXT },
    data: { sentAt: SENT_AT, carrier: 'mondial_relay', trackingNumber: '12345678' },
  });
  const cancelled = { ...order, itemSlug: 'jump-rope', shippingAddress: CANCELLED_TEXT };
  await db.$transaction((tx) =>
    addOrder(tx, { order: cancelled, key: 'test:cancelled', now: new Date() }),
  );
  await db.order.updateMany({
    where: { shippingAddress: CANCELLED_TEXT },
    data: { cancelledAt: SENT_AT, refundedCents: 1000 },
  });
}

/** Adds an order of the subscriber, so that one member has both. */
async function addSubscribersOrder(db: Db): Promise<void> {
  const order = {
    email: 'subscriber@agres.test',
    itemSlug: 'chalk',
    optionIndex: 0,
    area: 0,
    shippingAddress: OTHER_TEXT,
    boughtDaysAgo: 1,
  } as const;
  await db.$transaction((tx) => addOrder(tx, { order, key: 'test:both', now: new Date() }));
  await db.order.updateMany({
    where: { user: { email: 'subscriber@agres.test' } },
    data: { sentAt: SENT_AT },
  });
}

const test = testOfOwnSite(async (db) => {
  await addOrders(db);
  await addSubscribersOrder(db);
});

/** A time no later than the start of the site, when the demonstration subscriptions begin. */
const loadedAt = new Date();

const orderOf = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
const factOf = (order: Locator, name: string) =>
  order.locator(`xpath=.//dt[normalize-space()="${name}"]/following-sibling::dd[1]`);

for (const locale of LOCALES) {
  const says = SAYS[locale];

  test(`on a narrow phone no year wraps within a date, in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await signIn(page.context(), MEMBER, DEMO_PASSWORD);
    await open(page, pathOf('profile', locale));
    const years = await page.locator('article dl').evaluateAll((lists) =>
      lists.flatMap((list) => {
        const walker = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
        const lines: number[] = [];
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const at = node.nodeValue?.search(/20\d\d/) ?? -1;
          if (at < 0 || node.parentElement?.checkVisibility() !== true) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 4);
          lines.push(range.getClientRects().length);
        }
        return lines;
      }),
    );
    expect(years.length).toBeGreaterThan(0);
    expect(years.filter((lines) => lines !== 1)).toEqual([]);
  });

  test(`an order shows when its parcel was sent, and its tracking link, in ${locale}`, async ({
    page,
  }) => {
    await signIn(page.context(), MEMBER, DEMO_PASSWORD);
    await open(page, pathOf('profile', locale));
    const sent = orderOf(page, says.chalk);
    await expect(sent).not.toContainText(says.processed);
    await expect(sent).toContainText(says.sent);
    await expect(factOf(sent, says.tracking).getByRole('link')).toHaveAttribute(
      'href',
      /^https:\/\/www\.mondialrelay\.fr\/.*12345678$/,
    );
    const cancelled = orderOf(page, says.rope);
    await expect(cancelled).toContainText(says.cancelled);
    await expect(cancelled).not.toContainText(says.processed);
    await expect(factOf(cancelled, says.refunded)).toHaveText(
      locale === 'fr' ? /^10,00\s€$/ : '€10.00',
    );
    const waiting = page.getByRole('article').filter({ hasText: says.processed });
    await expect(waiting).toHaveCount(1);
  });
}

test('on a phone the orders come first, each with its state on one line', async ({ page }) => {
  const says = SAYS.fr;
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page.context(), MEMBER, DEMO_PASSWORD);
  await open(page, pathOf('profile', 'fr'));
  // The brand's font is narrower than many fallbacks; a browser uses it from the second page on.
  await page.evaluate(async () => document.fonts.load('400 16px Inter'));
  await page.reload();
  await untilAlive(page);
  const badge = orderOf(page, says.balls).getByText(says.delivered);
  const box = await badge.boundingBox();
  expect(box?.height ?? 0, 'one line').toBeLessThan(40);
  const tops = await Promise.all(
    [page.getByRole('tablist'), page.getByText(says.notSubscribed)].map(
      async (part) => (await part.boundingBox())?.y ?? 0,
    ),
  );
  expect(tops[0]).toBeLessThan(tops[1] ?? 0);
});

test('the next step of the newest parcel comes first; each order shows its addresses apart, and its option', async ({
  page,
}) => {
  const says = SAYS.fr;
  await signIn(page.context(), MEMBER, DEMO_PASSWORD);
  await open(page, pathOf('profile', 'fr'));
  const next = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  await expect(next).toHaveText(says.onItsWay);

  const order = orderOf(page, says.balls);
  await expect(order).toContainText(says.chosen);
  await expect(factOf(order, says.pickupPoint)).toHaveText(
    'Librairie des Pentes 12 rue des Tables-Claudiennes 69001 Lyon France',
  );
  await expect(factOf(order, says.recipient)).toHaveText(
    '4 montée Saint-Sébastien 69001 Lyon France',
  );
  await expect(factOf(order, says.both)).toHaveCount(0);

  const other = orderOf(page, says.chalk);
  await expect(factOf(other, says.both)).toHaveText(OTHER_TEXT.replaceAll('\n', ' '));
  await expect(factOf(other, says.pickupPoint)).toHaveCount(0);
  await expect(factOf(other, says.recipient)).toHaveCount(0);
  await expect(page.getByText(says.singleModel)).toHaveCount(0);

  await page.getByRole('link', { name: says.follow }).first().click();
  await expect(page.getByRole('main')).toContainText(says.chalk);
  await openItem(page, 'fr', says.chalk);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByText(says.singleModel)).toHaveCount(0);
});

const SUBSCRIBERS = [
  {
    who: { email: 'subscriber@agres.test' },
    locale: 'fr',
    plan: 'monthly',
    says: (since: string, next: string) =>
      `Prochain prélèvement19,99 €, le ${next}Abonnement depuis le${since}`,
  },
  {
    who: { email: 'subscriber-bis@agres.test' },
    locale: 'en',
    plan: 'yearly',
    says: (since: string, next: string) =>
      `Next payment€199.99, on ${next}Subscribed since${since}`,
  },
] as const;

test('a subscriber’s programme is above the orders, on a phone too', async ({ page }) => {
  await signIn(page.context(), { email: 'subscriber@agres.test' }, DEMO_PASSWORD);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/fr/profil');
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(headings.nth(0)).toHaveText('Votre colis est en route');
    await expect(headings.nth(1)).toHaveText('Mon programme');
    const boxes = await Promise.all(
      [
        page
          .getByRole('main')
          .locator('section', { has: page.getByRole('heading', { name: 'Mon programme' }) }),
        page.getByRole('tabpanel'),
      ].map((part) => part.boundingBox()),
    );
    expect(boxes[0]?.width, 'as wide as the orders').toBe(boxes[1]?.width);
  }
});

test('a new subscriber sees the programme before the parcel', async ({ page }) => {
  await signIn(page.context(), { email: 'subscriber@agres.test' }, DEMO_PASSWORD);
  await open(page, '/fr/profil?notice=subscribed');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'C’est parti : commencez par la séance 1',
  );
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings.nth(0)).toHaveText('Mon programme');
  await expect(headings.nth(1)).toHaveText('Votre colis est en route');
});

test('a subscriber sees the invoices of the subscription', async ({ page }) => {
  await signIn(page.context(), { email: 'subscriber@agres.test' }, DEMO_PASSWORD);
  // A job copies the first payment from the payment provider after the start of the site.
  await expect(async () => {
    await open(page, '/fr/profil');
    await page.getByText('Factures', { exact: true }).click({ timeout: 1000 });
  }).toPass();
  const days = [loadedAt, new Date()].map((day) =>
    formatDate('fr', day).replaceAll(/\s/g, String.raw`\s`),
  );
  await expect(
    page.getByRole('link', { name: new RegExp(`^Facture du (?:${days.join('|')})\\s: 19,99\\s€`) }),
  ).toHaveAttribute('href', /^\/invoices\/subscription\/pi_\w+$/);
});

for (const { who, locale, plan, says } of SUBSCRIBERS) {
  test(`a demonstration subscription shows its next payment, ${plan}`, async ({ page }) => {
    await signIn(page.context(), who, DEMO_PASSWORD);
    await open(page, pathOf('profile', locale));
    // The date may have changed since the site started.
    const texts = [loadedAt, new Date()].map((day) =>
      says(formatDate(locale, day), formatDate(locale, periodEndOf(plan, day))),
    );
    await expect(page.getByRole('main')).toContainText(
      new RegExp(texts.map((text) => saying(text).source).join('|')),
    );
  });
}
