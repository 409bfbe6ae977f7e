import { randomBytes } from 'node:crypto';

import type { Db } from '@agres/db/db';
import { LOCALES, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import type { Item } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import type { Page } from '@playwright/test';

import { DEMO_PASSWORD } from '../prisma/seed/accounts.ts';
import { addOrder } from '../prisma/seed/add-order.ts';
import { expect, signIn, testOfOwnSite } from './fixtures.ts';
import { open } from './open.ts';
import { ordersOf } from './purchase-steps.ts';

const TRY_AGAIN = 'Réessayer';
const MEMBER = { email: 'member@agres.test' } as const;
const SENT_AT = new Date('2026-11-20T09:00:00.000Z');

/** Adds an order in transit, a cancelled one and the newest, which is not sent, all withdrawn from. */
async function addOrders(db: Db): Promise<void> {
  // One delivered order without a recorded dispatch.
  await db.order.updateMany({ where: { status: 'delivered' }, data: { sentAt: null } });
  for (const [itemSlug, change, events] of [
    ['wrist-wraps', {}, [{ kind: 'held' }]],
    ['chalk', { sentAt: SENT_AT, carrier: 'mondial_relay', trackingNumber: '12345678' }, []],
    [
      'jump-rope',
      { cancelledAt: SENT_AT, refundedCents: 1000 },
      [{ kind: 'refund_requested', facts: { refundCents: 1000 } }],
    ],
  ] as const) {
    const shippingAddress = `Chez Ana, ${itemSlug}\n12 rue du Port\n44000 Nantes`;
    const order = {
      email: MEMBER.email,
      itemSlug,
      optionIndex: 0,
      area: 0,
      shippingAddress,
      boughtDaysAgo: itemSlug === 'wrist-wraps' ? 0 : 5,
    } as const;
    await db.$transaction((tx) =>
      addOrder(tx, { order, key: `test:${itemSlug}`, now: new Date() }),
    );
    await db.order.updateMany({ where: { shippingAddress }, data: change });
    const { id: orderId, cancelledAt } = await db.order.findFirstOrThrow({
      where: { shippingAddress },
    });
    await db.declaration.create({
      data: {
        kind: 'withdrawal',
        key: new Uint8Array(randomBytes(32)),
        orderId,
        proof: 'account',
        locale: 'fr',
        declaredAt: SENT_AT,
        closedAt: cancelledAt,
        events: { create: events.map((event) => ({ ...event, by: 'system' })) },
      },
    });
  }
}

const test = testOfOwnSite(addOrders);

const SAYS = {
  fr: {
    balls: 'Trois balles de jonglage',
    parallettes: 'Parallettes en hêtre',
    chalk: 'Magnésie liquide',
    rope: 'Corde à sauter à roulements',
    wraps: 'Bandes de poignet',
    heading: (id: number) => new RegExp(String.raw`^Commande n°\s${id}$`),
    steps: ['Commande reçue', 'Colis expédié', 'Colis livré'],
    invoiceFollows: /^Votre facture suivra/,
    again: 'Commander à nouveau',
    question: 'Poser une question',
    cancelled: 'Annulée le 20 novembre 2026',
    tracking: 'Suivi du colis',
    relay: 'Librairie des Pentes',
    home: '4 montée Saint-Sébastien',
    withdraw: 'Renoncer au contrat',
    isOver: 'Le délai de rétractation a pris fin le',
    isOpen: 'Vous pouvez vous rétracter dès maintenant',
    withdrawn: 'Rétractation reçue',
    withdrewOn: 'Rétractation reçue le 20 novembre 2026',
    checked: 'Nous vérifions si le colis est parti, et nous vous écrivons.',
    accepted:
      'Acceptée : nous vous remboursons dès que nous avons le colis, ou la preuve que vous l’avez envoyé.',
    receipt: /^Voir la rétractation n°\s\d+$/,
    received: /^Rétractation n°\s\d+, reçue le 20\snovembre\s2026$/,
    refunded: 'Rétractation reçue le 20 novembre 2026. Nous vous avons remboursé 10,00 €.',
    promised: 'Au plus tard le',
    orders: 'Mes commandes',
  },
  en: {
    balls: 'Set of three juggling balls',
    parallettes: 'Beech parallettes',
    heading: (id: number) => new RegExp(`^Order no. ${id}$`),
    steps: ['Order received', 'Parcel sent', 'Parcel delivered'],
    invoiceFollows: /^Your invoice will/,
    again: 'Order again',
    question: 'Ask a question',
    cancelled: 'Cancelled on 20 November 2026',
    relay: 'Librairie des Pentes',
    home: '4 montée Saint-Sébastien',
    withdraw: 'Withdraw from the contract',
    isOver: 'You had until',
    isOpen: 'You can withdraw now',
    refunded: 'You withdrew on 20 November 2026. We have refunded you €10.00.',
    promised: /by\s\d/i,
    orders: 'My orders',
  },
} as const satisfies Record<Locale, object>;

async function openOrder(page: Page, locale: Locale, title: string): Promise<number> {
  await open(page, pathOf('profile', locale));
  await page.getByRole('article').getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\d$/);
  return Number(page.url().split('/').at(-1));
}

for (const locale of LOCALES) {
  const says = SAYS[locale];

  test(`an order page shows item, progress, addresses and payment, and reorders it, in ${locale}`, async ({
    page,
  }) => {
    await signIn(page.context(), MEMBER, DEMO_PASSWORD);
    const id = await openOrder(page, locale, says.balls);
    await expect(page).toHaveURL(pathOf('order', locale, { id }));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(says.heading(id));
    const main = page.getByRole('main');
    const steps = main.getByRole('listitem');
    // No dispatch was recorded.
    await expect(steps).toHaveCount(2);
    await expect(steps.first()).toContainText(says.steps[0] ?? '');
    await expect(steps.last()).toContainText(says.steps[2] ?? '');
    await expect(main.getByText(says.invoiceFollows)).toHaveCount(0);
    const order = (await ordersOf(page)).find((one) => one.id === id);
    await expect(steps.last()).toContainText(formatDate(locale, order?.postDate ?? ''));
    await expect(steps.last()).toHaveAttribute('aria-current', 'step');
    await expect(main.getByRole('link', { name: says.question })).toBeVisible();
    await expect(main).toContainText(says.relay);
    await expect(main).toContainText(says.home);
    await expect(main).toContainText(locale === 'fr' ? /29,99\s€/ : '€29.99');
    await expect(main.getByText(says.isOver)).toBeVisible();
    await expect(main.getByRole('link', { name: says.withdraw })).toHaveCount(0);

    // The picture shows the chosen option, which the page also offers to buy again.
    const response = await page.request.get('/api/items');
    const items: Item[] = await response.json();
    const item = items.find((one) => one.id === order?.itemId);
    const chosen = item?.options.findIndex(
      ({ title }) => title.fr === order?.chosenOptionTitle?.fr,
    );
    const picture = item?.images.find(({ optionIndex }) => optionIndex === chosen);
    expect(picture).toBeDefined();
    await expect(main.locator('img').first()).toHaveAttribute('src', picture?.url ?? '');
    await main.getByRole('link', { name: says.again }).click();
    await expect(page).toHaveURL(
      `${pathOf('item', locale, { id: item?.id ?? 0 })}?option=${chosen}`,
    );
    await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(
      order?.chosenOptionTitle?.[locale] ?? '',
    );
  });

  test(`an open order shows its delivery day in the last step, and a withdrawal link, in ${locale}`, async ({
    page,
  }) => {
    await signIn(page.context(), MEMBER, DEMO_PASSWORD);
    const id = await openOrder(page, locale, says.parallettes);
    const main = page.getByRole('main');
    const order = (await ordersOf(page)).find((one) => one.id === id);
    const last = main.getByRole('listitem').last();
    await expect(last).toContainText(says.promised);
    await expect(main.getByRole('listitem').first()).toHaveText(
      new RegExp(String.raw`^${says.steps[0]}\d{1,2}\s\p{L}+\s\d{4}$`, 'u'),
    );
    await expect(main.getByRole('link', { name: says.again })).toHaveCount(0);
    await expect(last).toContainText(formatDate(locale, order?.promisedBy ?? ''));
    await expect(main.getByText(says.isOpen)).toBeVisible();
    await expect(main.getByRole('link', { name: says.withdraw })).toBeVisible();
    const fee = locale === 'fr' ? /10,00\s€/ : '€10.00';
    await expect(main.getByText(fee, { exact: true }).filter({ visible: true })).toHaveCount(1);
  });
}

test('an order in transit has a tracking link; a cancelled one has no steps', async ({ page }) => {
  const says = SAYS.fr;
  await signIn(page.context(), MEMBER, DEMO_PASSWORD);
  await openOrder(page, 'fr', says.chalk);
  const main = page.getByRole('main');
  await expect(main.getByText(says.withdrawn, { exact: true })).toBeVisible();
  await expect(main.getByRole('listitem')).toHaveCount(0);
  await expect(
    main.locator(`dt:has-text("${says.tracking}") + dd`).getByRole('link'),
  ).toHaveAttribute('href', /12345678$/);
  await expect(main.getByText(says.accepted)).toBeVisible();

  const id = await openOrder(page, 'fr', says.rope);
  await expect(main.getByText(says.cancelled).filter({ visible: true })).toHaveCount(1);
  await expect(main.getByRole('listitem')).toHaveCount(0);
  await expect(main.getByText(says.refunded)).toBeVisible();
  await expect(main.getByRole('link', { name: says.withdraw })).toHaveCount(0);

  await open(page, pathOf('order', 'en', { id }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(SAYS.en.heading(id));
  await expect(main.getByText(SAYS.en.cancelled).filter({ visible: true })).toHaveCount(1);
  await expect(main.getByText(SAYS.en.refunded)).toBeVisible();
  await page.getByRole('link', { name: SAYS.en.orders }).click();
  await expect(page).toHaveURL(pathOf('profile', 'en'));
});

test('a withdrawn order shows the withdrawal and what follows instead of steps', async ({
  page,
}) => {
  const says = SAYS.fr;
  await signIn(page.context(), MEMBER, DEMO_PASSWORD);
  await open(page, pathOf('profile', 'fr'));
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText(says.withdrawn);
  const card = main.getByRole('article').filter({ hasText: says.wraps });
  await expect(card).toContainText(says.withdrawn);
  await expect(card).not.toContainText(says.promised);
  await expect(card.getByRole('link', { name: says.withdraw })).toHaveCount(0);

  await openOrder(page, 'fr', says.wraps);
  await expect(main.getByText(says.withdrawn, { exact: true })).toBeVisible();
  await expect(main.getByRole('listitem')).toHaveCount(0);
  await expect(main.getByRole('heading', { name: says.withdrewOn })).toBeVisible();
  await expect(main.getByText(says.checked)).toBeVisible();
  await expect(main.getByRole('link', { name: says.withdraw })).toHaveCount(0);
  await main.getByRole('link', { name: says.receipt }).click();
  await expect(main.getByText(says.received).first()).toBeVisible();
});

test('on a narrow phone the two addresses are stacked', async ({ page }) => {
  const says = SAYS.fr;
  await page.setViewportSize({ width: 390, height: 780 });
  await signIn(page.context(), MEMBER, DEMO_PASSWORD);
  await openOrder(page, 'fr', says.balls);
  const main = page.getByRole('main');
  const boxes = await Promise.all(
    [says.relay, says.home].map((words) =>
      main.getByText(words).filter({ visible: true }).boundingBox(),
    ),
  );
  expect(boxes[1]?.x).toBe(boxes[0]?.x);
  expect(boxes[1]?.y).toBeGreaterThan(boxes[0]?.y ?? 0);
});

test('the picture of an order links to its page too', async ({ page }) => {
  await signIn(page.context(), MEMBER, DEMO_PASSWORD);
  await open(page, pathOf('profile', 'fr'));
  const card = page.getByRole('article').filter({ hasText: SAYS.fr.balls });
  // The link of the title covers the picture.
  await card.locator('img').click({ force: true });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\d$/);
  await expect(page.getByRole('main')).toContainText(SAYS.fr.balls);
});

test('an order that fails to load can be retried', async ({ page }) => {
  await signIn(page.context(), MEMBER, DEMO_PASSWORD);
  await open(page, pathOf('profile', 'fr'));
  let isAway = true;
  await page.route('**/trpc/*orders.byId*', (route) => (isAway ? route.abort() : route.continue()));
  await page.getByRole('article').getByRole('heading').getByRole('link').first().click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d/);
  isAway = false;
  await page.getByRole('button', { name: TRY_AGAIN }).click();
  await expect(page.getByRole('list').getByRole('listitem').first()).toBeVisible();
  await expect(alert).toBeHidden();
});
