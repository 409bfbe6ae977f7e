import { expect, test } from './fixtures.ts';
import { runLighthouse } from './lighthouse.ts';
import { PUBLIC_PAGES } from './public-pages.ts';

/** Performance is measured by `pnpm bench`: a score that depends on the machine is no test. */
const CATEGORIES = ['accessibility', 'best-practices', 'seo'];

/** The two pages with the most content; accessibility.test.ts runs axe on every page. */
const PAGES = ['home', 'item'] as const;

for (const [index, name] of PAGES.entries()) {
  const locale = index % 2 === 0 ? 'fr' : 'en';
  test(`Lighthouse scores 100 on the page ${name}, in ${locale}`, async ({
    site,
    playwright,
    launchOptions,
  }) => {
    test.setTimeout(180_000);
    const url = site.origin + PUBLIC_PAGES[name].address(locale);
    const report = await runLighthouse({
      url,
      categories: CATEGORIES,
      launch: (args) =>
        playwright.chromium.launch({
          ...launchOptions,
          args: [...(launchOptions.args ?? []), ...args],
        }),
    });
    expect(report.scores, report.findings.join('\n')).toEqual({
      accessibility: 100,
      'best-practices': 100,
      seo: 100,
    });
  });
}
