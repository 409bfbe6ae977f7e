import { join } from 'node:path';

import { createDb } from '@agres/db/db';
import { pathOf } from '@agres/domain/paths';

import { MEMBERS } from '../../e2e/content.ts';
import { ensureBrowser } from '../../scripts/find-browser.ts';
import { addContent, findBenchItem, startBenchSite } from './content.ts';
import { GOALS, type Figure } from './figures.ts';
import { load } from './load.ts';
import { pageSpeeds } from './page-speed.ts';
import { PAIRS, race } from './race.ts';
import { signIn } from './visitor.ts';

/** Measures pages and calls beside their floor, and the pages of a signed-in member. */
export async function measurePages(serverUrl: string, args: readonly string[]): Promise<Figure[]> {
  const isQuick = args.includes('--quick');
  const { site, close } = await startBenchSite(serverUrl, addContent);
  const { db, close: closeDb } = createDb(site.databaseUrl, { poolSize: 1 });
  try {
    const { cookie } = await signIn(site.origin, MEMBERS[0]?.email ?? '');
    const item = pathOf('item', 'fr', { id: await findBenchItem(db) });
    const asked = { processId: site.serverProcess.id, seconds: isQuick ? 1 : 3 };
    const figures: Figure[] = [];
    for (const { name, path, goal, headers } of [
      { name: 'home page', path: '/fr', goal: GOALS.page },
      { name: 'shop page', path: pathOf('shop', 'fr'), goal: GOALS.page },
      { name: 'item page', path: item, goal: GOALS.page },
      { name: 'blog page', path: pathOf('blog', 'fr'), goal: GOALS.page },
      { name: 'FAQ page', path: pathOf('faq', 'fr'), goal: GOALS.page },
      {
        name: 'GET /api/items, with cookies',
        path: '/api/items',
        goal: GOALS.items,
        headers: { cookie },
      },
      {
        name: 'GET /api/items, without cookies',
        path: '/api/items',
        goal: GOALS.itemsWithoutCookies,
      },
      {
        name: 'tRPC shop.items, with cookies',
        path: '/trpc/shop.items',
        goal: GOALS.rpcItems,
        headers: { cookie },
      },
      {
        name: 'shop page, signed in',
        path: pathOf('shop', 'fr'),
        goal: GOALS.signedInShop,
        headers: { cookie },
      },
    ]) {
      const url = site.origin + path;
      figures.push(await race({ ...asked, name, url, goal, headers, pairs: isQuick ? 1 : PAIRS }));
    }
    for (const { name, path, goal } of [
      { name: 'profile of a member', path: pathOf('profile', 'fr'), goal: GOALS.profile },
      { name: 'page to edit an account', path: pathOf('profileEdit', 'fr'), goal: GOALS.edit },
      { name: 'GET /api/users/status, signed in', path: '/api/users/status', goal: GOALS.status },
    ]) {
      const order = { ...asked, url: site.origin + path, connections: 10, headers: { cookie } };
      await load(order);
      const seen = await load(order);
      figures.push({
        name,
        value: seen.requestsPerSecond,
        unit: ' /s',
        goal,
        detail: `${((seen.processorMicroseconds ?? NaN) / 1000).toFixed(2)} ms CPU per request, p99 ${seen.p99Ms.toFixed(0)} ms, ${seen.failures} failures`,
      });
    }
    const browser = isQuick ? undefined : ensureBrowser(join(import.meta.dirname, '../..'));
    if (browser !== undefined) figures.push(...(await pageSpeeds(site.origin, browser)));
    return figures;
  } finally {
    await closeDb();
    await close();
  }
}
