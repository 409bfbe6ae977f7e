import type { AppRouter } from '@shop/api/router';
import { pathOf } from '@shop/domain/paths';
import { createTRPCClient } from '@trpc/client';
import { expect, test } from 'vitest';

import type { PageToRender } from '../../src/pages/page-renderer.ts';
import { registerPages } from '../../src/pages/pages.ts';
import { pageLinksOf } from '../../src/pages/register-web.ts';
import { startTestApp } from '../support/app.ts';

/** A page that would show all it can learn of its reader. */
async function renderReader({ link }: PageToRender) {
  const client = createTRPCClient<AppRouter>({ links: [link] });
  const html = JSON.stringify(await client.users.status.query());
  return { status: 200, html, location: null, routeIds: [], catalogs: [], errors: [], modules: [] };
}

test('a page that is kept for all readers has nothing of the first one, though they are signed in', async () => {
  const app = await startTestApp({
    deps: {
      registerWeb: async (server, tools) =>
        registerPages(server, {
          publicUrl: 'http://localhost:3000',
          renderer: { mode: 'built', render: renderReader },
          contentPolicy: () => '',
          viewerOf: async (request) =>
            (await tools.sessionOf(request)) === null ? 'visitor' : 'member',
          contentVersion: tools.contentVersion,
          isValidLink: async () => true,
          ...pageLinksOf(tools),
        }),
    },
  });
  const first = await app.member();
  const second = await app.member();
  const own = await first.client.get(pathOf('profile', 'fr'));
  expect(own.text, 'what the page could tell').toContain(first.email);

  const shared = pathOf('shop', 'fr');
  for (const { client } of [first, second]) {
    const { text } = await client.get(shared);
    expect(text).toContain('"isConnected":false');
    expect(text).not.toContain(first.email);
  }
  await app.close();
});
