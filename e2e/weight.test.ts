import type { Page as BrowserPage } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { expectNoShift, observeLayoutShift } from './layout-shift.ts';
import { PAGE_WEIGHT_KINDS, weigh, type PageWeight } from './page-weight.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

/** A page's budget in bytes; forms have another one, for their validation rules. */
const BUDGET: PageWeight = {
  document: 10_000,
  script: 123_900,
  stylesheet: 12_000,
  font: 41_000,
  image: 250_000,
};
const SCRIPT_OF_A_FORM = 165_300;
/** The subscribe page loads the order form for visitors too, who log in from there. */
const SCRIPT_OF_AN_ORDER = 171_600;
const FORMS: ReadonlySet<string> = new Set([
  'logIn',
  'signUp',
  'contact',
  'cancelContract',
  'withdrawal',
]);

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

for (const [name, { address }] of Object.entries(PUBLIC_PAGES)) {
  test(`the page ${name} meets its budget of bytes, fonts and layout shift, without cookie or foreign request`, async ({
    page,
    foreignRequests,
  }) => {
    await page.setViewportSize(PHONE);
    const weightOf = weigh(page);
    const fonts = listenForFonts(page);
    await page.addInitScript(observeLayoutShift);
    await page.goto(address('fr'), { waitUntil: 'networkidle' });

    const weight = await weightOf();
    const plain = FORMS.has(name) ? SCRIPT_OF_A_FORM : BUDGET.script;
    const script = name === 'subscribe' ? SCRIPT_OF_AN_ORDER : plain;
    expect(excess(weight, { ...BUDGET, script }), JSON.stringify(weight)).toEqual([]);
    expect(weight.script, 'what is counted').toBeGreaterThan(50_000);

    const announced = await page
      .locator('head link[rel="preload"][as="font"][crossorigin]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(announced).toHaveLength(2);
    expect([...fonts].filter((path) => !announced.includes(path))).toEqual([]);

    await expectNoShift(page);
    expect(foreignRequests).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);

    const desk = await page.context().newPage();
    await desk.setViewportSize(DESK);
    await desk.addInitScript(observeLayoutShift);
    await desk.goto(address('fr'), { waitUntil: 'networkidle' });
    await expectNoShift(desk);
  });
}

function excess(weight: PageWeight, budget: PageWeight): string[] {
  return PAGE_WEIGHT_KINDS.filter((kind) => weight[kind] > budget[kind]);
}

function listenForFonts(page: BrowserPage): ReadonlySet<string> {
  const paths = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'font') paths.add(new URL(request.url()).pathname);
  });
  return paths;
}
