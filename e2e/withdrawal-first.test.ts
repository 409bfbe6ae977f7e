import type { Db } from '@agres/db/db';
import { LOCALES, type Locale } from '@agres/domain/locale';
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
  fr: {
    remove: 'Supprimer mon compte',
    offer: 'Il est encore temps de vous rétracter, avec remboursement',
    order: /Commande n°\s\d+\s: .+/,
    more: 'et 1 autre contrat',
    subscription: /Votre abonnement \(jusqu’au \d.+\s\d{4}\)/,
    first: 'Me rétracter d’abord',
    choose: 'Quel contrat ?',
    keep: 'Garder mon compte',
    removeForGood: 'Supprimer définitivement',
    terms: 'Les conditions acceptées',
  },
  en: {
    remove: 'Delete my account',
    offer: 'You can still withdraw and be refunded',
    order: /Order no\. \d+: .+/,
    more: 'and 1 other contract',
    subscription: /Your subscription \(until \d.+\s\d{4}\)/,
    first: 'Withdraw first',
    choose: 'Which contract?',
    keep: 'Keep my account',
    removeForGood: 'Delete for good',
    terms: 'The terms you accepted',
  },
} as const;

const dialogOf = (page: Page) => page.getByRole('dialog');

async function askToDelete(page: Page, locale: Locale) {
  const answered = page.waitForResponse(/declarations\.rights/);
  await open(page, pathOf('profileEdit', locale));
  await answered;
  await page.getByRole('button', { name: SAYS[locale].remove }).click();
  return dialogOf(page);
}

for (const locale of LOCALES) {
  const words = SAYS[locale];

  test(`deleting the account offers the open withdrawals first, by keyboard too, in ${locale}`, async ({
    page,
  }) => {
    await signIn(page.context(), BUYER, DEMO_PASSWORD);
    const dialog = await askToDelete(page, locale);
    await expect(dialog.getByText(words.offer)).toBeVisible();
    const contracts = dialog.getByRole('list', { name: words.offer }).getByRole('listitem');
    await expect(contracts).toHaveText([words.order, words.order, words.order, words.more]);
    const link = dialog.getByRole('link', { name: words.first });
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(link).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(pathOf('withdrawal', locale));
    await expect(page.getByText(words.choose)).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(4);
  });

  test(`the dialog names the subscription’s last day, and the profile its terms, in ${locale}`, async ({
    page,
    member,
  }) => {
    await signIn(page.context(), member);
    const empty = await askToDelete(page, locale);
    await expect(empty.getByRole('button', { name: words.keep })).toBeVisible();
    await expect(empty.getByText(words.offer)).toHaveCount(0);

    await subscribeByCall(page.request);
    const dialog = await askToDelete(page, locale);
    const contracts = dialog.getByRole('list', { name: words.offer }).getByRole('listitem');
    await expect(contracts).toHaveText([words.subscription]);

    // On a phone the text is longer than the screen. It is read first: the password and the buttons follow it.
    await page.setViewportSize({ width: 390, height: 700 });
    await open(page, pathOf('profileEdit', locale));
    const onPhone = await askToDelete(page, locale);
    await expect(onPhone.getByRole('heading').first()).toBeInViewport({ ratio: 1 });
    await expect(onPhone.locator('input[type=password]')).not.toBeFocused();
    for (const answer of [words.keep, words.removeForGood]) {
      const button = onPhone.getByRole('button', { name: answer });
      await expect(button).not.toBeInViewport();
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport({ ratio: 1 });
      await onPhone.getByRole('heading').first().scrollIntoViewIfNeeded();
    }

    await open(page, pathOf('profile', locale));
    await page.getByRole('link', { name: words.terms }).click();
    const { subscription } = await userOf(page.request);
    const hash = String(subscription?.contractText).slice(0, 12);
    await expect(page).toHaveURL(pathOf('acceptedTerms', locale, { hash }));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('deleting the account offers the withdrawal even if the contracts fail to load', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  await page.route('**/trpc/declarations.rights*', (route) =>
    route.fulfill({ status: 500, json: { error: { message: 'error_message', code: -32_603 } } }),
  );
  const dialog = await askToDelete(page, 'fr');
  await expect(dialog.getByText(SAYS.fr.offer)).toBeVisible({ timeout: 20_000 });
  const contracts = dialog.getByRole('list', { name: SAYS.fr.offer }).getByRole('listitem');
  await expect(contracts).toHaveCount(0);
});
