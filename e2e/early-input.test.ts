import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { PASSWORD } from './content.ts';
import { expect, signIn, test } from './fixtures.ts';
import { untilAlive } from './open.ts';
import { BUTTONS, PAGES_WITH_BUTTONS, PUBLIC_PAGES } from './public-pages.ts';
import { BALLS, WORDS as PURCHASE } from './purchase-steps.ts';
import { subscribeByCall, WORDS as SUBSCRIPTION } from './subscription-steps.ts';
import { newEmail, WORDS as USERS } from './user-steps.ts';

/** Opens a page with all scripts but the first held back; returns a function that releases them. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    if (!route.request().url().includes('/early-')) await released.promise;
    await route.continue();
  });
  const early = page.waitForResponse('**/assets/early-*.js');
  await page.goto(path, { waitUntil: 'commit' });
  await early;
  await page.getByRole('contentinfo').waitFor();
  return async () => {
    released.resolve();
    await untilAlive(page);
  };
}

/** Marks the elements whose clicks a script replays. */
const notePresses = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener('click', ({ isTrusted, target }) => {
      if (!isTrusted && target instanceof Element) target.setAttribute('data-repeated', '');
    });
  });

for (const name of PAGES_WITH_BUTTONS) {
  test(`a click on any button of the page ${name} is replayed after hydration @phone`, async ({
    page,
  }) => {
    await notePresses(page);
    const release = await openWithoutScripts(page, PUBLIC_PAGES[name].address('fr'));
    const buttons = await page.locator(BUTTONS).all();
    for (const button of buttons) {
      await button.click();
      await expect(button).toHaveAttribute('aria-busy', 'true');
      await expect(page.locator('[aria-busy]'), 'one alone waits').toHaveCount(1);
    }
    await release();
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    await expect(page.locator('[data-repeated]')).toHaveCount(1);
  });
}

/** The tests below concern no text of the page, so one language is enough. */
const locale = 'fr';
const [purchase, users] = [PURCHASE[locale], USERS[locale]];

test('an item is bought before hydration, in the option chosen then', async ({ page, member }) => {
  await signIn(page.context(), member);
  const items = await (await page.request.get('/api/items')).json();
  const { id } = items.find(
    ({ title }: { title: Record<string, string> }) => title[locale] === BALLS[locale],
  );
  const release = await openWithoutScripts(page, pathOf('item', locale, { id }));
  const second = page.getByRole('radio').nth(1);
  await second.check();
  await page.getByRole('button', { name: purchase.buy }).click();
  await expect(page).toHaveURL(`${pathOf('item', locale, { id })}?option=1&buy=true`);
  await release();
  await expect(page.getByRole('heading', { name: purchase.form })).toBeVisible();
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
});

test('an option chosen before hydration stays chosen', async ({ page }) => {
  const items = await (await page.request.get('/api/items')).json();
  const { id } = items.find(
    ({ title }: { title: Record<string, string> }) => title[locale] === BALLS[locale],
  );
  const release = await openWithoutScripts(page, pathOf('item', locale, { id }));
  await page.getByRole('radio').nth(1).check();
  await release();
  await expect(page).toHaveURL(`${pathOf('item', locale, { id })}?option=1`);
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
});

test('a form filled in and submitted before hydration is sent after it', async ({
  page,
  member,
}) => {
  const release = await openWithoutScripts(page, pathOf('logIn', locale));
  await page.getByLabel(users.email).fill(member.email);
  await page.getByLabel(users.password, { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(pathOf('logIn', locale));
  await release();
  await expect(page).toHaveURL(pathOf('profile', locale));
});

test('terms accepted before hydration stay accepted', async ({ page, member }) => {
  await signIn(page.context(), member);
  const words = SUBSCRIPTION.fr;
  const release = await openWithoutScripts(page, `${pathOf('subscribe', 'fr')}?plan=monthly`);
  await page.getByRole('radio', { name: words.plans.yearly }).check();
  await page.getByRole('checkbox', { name: words.terms }).check();
  await page.getByRole('button', { name: words.order }).click();
  await release();
  await expect(page.getByRole('dialog', { name: PURCHASE.fr.shopName })).toContainText('199,99');
});

test('a sign-out clicked before hydration is carried out', async ({ page, member }) => {
  await signIn(page.context(), member);
  await subscribeByCall(page.request);
  const release = await openWithoutScripts(page, pathOf('profile', 'fr'));
  await page.getByRole('button', { name: USERS.fr.signOut }).click();
  await release();
  await expect(page).toHaveURL(pathOf('home', 'fr'));
});

test('text typed during hydration is neither lost nor duplicated', async ({ page }) => {
  const release = await openWithoutScripts(page, pathOf('contact', 'en'));
  await page.getByLabel('Your email address').fill(newEmail());
  await page.getByLabel('Subject').fill('My order');
  await page.getByLabel('Message').pressSequentially('Where is it?');
  await release();
  await expect(page.getByLabel('Subject')).toHaveValue('My order');
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription(/8 \/ 20/);
  await page.getByLabel('Message').pressSequentially(' Thanks.');
  await expect(page.getByLabel('Message')).toHaveValue('Where is it? Thanks.');
});
