import { expect, test } from './fixtures.ts';

test('the sitemap and the feeds are XML that a browser can read', async ({ page }) => {
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
