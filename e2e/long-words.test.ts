import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { expect, testOfOwnSite } from './fixtures.ts';
import { open } from './open.ts';
import { ordersOf } from './purchase-steps.ts';
import { signInDemo } from './screens/screen.ts';
import type { AddContent } from './site.ts';

/** Sixty letters are too wide for a line, and hyphenation does not break them. */
const WORD = 'x'.repeat(60);

/** Puts a word wider than a narrow screen into every text that the owner or a buyer writes. */
const addLongWords: AddContent = async (db) => {
  const texts = { titleFr: WORD, titleEn: WORD };
  const descriptions = { descriptionFr: `<p>${WORD}</p>`, descriptionEn: `<p>${WORD}</p>` };
  await db.item.updateMany({
    data: {
      ...texts,
      ...descriptions,
      optionTitleFr: WORD,
      optionTitleEn: WORD,
      makerName: WORD,
      makerAddress: WORD,
      makerContact: `${WORD}@maker.example`,
      warningsFr: WORD,
      warningsEn: WORD,
    },
  });
  await db.itemOption.updateMany({ data: texts });
  await db.article.updateMany({
    data: { ...texts, contentFr: `<h2>${WORD}</h2><p>${WORD}</p>`, contentEn: `<p>${WORD}</p>` },
  });
  await db.order.updateMany({
    data: {
      itemTitleFr: WORD,
      itemTitleEn: WORD,
      itemOptionTitleFr: WORD,
      itemOptionTitleEn: WORD,
      chosenOptionTitleFr: WORD,
      chosenOptionTitleEn: WORD,
      firstName: WORD.slice(0, 40),
      lastName: WORD.slice(0, 40),
      shippingAddress: `${WORD}\n12 ${WORD}\n69001 ${WORD}`,
      carrier: WORD.slice(0, 40),
      trackingNumber: WORD.slice(0, 40),
    },
  });
};

const test = testOfOwnSite(addLongWords);

/** Returns the innermost elements that extend beyond the screen, if the page scrolls horizontally. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) =>
        element.getBoundingClientRect().right > clientWidth + 1 &&
        // A row with its own scrolling does not widen the page.
        element.closest('.card-row') === null,
    );
    return wide
      .filter((element) => !wide.some((other) => other !== element && element.contains(other)))
      .map(({ tagName, className, textContent }) => `${tagName} ${className}: ${textContent}`);
  });

test('a word longer than the screen wraps on every page', async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 320, height: 700 });
  await signInDemo({ page }, 'member');
  const [order] = await ordersOf(page);
  const paths = [
    pathOf('home', 'fr'),
    pathOf('shop', 'fr'),
    pathOf('item', 'fr', { id: 1 }),
    `${pathOf('item', 'fr', { id: 1 })}?buy=true`,
    pathOf('blog', 'fr'),
    pathOf('article', 'fr', { id: 1 }),
    pathOf('profile', 'fr'),
    pathOf('withdrawal', 'fr'),
    pathOf('order', 'fr', { id: order?.id ?? 0 }),
  ];
  const found: string[] = [];
  for (const path of paths) {
    await open(page, path);
    await page.waitForLoadState('networkidle');
    for (const element of await overflowOf(page)) found.push(`${path}: ${element}`);
  }
  expect(found).toEqual([]);
});
