import { LOCALES, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { expectNoShift, observeLayoutShift } from './layout-shift.ts';
import { untilAlive } from './open.ts';

/** Each width in one language only: layout shift depends on the width. */
const WIDTHS = { fr: 390, en: 1440 } as const satisfies Record<Locale, number>;

for (const locale of LOCALES) {
  const width = WIDTHS[locale];
  test(`late fonts shift no layout, and apply from a later page on, in ${locale} at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const fonts = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await fonts.promise;
      await route.continue();
    });
    await page.addInitScript(observeLayoutShift);
    // The load event waits for the fonts.
    await page.goto(pathOf('faq', locale), { waitUntil: 'commit' });
    await untilAlive(page);
    // A font that arrives within a tenth of a second would still be used (`font-display: optional`).
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    const loaded = page.waitForEvent('load');
    fonts.resolve();
    await loaded;
    expect(await brandFontsOf(page)).toEqual([]);
    await expectNoShift(page);

    const footer = page.getByRole('contentinfo');
    let turns = 0;
    await expect(async () => {
      turns += 1;
      const next = pathOf(turns % 2 === 1 ? 'terms' : 'legalNotices', locale);
      await footer.locator(`a[href="${next}"]`).click();
      await expect(page).toHaveURL(next);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      expect(await brandFontsOf(page)).toEqual(['Inter', 'Bricolage Grotesque']);
    }).toPass();
  });
}

test('the fallback font has a bold of its own, as wide as that of the brand’s', async ({
  page,
}) => {
  await page.goto(pathOf('faq', 'fr'));
  // The preloaded font may still be loading.
  await page.waitForFunction(async () => {
    const faces = await Promise.all(
      [400, 600].map((weight) => document.fonts.load(`${weight} 40px Inter`)),
    );
    return faces.every(([face]) => face?.status === 'loaded');
  });
  const isInstalled = await page.evaluate(async () => {
    const faces = await Promise.all(
      [400, 600].map((weight) =>
        document.fonts.load(`${weight} 40px "Inter Fallback"`).catch(() => []),
      ),
    );
    return faces.every(([face]) => face?.status === 'loaded');
  });
  test.skip(!isInstalled, 'this machine has neither Arial nor Liberation Sans');
  await expect(async () => {
    // On a busy machine the font may come too late for its page (`font-display: optional`), but not from
    // cache.
    await page.reload();
    const widths = await page.evaluate(async () => {
      await document.fonts.ready;
      const context = document.createElement('canvas').getContext('2d');
      const widthIn = (font: string) => {
        if (context === null) throw new Error('There is nothing to measure with.');
        context.font = font;
        return context.measureText('Équilibre sur les mains, chaque semaine').width;
      };
      return [400, 600].map((weight) => ({
        brand: widthIn(`${weight} 40px Inter`),
        standIn: widthIn(`${weight} 40px "Inter Fallback"`),
      }));
    });
    for (const { brand, standIn } of widths) {
      expect(Math.abs(standIn / brand - 1)).toBeLessThan(0.03);
    }
  }).toPass();
  const faces = await page.evaluate(() =>
    Array.from(document.fonts, ({ family, weight }) => `${family.replaceAll('"', '')} ${weight}`),
  );
  expect(faces).toEqual(
    expect.arrayContaining(['Inter Fallback 400 500', 'Inter Fallback 600 700']),
  );
});

/** Returns the brand's typefaces in use: those whose text is not as wide as in the fallback. */
const brandFontsOf = (page: Page) =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    const widthIn = (font: string) => {
      if (context === null) throw new Error('There is nothing to measure with.');
      context.font = `bold 40px ${font}`;
      return context.measureText('Équilibre sur les mains').width;
    };
    return ['Inter', 'Bricolage Grotesque'].filter(
      (family) => widthIn(`"${family}", monospace`) !== widthIn('monospace'),
    );
  });
