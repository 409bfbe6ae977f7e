import { pathOf } from '@agres/domain/paths';
import type { Page as BrowserPage } from '@playwright/test';

import { open } from '../open.ts';
import { ordersOf, WORDS } from '../purchase-steps.ts';
import { answer, breakOff, hold, opened, signInDemo, type Screen } from './screen.ts';

const MESSAGE = 'Bonjour, je voudrais savoir où en est ma commande. Merci d’avance !';

export const homeScreens: [Screen, ...Screen[]] = [
  opened((locale) => pathOf('home', locale)),
  {
    state: 'menu-open',
    only: 'phone',
    show: async ({ page, locale }) => {
      await open(page, pathOf('home', locale));
      await page.locator('header summary').filter({ visible: true }).first().click();
    },
  },
  {
    state: 'menu-open-signed-in',
    only: 'phone',
    show: async (visit) => {
      await signInDemo(visit, 'member');
      await open(visit.page, pathOf('home', visit.locale));
      await visit.page.locator('header summary').filter({ visible: true }).first().click();
    },
  },
  {
    state: 'menu-languages-open',
    only: 'phone',
    show: async ({ page, locale }) => {
      await open(page, pathOf('home', locale));
      await page.locator('header summary').filter({ visible: true }).first().click();
      await page.locator('header details details summary').click();
    },
  },
  {
    state: 'languages-open',
    only: 'desk',
    show: async ({ page, locale }) => {
      await open(page, pathOf('home', locale));
      await page.locator('header summary').filter({ visible: true }).click();
    },
  },
  {
    state: 'without-items',
    show: async ({ page, locale }) => {
      await answer(page, 'home.get', { items: [], lastArticle: null });
      await open(page, pathOf('faq', locale));
      await page.locator('header a').first().click();
      await page.getByRole('main').locator('[class*=arc-left] h2').waitFor();
    },
  },
  {
    state: 'data-away',
    show: async ({ page, locale }) => {
      await breakOff(page, 'home.get');
      await open(page, pathOf('faq', locale));
      await page.locator('header a').first().click();
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
];

/** Opens the shop from another page, so that the browser fetches its data instead of a new document. */
const meddledShop = (
  state: string,
  { meddle, sign }: { meddle: (page: BrowserPage) => Promise<unknown>; sign: string },
): Screen => ({
  state,
  show: async ({ page, locale }) => {
    await meddle(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, pathOf('faq', locale));
    await page
      .locator(`header a[href="${pathOf('shop', locale)}"]`)
      .first()
      .click();
    await page.locator(`main ${sign}`).first().waitFor();
  },
});

export const shopScreens: [Screen, ...Screen[]] = [
  opened((locale) => pathOf('shop', locale)),
  {
    state: 'bought',
    show: async ({ page, locale }) => {
      await signInDemo({ page }, 'member');
      const order = (await ordersOf(page)).find(({ status }) => status === 'waiting');
      await open(page, `${WORDS[locale].shop}?notice=purchase_validated&order=${order?.id}`);
      await page.getByRole('heading', { level: 2, name: String(order?.id) }).waitFor();
    },
  },
  {
    state: 'bought-by-somebody',
    show: ({ page, locale }) => open(page, `${WORDS[locale].shop}?notice=purchase_validated`),
  },
  meddledShop('empty', {
    meddle: (page) => answer(page, 'shop.items', []),
    sign: 'a[href$="/blog"]',
  }),
  meddledShop('loading', { meddle: (page) => hold(page, 'shop.items'), sign: 'output' }),
  meddledShop('data-away', {
    meddle: (page) => breakOff(page, 'shop.items'),
    sign: '[role=alert]',
  }),
];

export const blogScreens: [Screen, ...Screen[]] = [
  opened((locale) => pathOf('blog', locale)),
  {
    state: 'empty',
    show: async ({ page, locale }) => {
      await answer(page, 'blog.list', []);
      await open(page, pathOf('faq', locale));
      await page.locator('footer a[href$="/blog"]').click();
      await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor();
    },
  },
  {
    state: 'data-away',
    show: async ({ page, locale }) => {
      await breakOff(page, 'blog.list');
      await open(page, pathOf('faq', locale));
      await page.locator('footer a[href$="/blog"]').click();
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
];

export const articleScreens: [Screen, ...Screen[]] = [
  {
    state: 'opened',
    show: async ({ page, locale }) => {
      await open(page, pathOf('blog', locale));
      await page.locator('main article a').first().click();
      await page.locator('main article h1').waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
];

export const faqScreens: [Screen, ...Screen[]] = [
  opened((locale) => pathOf('faq', locale)),
  {
    state: 'answer-open',
    show: async ({ page, locale }) => {
      await open(page, pathOf('faq', locale));
      await page.locator('main summary').nth(1).click();
    },
  },
  {
    state: 'activation-asked',
    show: async ({ page, locale }) => {
      await open(page, pathOf('faq', locale));
      await page.locator('#account summary').nth(1).click();
      await page.locator('main details[open] button').click();
      const field = page.getByRole('dialog').getByRole('textbox');
      await field.fill('jeanne');
      await field.blur();
      await page.getByRole('dialog').locator('[aria-invalid=true]').waitFor();
    },
  },
];

export const contactScreens: [Screen, ...Screen[]] = [
  opened((locale) => pathOf('contact', locale)),
  {
    state: 'signed-in',
    show: async (visit) => {
      await signInDemo(visit, 'member');
      await open(visit.page, pathOf('contact', visit.locale));
    },
  },
  {
    state: 'fields-wrong',
    show: async ({ page, locale }) => {
      await open(page, pathOf('contact', locale));
      const [email, subject, message] = await page.getByRole('main').getByRole('textbox').all();
      await email?.fill('jeanne');
      await subject?.fill('Ma commande');
      await message?.fill('Oui');
      await message?.blur();
      await page.locator('main [aria-invalid=true]').nth(1).waitFor();
    },
  },
  {
    state: 'sent',
    show: async ({ page, locale }) => {
      await open(page, pathOf('contact', locale));
      const [email, subject, message] = await page.getByRole('main').getByRole('textbox').all();
      await email?.fill('jeanne@agres.test');
      await subject?.fill('Ma commande');
      await message?.fill(MESSAGE);
      await page.locator('main [type=submit]').click();
      // By attribute: the loading image has this role implicitly.
      await page.locator('main [role=status]').waitFor();
    },
  },
];

export const legalNoticesScreens: [Screen, ...Screen[]] = [
  opened((locale) => pathOf('legalNotices', locale)),
];
export const termsScreens: [Screen, ...Screen[]] = [opened((locale) => pathOf('terms', locale))];
export const acceptedTermsScreens: [Screen, ...Screen[]] = [
  {
    state: 'opened',
    show: async ({ page, locale }) => {
      const present = await page.request.get(`/api/contract-texts/current?locale=${locale}`);
      const { hash } = await present.json();
      await open(page, pathOf('acceptedTerms', locale, { hash: hash.slice(0, 12) }));
    },
  },
];
export const programmeScreens: [Screen, ...Screen[]] = [
  opened((locale) => pathOf('programme', locale, { programme: 'handstand' })),
  {
    state: 'for-subscriber',
    show: async (visit) => {
      await signInDemo(visit, 'subscriber');
      await open(visit.page, pathOf('programme', visit.locale, { programme: 'juggling' }));
    },
  },
];

export const accessibilityScreens: [Screen, ...Screen[]] = [
  opened((locale) => pathOf('accessibility', locale)),
];
export const errorScreens: [Screen, ...Screen[]] = [
  opened((locale) => pathOf('error', locale)),
  {
    state: 'link-expired',
    show: async ({ page, locale }) => {
      await open(page, `${pathOf('error', locale)}?link=activation`);
      await page.getByRole('main').getByRole('textbox').waitFor();
    },
  },
  {
    state: 'page-without-its-code',
    show: async ({ page, locale }) => {
      await open(page, pathOf('error', locale));
      const faq = pathOf('faq', locale);
      await page.route(/\/assets\//, (route) => route.abort());
      await page.route(`**${faq}`, (route) => route.abort());
      await page.getByRole('contentinfo').locator(`a[href="${faq}"]`).click();
      await page.getByRole('main').getByRole('button').waitFor();
    },
  },
];
