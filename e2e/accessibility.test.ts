import { AxeBuilder } from '@axe-core/playwright';
import type { Page as Tab } from '@playwright/test';
import { LOCALES, type Locale } from '@shop/domain/locale';
import { PAGES, type Page } from '@shop/domain/paths';

import { expect, test } from './fixtures.ts';
import { SCREENS } from './screens.ts';
import type { Screen } from './screens/screen.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** 1280 px at 400 %, which must do without scrolling sideways (WCAG 1.4.10). */
const NARROWEST = { width: 320, height: 568 };

/**
 * Where a state is examined: the page as it opens at a desk and on a phone, in both languages; its
 * other states on a phone in French and at a desk in English, unless they belong to one of the two.
 */
function examinedAt(screen: Screen, { page, locale }: { page: Page; locale: Locale }) {
  if (screen.only === 'phone') return [PHONE];
  if (screen.only === 'desk') return [DESK];
  if (screen === SCREENS[page][0]) return [DESK, PHONE];
  return locale === 'fr' ? [PHONE] : [DESK];
}

for (const page of PAGES) {
  for (const locale of LOCALES) {
    test(`${page} is accessible in ${locale} in every state, and fits the narrowest screen and the largest text`, async ({
      browser,
      site,
      members,
    }) => {
      test.setTimeout(180_000);
      for (const screen of SCREENS[page]) {
        const viewports = examinedAt(screen, { page, locale });
        const [viewport = DESK] = viewports;
        const context = await browser.newContext({
          baseURL: site.origin,
          viewport,
          reducedMotion: 'reduce',
        });
        const tab = await context.newPage();
        const newMember = () => members.next().value;
        await screen.show({ page: tab, locale, site, newMember });
        for (const size of viewports) {
          await tab.setViewportSize(size);
          await expectAccessible(tab, `${screen.state} at ${size.width} px`);
        }
        if (screen.only !== 'desk') {
          await tab.setViewportSize(NARROWEST);
          await expectToFit(tab, screen.state);
          await enlargeText(tab);
          await tab.setViewportSize(PHONE);
          await expectToFit(tab, `${screen.state} with text at 200 %`);
        }
        await context.close();
      }
    });
  }
}

// The brand's fonts may come too late for a page; those that stand in for them are wider.
for (const page of ['item', 'subscribe'] as const) {
  test(`${page} fits the narrowest screen without the brand’s fonts too`, async ({
    browser,
    site,
    members,
  }) => {
    test.setTimeout(180_000);
    for (const screen of SCREENS[page]) {
      const context = await browser.newContext({
        baseURL: site.origin,
        viewport: NARROWEST,
        reducedMotion: 'reduce',
      });
      await context.route('**/*.woff2', (route) => route.abort());
      const tab = await context.newPage();
      const newMember = () => members.next().value;
      await screen.show({ page: tab, locale: 'fr', site, newMember });
      await expectToFit(tab, screen.state);
      await context.close();
    }
  });
}

async function expectAccessible(tab: Tab, state: string): Promise<void> {
  // What is still moving has the colours of its way, not of its end.
  await tab.evaluate(() =>
    Promise.race([
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, 500)),
    ]).then(() => null),
  );
  // The other mode opens a page of its own each time, for frames of elsewhere: those are the card provider's.
  const axe = new AxeBuilder({ page: tab })
    // Of what is right nothing is told, which would cost as much again.
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .setLegacyMode();
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  expect(found, state).toEqual([]);
}

/** Text at 200 %, as the browser's own setting makes it (WCAG 1.4.4). */
async function enlargeText(tab: Tab): Promise<void> {
  const browser = await tab.context().newCDPSession(tab);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

async function expectToFit(tab: Tab, state: string): Promise<void> {
  // A new width is laid out in a frame of its own, after it was set.
  await expect.poll(() => tab.evaluate(findOverflow), { message: state }).toEqual([]);
}

/** Runs in the browser: what is to be scrolled sideways, or is cut off where it cannot be. */
function findOverflow(): string[] {
  const { clientWidth } = document.documentElement;
  const layers = [
    ...document.querySelectorAll('dialog, [role=alertdialog], header nav, header ul'),
  ];
  const scrolled = [document.documentElement, ...layers].filter(
    (part) => part.scrollWidth > part.clientWidth,
  );
  const cutOff = layers.filter((layer) => {
    const { left, right, width } = layer.getBoundingClientRect();
    return width > 0 && (left < 0 || right > clientWidth);
  });
  return [
    ...scrolled.map(
      (part) => `${part.tagName} scrolls by ${part.scrollWidth - part.clientWidth} px`,
    ),
    ...cutOff.map((part) => `${part.tagName} is cut off`),
  ];
}
