import { expect, test } from './fixtures.ts';
import { open } from './open.ts';

test('the sitemap and the feeds are well-formed XML', async ({ page }) => {
  await page.goto('/fr');
  for (const [path, root] of [
    ['/sitemap.xml', 'urlset'],
    ['/fr/blog/rss.xml', 'rss'],
    ['/en/blog/rss.xml', 'rss'],
  ] as const) {
    const read = await page.evaluate(async (address) => {
      const answer = await fetch(address);
      const tree = new DOMParser().parseFromString(await answer.text(), 'application/xml');
      return {
        root: tree.documentElement.nodeName,
        faults: tree.querySelectorAll('parsererror').length,
      };
    }, path);
    expect([path, read]).toEqual([path, { root, faults: 0 }]);
  }
});

test('structured data and canonical URLs are removed when another page opens', async ({ page }) => {
  const statements = page.locator('script[type="application/ld+json"]');
  const listing = page.locator('meta[name=description], link[rel=canonical], link[hreflang]');
  await open(page, '/fr');
  await expect(statements).toHaveCount(1);
  await expect(listing).toHaveCount(5);
  await page.getByRole('banner').getByRole('link', { name: 'Boutique' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'La boutique' })).toBeVisible();
  await expect(statements).toHaveCount(0);
  await expect(listing).toHaveCount(0);
});
