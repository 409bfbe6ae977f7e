/**
 * Takes pictures of every page in every state, in both languages and three widths, from the built site with
 * demonstration data (`pnpm screenshots`), into screenshots/. `screenshots/index.html` shows them side by side.
 * Names of pages select some: `pnpm screenshots shop item`.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { LOCALES, type Locale } from '@agres/domain/locale';
import { PAGES, type Page } from '@agres/domain/paths';
import { chromium, type Page as BrowserPage } from '@playwright/test';

import { MEMBERS } from '../e2e/content.ts';
import { SCREENS } from '../e2e/screens.ts';
import type { Screen } from '../e2e/screens/screen.ts';
import { prepareSeededServer, startSite, type Site } from '../e2e/site.ts';
import { buildWeb, isWebBuilt } from './build.ts';
import { ensureBrowser } from './find-browser.ts';
import { printHelpIfRequested } from './usage.ts';

printHelpIfRequested(import.meta.filename);

const root = dirname(import.meta.dirname);
const folder = join(root, 'screenshots');

const WIDTHS = [390, 768, 1440] as const;
const HEIGHTS = { 390: 844, 768: 1024, 1440: 900 } as const;
type Width = (typeof WIDTHS)[number];

/** The widths of a screen; the burger menu's breakpoint is between the first two. */
const widthsOf = ({ only }: Screen): readonly Width[] => {
  if (only === 'phone') return [390];
  return only === 'desk' ? [768, 1440] : WIDTHS;
};

async function photograph(page: Page): Promise<void> {
  for (const screen of SCREENS[page]) {
    for (const locale of LOCALES) {
      try {
        await photographState({ page, screen, locale });
        process.stdout.write(`${page} ${screen.state} ${locale}\n`);
      } catch (error) {
        process.exitCode = 1;
        process.stderr.write(`${page} ${screen.state} ${locale}: ${String(error)}\n`);
      }
    }
  }
}

type Shot = { page: Page; screen: Screen; locale: Locale };

async function photographState({ page, screen, locale }: Shot): Promise<void> {
  const [first = 1440] = widthsOf(screen).toReversed();
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: first, height: HEIGHTS[first] },
    reducedMotion: 'reduce',
  });
  try {
    const browserPage = await context.newPage();
    await screen.show({ page: browserPage, locale, site, newMember });
    for (const width of widthsOf(screen)) {
      await browserPage.setViewportSize({ width, height: HEIGHTS[width] });
      await loadFully(browserPage);
      // An overlay is captured with the part of the page that it covers.
      const isCovered = (await browserPage.locator('dialog, [role=alertdialog]').count()) > 0;
      if (!isCovered) await browserPage.evaluate(() => window.scrollTo(0, 0));
      await browserPage.screenshot({
        path: join(folder, `${page}--${screen.state}--${locale}-${width}.png`),
        fullPage: !isCovered,
      });
    }
  } finally {
    await context.close();
  }
}

/** Loads the pictures below the fold and waits for animations to end. */
async function loadFully(page: BrowserPage): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    const images = [...document.images].map((image) => image.decode());
    const moves = document.getAnimations().map(({ finished }) => finished);
    const deadline = new Promise((resolve) => setTimeout(resolve, 3000));
    await Promise.race([Promise.allSettled([...images, ...moves]), deadline]);
  });
}

function writeIndex(): void {
  const pictures = readdirSync(folder).filter((file) => file.endsWith('.png'));
  const figures = pictures.toSorted().map((file) => {
    const name = file.slice(0, -'.png'.length);
    return `<figure><a href="${file}"><img src="${file}" alt="${name}" height="420" loading="lazy"></a><figcaption>${name}</figcaption></figure>`;
  });
  const style =
    'body{display:flex;flex-wrap:wrap;gap:1rem;font:12px sans-serif}figure{margin:0}img{object-fit:cover;object-position:top;border:1px solid #ccc}';
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${figures.join('\n')}`,
  );
}

const unknown = process.argv.slice(2).filter((name) => !PAGES.some((page) => page === name));
if (unknown.length > 0) {
  console.error(`No page is called ${unknown.join(', ')}. There are: ${PAGES.join(', ')}.`);
  process.exit(1);
}
const chosen = PAGES.filter((page) => process.argv.length === 2 || process.argv.includes(page));

if (!isWebBuilt(root)) buildWeb(root);
const executablePath = ensureBrowser(root);
if (executablePath === undefined) {
  console.error('There is no Chromium here, and none could be installed.');
  process.exit(1);
}

const members = MEMBERS.values();
const newMember = () => {
  const { value } = members.next();
  if (value === undefined) throw new Error('There are too few members: see e2e/content.ts.');
  return value;
};

if (chosen.length === PAGES.length) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const seeded = await prepareSeededServer(process.env['TEST_DATABASE_URL']);
const site: Site = await startSite(seeded.server);
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  for (const page of chosen) await photograph(page);
} finally {
  await browser.close();
  await site.close();
  await seeded.close();
}
writeIndex();
console.log(`See ${join('screenshots', 'index.html')}.`);
