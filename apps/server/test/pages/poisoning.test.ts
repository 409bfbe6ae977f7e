import { LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { beforeAll, describe, expect, test } from 'vitest';

import { INDEXED_PAGES, startBuiltSite } from '../support/built-web.ts';
import { addArticle, addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

/**
 * Values that a caller may claim in headers and queries, with a word so long that no random token contains
 * it.
 */
const POISON = {
  host: 'evildoer.test',
  'x-forwarded-host': 'evildoer.test',
  'x-forwarded-proto': 'javascript',
  'x-forwarded-prefix': '/evildoer',
  'x-original-url': '/evildoer',
  'x-rewrite-url': '/evildoer',
  'x-locale': 'evildoer',
  'accept-language': 'evildoer',
  'user-agent': 'evildoer',
  referer: 'https://evildoer.test/',
  origin: 'https://evildoer.test',
  forwarded: 'host=evildoer.test',
  cookie: 'locale=evildoer%0d%0aX-Evildoer: 1',
};

describe('cached answers', () => {
  const app = useRunning(startBuiltSite);
  let paths: string[];
  beforeAll(async () => {
    const { id: itemId } = await addItem(app.db, { bestSellerRank: 1 });
    const { id: articleId } = await addArticle(app.db);
    paths = LOCALES.flatMap((locale) => [
      ...INDEXED_PAGES.map((page) => pathOf(page, locale)),
      pathOf('item', locale, { id: itemId }),
      pathOf('article', locale, { id: articleId }),
    ]);
  });

  /** A content change invalidates every cached page. */
  const forgetPages = async () => {
    await addItem(app.db);
    const { client } = await app.member();
    await client.mutate('users.signOut');
  };

  test('contain nothing from the headers and query of the first request', async () => {
    await forgetPages();
    for (const path of [...paths, '/api/items', '/api/home']) {
      const query = '?evildoer=%3Cscript%3Eevil%3C/script%3E&redirect=//evildoer.test';
      for (const url of [`${path}${query}`, path]) {
        await app.server.inject({ method: 'GET', url, headers: POISON });
      }
      const { body, headers } = await app.server.inject({ method: 'GET', url: path });
      expect([path, /evildoer/i.exec(body + JSON.stringify(headers))]).toEqual([path, null]);
    }
  });

  test('contain nothing of the first member who requested them', async () => {
    await forgetPages();
    const { client: first, userId } = await app.member({ email: 'premiere.visite@exemple.fr' });
    const names = { firstName: 'Canarine', lastName: 'Serinette' };
    await app.db.user.update({ where: { id: userId }, data: names });
    const { personalDiscountCode } = await app.db.user.findUniqueOrThrow({ where: { id: userId } });
    const { client: second } = await app.member();
    const traces = [personalDiscountCode, 'premiere.visite', ...Object.values(names)];
    expect((await first.get(pathOf('profile', 'fr'))).text).toContain(personalDiscountCode);
    for (const path of paths) {
      const own = await first.get(path);
      expect(own.status).toBe(200);
      for (const reader of [second, app.client()]) {
        const { text } = await reader.get(path);
        expect([path, traces.filter((trace) => text.includes(trace))]).toEqual([path, []]);
        expect(text).not.toContain(first.cookies.get('XSRF-TOKEN'));
      }
    }
  });
});
