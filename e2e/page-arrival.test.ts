import { LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { WORDS } from './navigation-steps.ts';
import { open, untilAlive } from './open.ts';

const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);

test('each page moves the focus to its heading, and announces its title', async ({ page }) => {
  await open(page, '/fr/faq');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nous contacter' })).toBeFocused();
  await expect(page.locator('[aria-live=polite]')).toHaveText(await page.title());

  await page.getByRole('banner').getByRole('link', { name: 'Boutique' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'La boutique' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Nous contacter' })).toBeFocused();
});

test('the first Tab focuses the skip link', async ({ page }) => {
  for (const locale of LOCALES) {
    await open(page, pathOf('shop', locale));
    const skip = page.getByRole('link', { name: WORDS[locale].skip });
    await expect(skip).not.toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.locator('main').locator('a, button, input, select').first()).toBeFocused();
  }
});

test('with reduced motion nothing is animated', async ({ browser, site }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: site.origin });
  const page = await context.newPage();
  await open(page, '/fr/connexion');
  await page.getByRole('button', { name: 'Mot de passe oublié ?' }).click();
  await page.getByRole('dialog').waitFor();
  const durations = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { animationDuration, transitionDuration } = getComputedStyle(element);
      return [animationDuration, transitionDuration].flatMap((value) =>
        value.split(',').map((part) => Number.parseFloat(part)),
      );
    }),
  );
  expect(durations.length).toBeGreaterThan(50);
  expect(Math.max(...durations)).toBeLessThanOrEqual(0.001);
  await context.close();
});

test('a server-rendered page fetches no data, and a reload keeps its scroll position', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(trpc|api)\//.test(pathname)) asked.push(pathname);
  });
  await open(page, pathOf('shop', 'en'));
  const last = page.getByRole('main').getByRole('link').last();
  await last.scrollIntoViewIfNeeded();
  const readTo = await scrollTop(page);
  expect(readTo).toBeGreaterThan(300);
  await page.reload();
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(300);
  await untilAlive(page);
  expect(asked).toEqual([]);
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(request.url());
  });
  await last.click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(documents).toEqual([]);
});
