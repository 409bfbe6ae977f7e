import { expect, test } from './fixtures.ts';

// The reference is one script of several megabytes, which is slow to run on a busy machine.
test.describe.configure({ timeout: 180_000 });

// The fixture `page` fails a test on every console error, policy violations included.

test('the API reference shows the guides and the calls, without requests to other sites', async ({
  page,
  foreignRequests,
}) => {
  await page.goto('/api/docs');
  await expect(page).toHaveURL(/\/api\/docs\/?$/);
  await expect(page.getByRole('heading', { name: 'Your first call' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Rate limits' }).first().click();
  await expect(page.getByRole('heading', { name: 'Rate limits' }).first()).toBeInViewport();
  await expect(page.getByText('RateLimit-Policy').first()).toBeAttached();
  expect(foreignRequests).toEqual([]);
});

test('the API reference runs a read', async ({ page, foreignRequests }) => {
  await page.goto('/api/docs/#tag/shop/GET/items');
  await page
    .getByRole('button', { name: /Test Request.*\/items\W*$/ })
    .first()
    .click();
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/items'));
  await page.getByRole('button', { name: /^Send/ }).first().click();
  expect((await answered).status()).toBe(200);
  await expect(page.getByText('200 OK').first()).toBeVisible();
  expect(foreignRequests).toEqual([]);
});

test('the API reference fits a phone @phone', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Your first call' }).first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
});
