import { LOCALES, type Locale } from '@agres/domain/locale';
import { PAGES, type Page } from '@agres/domain/paths';
import type { BrowserContext, Page as Tab } from '@playwright/test';

import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { SCREENS } from './screens.ts';
import type { Screen } from './screens/screen.ts';
import type { Site } from './site.ts';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The width of 1280 px at 400 % zoom, which must not need horizontal scrolling (WCAG 1.4.10). */
const NARROWEST = { width: 320, height: 568 };

/** French shows every state of a page, English only the page as it opens: the structure is the same. */
const screensIn = (page: Page, locale: Locale) =>
  locale === 'fr' ? SCREENS[page] : SCREENS[page].slice(0, 1);

/** A desktop and a phone for the French page as it opens; otherwise the phone, if the screen exists there. */
function examinedAt(screen: Screen, page: Page, locale: Locale) {
  if (screen.only === 'phone') return [PHONE];
  if (screen.only === 'desk') return [DESK];
  return screen === SCREENS[page][0] && locale === 'fr' ? [DESK, PHONE] : [PHONE];
}

// Lets both workers share this long file.
test.describe.configure({ mode: 'parallel' });

for (const page of PAGES) {
  for (const locale of LOCALES) {
    test(`${page} is accessible in every state, and fits 320 px and large text, in ${locale}`, async ({
      browser,
      site,
      members,
    }) => {
      // A page with many states takes minutes when both runners share two slow cores.
      test.setTimeout(400_000);
      const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce' });
      for (const screen of screensIn(page, locale)) {
        const viewports = examinedAt(screen, page, locale);
        const [viewport = DESK] = viewports;
        const tab = await openTab(context, { site, viewport });
        const newMember = () => members.next().value;
        await screen.show({ page: tab, locale, site, newMember });
        for (const size of viewports) {
          await tab.setViewportSize(size);
          await expectAccessible(tab, `${screen.state} at ${size.width} px`);
        }
        if (screen.only !== 'desk' && locale === 'fr') {
          await tab.setViewportSize(NARROWEST);
          await expectToFit(tab, screen.state);
          await tab.evaluate(useFallbackFonts);
          await expectToFit(tab, `${screen.state} with the fallback fonts`);
          await tab.evaluate(useBrandFonts);
          await enlargeText(tab);
          await tab.setViewportSize(PHONE);
          await expectToFit(tab, `${screen.state} with text at 200 %`);
        }
        if (screen === SCREENS[page][0]) {
          await enlargeText(tab, 28);
          await expect.poll(() => tab.evaluate(findBrokenWords)).toEqual([]);
        }
        await tab.close();
      }
      await context.close();
    });
  }
}

/**
 * Opens a tab for one state, without cookies. The states of a page share a context, so that the browser
 * fetches and compiles the site only once.
 */
async function openTab(
  context: BrowserContext,
  { site, viewport }: { site: Site; viewport: { width: number; height: number } },
): Promise<Tab> {
  await context.clearCookies();
  const tab = await context.newPage();
  const browser = await context.newCDPSession(tab);
  await browser.send('Storage.clearDataForOrigin', {
    origin: site.origin,
    storageTypes: 'local_storage',
  });
  await browser.detach();
  await tab.setViewportSize(viewport);
  return tab;
}

/** Runs in the browser: the fonts of a visitor for whom the brand's load too late are wider. */
function useFallbackFonts(): void {
  const { style } = document.documentElement;
  style.setProperty('--font-text', "'Inter Fallback', system-ui, sans-serif");
  style.setProperty('--font-display', "'Bricolage Fallback', system-ui, sans-serif");
}

function useBrandFonts(): void {
  document.documentElement.removeAttribute('style');
}

/** Sets text to 200 %, or to another size, through the browser's font size setting (WCAG 1.4.4). */
async function enlargeText(tab: Tab, standard = 32): Promise<void> {
  const browser = await tab.context().newCDPSession(tab);
  await browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: 26 } });
}

/**
 * Runs in the browser: finds words of titles and list links broken across two lines, and a visible skip link.
 */
function findBrokenWords(): string[] {
  const texts = [...document.querySelectorAll('main h1, main li a')].flatMap((part) => {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    while (walker.nextNode()) if (part.checkVisibility()) found.push(walker.currentNode);
    return found;
  });
  const broken = texts.flatMap((text) =>
    [...(text.textContent ?? '').matchAll(/(?<![@.\p{L}])\p{L}+/gu)].flatMap(
      ({ 0: word, index }) => {
        // A shop's own word may be longer than the screen; an address is no word.
        if (word.length > 10) return [];
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return lines.size > 1 ? [word] : [];
      },
    ),
  );
  const skipLink = document.querySelector('a[href="#content"]')?.getBoundingClientRect();
  return (skipLink?.bottom ?? 0) > 0 ? ['the skip link', ...broken] : broken;
}

async function expectToFit(tab: Tab, state: string): Promise<void> {
  // The layout of a new width is computed in a later frame.
  await expect.poll(() => tab.evaluate(findOverflow), { message: state }).toEqual([]);
}

/**
 * Runs in the browser: finds elements that need horizontal scrolling, or are cut off where scrolling is
 * impossible.
 */
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
