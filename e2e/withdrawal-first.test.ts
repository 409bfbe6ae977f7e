import type { Db } from '@agres/db/db';
import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { DEMO_PASSWORD } from '../prisma/seed/accounts.ts';
import { addOrder } from '../prisma/seed/add-order.ts';
import { expect, signIn, testOfOwnSite } from './fixtures.ts';
import { open } from './open.ts';
import { subscribeByCall, userOf } from './subscription-steps.ts';

const BUYER = { email: 'member@agres.test' } as const;

/** Adds to the one demonstration order in transit. */
async function addOrders(db: Db): Promise<void> {
  await db.$transaction(async (tx) => {
    for (const itemSlug of ['chalk', 'jump-rope', 'wrist-wraps']) {
      const order = {
        ...BUYER,
        itemSlug,
        optionIndex: 0,
        area: 0,
        shippingAddress: 'Chez Ana\n12 rue du Port\n44000 Nantes',
        boughtDaysAgo: 3,
      } as const;
      await addOrder(tx, { order, key: `test:${itemSlug}`, now: new Date() });
    }
  });
}

const test = testOfOwnSite(addOrders);

const SAYS = {
  remove: 'Supprimer mon compte',
  offer: 'Il est encore temps de vous rétracter, avec remboursement',
  order: /Commande n°\s\d+\s: .+/,
  more: 'et 1 autre contrat',
  subscription: /Votre abonnement \(jusqu’au \d.+\s\d{4}\)/,
  first: 'Me rétracter d’abord',
  choose: 'Quel contrat ?',
  keep: 'Garder mon compte',
  removeForGood: 'Supprimer définitivement',
  terms: 'Les conditions que vous avez acceptées',
} as const;

const dialogOf = (page: Page) => page.getByRole('dialog');

async function askToDelete(page: Page) {
  const answered = page.waitForResponse(/declarations\.rights/);
  await open(page, pathOf('profileEdit', 'fr'));
  await answered;
  await page.getByRole('button', { name: SAYS.remove }).click();
  return dialogOf(page);
}

test('deleting the account offers the open withdrawals first, by keyboard too', async ({
  page,
}) => {
  await signIn(page.context(), BUYER, DEMO_PASSWORD);
  const dialog = await askToDelete(page);
  await expect(dialog.getByText(SAYS.offer)).toBeVisible();
  const contracts = dialog.getByRole('list', { name: SAYS.offer }).getByRole('listitem');
  await expect(contracts).toHaveText([SAYS.order, SAYS.order, SAYS.order, SAYS.more]);
  const link = dialog.getByRole('link', { name: SAYS.first });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(pathOf('withdrawal', 'fr'));
  await expect(page.getByText(SAYS.choose)).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(4);
});

test('the dialog names the subscription’s last day, and the profile its terms', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  const empty = await askToDelete(page);
  await expect(empty.getByRole('button', { name: SAYS.keep })).toBeVisible();
  await expect(empty.getByText(SAYS.offer)).toHaveCount(0);

  await subscribeByCall(page.request);
  const dialog = await askToDelete(page);
  const contracts = dialog.getByRole('list', { name: SAYS.offer }).getByRole('listitem');
  await expect(contracts).toHaveText([SAYS.subscription]);

  // On a phone the text is longer than the screen. It is read before the password. The title stays in view, and so
  // do the buttons at the foot.
  await page.setViewportSize({ width: 390, height: 700 });
  await open(page, pathOf('profileEdit', 'fr'));
  const onPhone = await askToDelete(page);
  await expect(onPhone.getByRole('heading').first()).toBeInViewport({ ratio: 1 });
  await expect(onPhone.locator('input[type=password]')).not.toBeFocused();
  for (const answer of [SAYS.keep, SAYS.removeForGood]) {
    await expect(onPhone.getByRole('button', { name: answer })).toBeInViewport({ ratio: 1 });
  }
  await expect(onPhone.getByText(SAYS.offer)).toBeInViewport({ ratio: 1 });
  await expect(onPhone.locator('input[type=password]')).not.toBeInViewport();

  await open(page, pathOf('profile', 'fr'));
  await page.getByRole('link', { name: SAYS.terms }).click();
  const { subscription } = await userOf(page.request);
  const hash = String(subscription?.contractText).slice(0, 12);
  await expect(page).toHaveURL(pathOf('acceptedTerms', 'fr', { hash }));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('deleting the account offers the withdrawal even if the contracts fail to load', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  await page.route('**/trpc/declarations.rights*', (route) =>
    route.fulfill({ status: 500, json: { error: { message: 'error_message', code: -32_603 } } }),
  );
  const dialog = await askToDelete(page);
  await expect(dialog.getByText(SAYS.offer)).toBeVisible({ timeout: 20_000 });
  const contracts = dialog.getByRole('list', { name: SAYS.offer }).getByRole('listitem');
  await expect(contracts).toHaveCount(0);
});
