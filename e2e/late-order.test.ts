import type { Db } from '@agres/db/db';
import { LOCALES, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import type { Locator, Page } from '@playwright/test';

import { DEMO_PASSWORD } from '../prisma/seed/accounts.ts';
import { addOrder } from '../prisma/seed/add-order.ts';
import { expect, signIn, testOfOwnSite } from './fixtures.ts';
import { open } from './open.ts';

const MEMBER = { email: 'member@agres.test' };

/** Two late orders to ask about, one for each language, and one to cancel: the items and the days since. */
const LATE = [
  ['chalk', 33],
  ['wrist-wraps', 33],
  ['jump-rope', 75],
] as const;

async function addLateOrders(db: Db): Promise<void> {
  await db.$transaction(async (tx) => {
    for (const [itemSlug, boughtDaysAgo] of LATE) {
      const order = {
        email: 'member@agres.test',
        itemSlug,
        optionIndex: 0,
        area: 0,
        shippingAddress: 'Chez Ana\n12 rue du Port\n44000 Nantes',
        boughtDaysAgo,
      } as const;
      await addOrder(tx, { order, key: `test:${itemSlug}`, now: new Date() });
    }
  });
}

const test = testOfOwnSite(addLateOrders);

const SAYS = {
  fr: {
    asked: 'Magnésie liquide',
    cancelled: 'Corde à sauter à roulements',
    ask: 'Colis en retard : réclamer la livraison',
    askedFor: /^Le .+ à\s\d\d:\d\d, vous avez réclamé la livraison .* vous pourrez l’annuler\.$/,
    cancel: 'Annuler et me faire rembourser',
    confirm: 'Confirmer l’annulation',
    back: 'Revenir',
    cancelling: /^Le .+ à\s\d\d:\d\d, vous avez demandé l’annulation de cette commande\./,
    defect: 'Signaler un problème sur cette commande',
    subject: 'Sujet',
    about: /^Commande n°\s\d+$/,
  },
  en: {
    asked: 'Wrist wraps',
    ask: 'It’s late: ask us to deliver it',
    askedFor: /^On .+ at\s\d\d:\d\d you asked us to deliver this order\. .* from then on\.$/,
  },
} as const satisfies Record<Locale, object>;

/** Matches a name with any kind of spaces. */
const named = (text: string) =>
  new RegExp(`^${text.replaceAll('?', String.raw`\?`).replaceAll(' ', String.raw`\s`)}$`);
const orderOf = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });

for (const locale of LOCALES) {
  const says = SAYS[locale];

  test(`the buyer of a late order asks for its delivery, in ${locale}`, async ({ page }) => {
    await signIn(page.context(), MEMBER, DEMO_PASSWORD);
    await open(page, pathOf('profile', locale));
    const order = orderOf(page, says.asked);
    await order.getByRole('button', { name: named(says.ask) }).click();
    await expect(order.getByRole('status')).toHaveText(says.askedFor);
    await expect(order.getByRole('button')).toHaveCount(0);
    await page.reload();
    await expect(order.getByRole('status')).toHaveText(says.askedFor);
  });
}

test('an order that is still late can be cancelled in two steps, by keyboard too', async ({
  page,
}) => {
  const says = SAYS.fr;
  await signIn(page.context(), MEMBER, DEMO_PASSWORD);
  await open(page, pathOf('profile', 'fr'));
  const order = orderOf(page, says.cancelled);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  await order.getByRole('button', { name: says.cancel }).press('Enter');
  await expect(order.getByRole('heading', { level: 3 })).toBeFocused();
  await order.getByRole('button', { name: says.back }).press('Enter');
  await expect(order.getByRole('button', { name: says.cancel })).toBeVisible();
  expect(calls).toEqual([]);

  await order.getByRole('button', { name: says.cancel }).click();
  await order.getByRole('button', { name: says.confirm }).press('Enter');
  await expect(order.getByRole('status')).toHaveText(says.cancelling);
  await expect(order.getByRole('button')).toHaveCount(0);
});

test('a defect opens the contact form with subject and order, which survive a reload', async ({
  page,
}) => {
  const says = SAYS.fr;
  await signIn(page.context(), MEMBER, DEMO_PASSWORD);
  await open(page, pathOf('profile', 'fr'));
  await page.getByRole('article').getByRole('heading').getByRole('link').first().click();
  await page.getByRole('link', { name: named(says.defect) }).click();
  const subject = page.getByLabel(says.subject);
  const message = page.getByLabel('Message');
  await expect(subject).toHaveValue(says.about);
  await message.fill('Une couture a cédé.');
  await page.reload();
  await expect(message).toHaveValue('Une couture a cédé.');
  await expect(subject).toHaveValue(says.about);
});
