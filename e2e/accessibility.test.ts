import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { LOCALES, type Locale } from '@shop/domain/locale';
import { pathOf } from '@shop/domain/paths';

import { expect, signIn, test } from './fixtures.ts';
import { beginPurchase, CARDS, fillDelivery, payWith, WORDS } from './purchase-steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const ITEM = { fr: 'Parallettes en hêtre', en: 'Beech parallettes' };

async function expectAccessible(page: Page, state: string): Promise<void> {
  // What is still moving has the colours of its way, not of its end.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null),
  );
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  expect(found, state).toEqual([]);
}

const SCREENS = [
  { name: 'a desk', viewport: { width: 1280, height: 900 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
];

const VARIANTS = LOCALES.flatMap((locale) => SCREENS.map((screen) => ({ locale, ...screen })));

for (const { locale, name: screen, viewport } of VARIANTS) {
  test.describe(`in ${locale} on ${screen}`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('the pages of the shop and the account are accessible', async ({ page }) => {
      for (const name of ['shop', 'logIn'] as const) {
        await page.goto(pathOf(name, locale));
        await expectAccessible(page, name);
      }
      await page.getByRole('main').getByRole('textbox').first().fill('jeanne');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expectAccessible(page, 'log-in with a field left empty');
      await openItem(page, locale);
      await expectAccessible(page, 'item');
    });

    test('the purchase is accessible in every step', async ({ page, member, site }) => {
      await signIn(page.context(), member);
      await beginPurchase(page, locale, ITEM[locale]);
      await expectAccessible(page, 'empty form');
      await page.getByLabel(WORDS[locale].fields.relayName).fill(' ');
      await page.getByRole('radio', { name: WORDS[locale].europe }).check();
      await expectAccessible(page, 'form with a field left empty');
      await page.getByRole('radio', { name: WORDS[locale].france }).check();
      await fillDelivery(page, locale);

      await page.getByRole('button', { name: WORDS[locale].confirm }).click();
      await page.getByLabel(WORDS[locale].card.number).waitFor();
      await expectAccessible(page, 'card popup');
      await page.keyboard.press('Escape');

      await payWith(page, locale, CARDS.refused);
      await page.getByText(WORDS[locale].refusedCard).waitFor();
      await expectAccessible(page, 'refused card');

      site.provider.setLatency({ minMs: 1500, maxMs: 1500 });
      await payWith(page, locale, CARDS.good);
      await page.getByRole('alertdialog').waitFor();
      await expectAccessible(page, 'paying');
      site.provider.setLatency({ minMs: 0, maxMs: 0 });
      await page.getByText(WORDS[locale].bought).waitFor({ timeout: 20_000 });
      await expectAccessible(page, 'bought');
      await page.goto(pathOf('profile', locale));
      await expectAccessible(page, 'profile');
    });
  });
}

async function openItem(page: Page, locale: Locale): Promise<void> {
  await page.goto(pathOf('shop', locale));
  await page.getByRole('link', { name: ITEM[locale] }).click();
  await page.getByRole('heading', { level: 1, name: ITEM[locale] }).waitFor();
}
