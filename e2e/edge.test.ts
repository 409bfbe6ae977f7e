import { createDb } from '@agres/db/db';
import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { LAST_UNIT } from './content.ts';
import { expect, testOfOwnSite } from './fixtures.ts';
import { open } from './open.ts';

const test = testOfOwnSite();

/** Serves a page like a cache in front of the site: as it was before the price changed. */
async function keepInFront(page: Page, path: string): Promise<void> {
  const answer = await page.request.get(path);
  expect(answer.headers()['cache-control']).toBe('public, max-age=0, s-maxage=60');
  const body = await answer.text();
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ body, headers: { 'content-type': 'text/html; charset=utf-8' } }),
  );
}

test('a page from a CDN cache fetches changes once, and stays usable if that fails', async ({
  page,
  site,
}) => {
  await site.restartWith({ EDGE_SECONDS: '60' });
  const { db, close } = createDb(site.databaseUrl, { poolSize: 1 });
  const { id } = await db.item.findFirstOrThrow({ where: { titleEn: LAST_UNIT.title.en } });
  await db.item.update({ where: { id }, data: { bestSellerRank: 0 } });
  const shown = async (path: string) => {
    await expect.poll(async () => (await page.request.get(path)).text()).toMatch(/24\.99/);
  };
  const paths = [pathOf('item', 'en', { id }), pathOf('shop', 'en'), pathOf('home', 'en')];
  for (const path of paths) {
    await shown(path);
    await keepInFront(page, path);
  }
  // Pages that sell also ask at a separate URL whether sales are paused.
  const callsOf = (path: string): unknown[] =>
    path === pathOf('home', 'en')
      ? [expect.stringMatching(/^\/trpc\/home/)]
      : [expect.stringMatching(/^\/trpc\/shop\.item/), '/trpc/shop.pause'];
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(?:trpc|api)\//.test(pathname)) calls.push(pathname);
  });

  await db.item.update({ where: { id }, data: { priceCents: 3700 } });
  for (const path of paths) {
    calls.length = 0;
    await open(page, path);
    await expect(page.getByText('€36.99').first()).toBeVisible();
    await expect(page.getByText('€24.99')).toHaveCount(0);
    await expect.poll(() => [path, ...calls.toSorted()]).toEqual([path, ...callsOf(path)]);
  }

  await page.route('**/trpc/**', (route) => route.abort());
  for (const path of paths) {
    calls.length = 0;
    await open(page, path);
    await expect.poll(() => calls.length).toBe(callsOf(path).length);
    await expect(page.getByText('€24.99').first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }

  calls.length = 0;
  await open(page, pathOf('legalNotices', 'en'));
  await page.waitForLoadState('networkidle');
  expect(calls).toEqual([]);
  await close();
});
