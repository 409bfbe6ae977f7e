import { request } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { LOCALES, otherLocale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { mintToken } from '@agres/shop/users/link-token';
import { beforeAll, describe, expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import { INDEXED_PAGES, PUBLIC_URL, builtWebOn, startBuiltSite } from '../support/built-web.ts';
import type { TestClient } from '../support/client.ts';
import { addArticle, addItem, addSubscription, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const app = useRunning(startBuiltSite);
let itemId: number;
let articleId: number;

beforeAll(async () => {
  itemId = (await addItem(app.db, { bestSellerRank: 1 })).id;
  articleId = (await addArticle(app.db)).id;
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.server.inject({ method: 'GET', url, headers });

/** Requests a path exactly as spelled; `inject` and `fetch` would normalise it. */
function getRaw(
  origin: string,
  path: string,
): Promise<{ status: number | undefined; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    request(origin, { path }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, location: answer.headers.location });
    })
      .on('error', reject)
      .end();
  });
}

let listening: Promise<string> | undefined;
const listeningAt = () => (listening ??= app.server.listen({ host: '127.0.0.1', port: 0 }));

function askRaw({ port }: URL, line: string, accept: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1');
  const head = ['Host: localhost', `Accept: ${accept}`, 'Connection: close'];
  socket.write(`${line} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  return textOf(socket);
}

const locationOf = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: answered } = await get(url, headers);
  return `${statusCode} ${String(answered['location'])}`;
};

describe('URLs', () => {
  test('the root redirects to the language of the cookie, else of the browser, else to French', async () => {
    expect(await locationOf('/')).toBe('302 /fr');
    expect(await locationOf('/', { 'accept-language': 'en-GB,en;q=0.9' })).toBe('302 /en');
    expect(await locationOf('/', { 'accept-language': 'en-GB', cookie: 'locale=fr' })).toBe(
      '302 /fr',
    );
    expect(await locationOf('/', { cookie: "locale='; select 1--" })).toBe('302 /fr');
  });

  test('a path without a locale redirects to the language of its words, and keeps its query', async () => {
    expect(await locationOf('/boutique?tri=prix')).toBe('302 /fr/boutique?tri=prix');
    expect(await locationOf('/log-in?redirect=%2Fen')).toBe('302 /en/log-in?redirect=%2Fen');
    expect(await locationOf('/blog', { cookie: 'locale=en' })).toBe('302 /en/blog');
  });

  test('a path with words of the other language redirects, and keeps its query', async () => {
    expect(await locationOf('/en/boutique?a=1')).toBe('308 /en/shop?a=1');
    expect(await locationOf(`/fr/shop/item/${itemId}`)).toBe(`308 /fr/boutique/materiel/${itemId}`);
  });

  test('a redirect that depends on the reader’s language is not stored', async () => {
    for (const url of ['/', '/blog', '/faq?x=1', '/activation/12/abc', '/rien']) {
      for (const headers of [{}, { cookie: 'locale=en' }]) {
        const { statusCode, headers: answered } = await get(url, headers);
        expect([url, statusCode]).toEqual([url, 302]);
        expect([url, answered['cache-control']]).toEqual([url, 'private, no-store']);
      }
    }
  });

  test('a redirect that depends on the URL only is revalidated by caches', async () => {
    for (const url of ['/boutique', '/log-in', '/en/boutique', '/fr/boutique/', '/fr/rien']) {
      const { headers } = await get(url);
      expect([url, headers['cache-control']]).toEqual([url, 'private, no-cache']);
    }
  });

  test('an unknown URL redirects to the error page, which is a 404', async () => {
    expect(await locationOf('/fr/rien')).toBe('302 /fr/error');
    expect(await locationOf('/rien', { cookie: 'locale=en' })).toBe('302 /en/error');
    for (const locale of LOCALES) {
      expect((await get(pathOf('error', locale))).statusCode).toBe(404);
    }
  });

  test('the design system page is not served in production', async () => {
    expect(await locationOf('/design')).toBe('302 /fr/error');
    expect((await get('/fr/error')).statusCode).toBe(404);
    expect((await get('/src/entry-client.tsx')).statusCode).toBe(404);
  });

  test('F6, F8: an impossible URL gets a plain 404 without redirect', async () => {
    const hostile = [
      '/%0d/evil.test/',
      '//evil.test/%2e%2e',
      '/\\evil.test',
      '/..%2f.env',
      '/assets%2f..%2f',
      '/.git/config',
      '/package.json',
      '/assets/none.js',
    ];
    const origin = await listeningAt();
    for (const path of hostile) {
      expect({ path, ...(await getRaw(origin, path)) }).toEqual({
        path,
        status: 404,
        location: undefined,
      });
    }
  });

  test('a browser gets the HTML error page for an impossible URL, in its language', async () => {
    const origin = new URL(await listeningAt());
    const unroutable = [
      '/fr//boutique',
      '/fr/boutique/materiel/1.',
      '/%',
      '/fr/%zz',
      '/fr/%c3%28',
      '/index.php',
      '/fr/wp-login.php?x=1',
      '/.env',
      '/fr/..%2f',
      '//',
      '//evil.test/x',
      '/\\evil.test',
      '/assets/none-12345678.js',
      `/assets/${'a'.repeat(5000)}`,
      `/fr/${'a'.repeat(9000)}.`,
      '/API/items',
      '/trpc',
      '/favicon.ico/',
      '/%00',
    ];
    for (const path of unroutable) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await askRaw(origin, `${method} ${path}`, 'text/html,*/*;q=0.8');
        expect([path, method, answer.slice(0, 12)]).toEqual([path, method, 'HTTP/1.1 404']);
        expect(answer).toMatch(/^content-type: text\/html; charset=utf-8\r$/im);
        expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
        expect(answer).toMatch(/^x-request-id: /im);
        expect(answer).not.toMatch(/^location:/im);
      }
      const shown = await askRaw(origin, `GET ${path}`, 'text/html');
      expect([path, /<html lang="(..)"/.exec(shown)?.[1]]).toEqual([path, 'fr']);
      expect(shown).toContain('<h1');
      const plain = await askRaw(origin, `GET ${path}`, '*/*');
      expect(plain).toMatch(
        /^HTTP\/1\.1 404 [^]*\r\n\r\n\{"message":"not_found","code":"not_found"\}$/,
      );
    }
    for (const path of ['/en//shop', '/en/shop/item/1.', '/en/%zz']) {
      expect(await askRaw(origin, `GET ${path}`, 'text/html')).toContain('<html lang="en"');
    }
    const english = 'text/html\r\nAccept-Language: en-GB,en;q=0.9';
    expect(await askRaw(origin, 'GET /index.php', english)).toContain('<html lang="en"');
    // A call answers JSON to a browser too.
    for (const path of ['/api/nothing', '/api/%zz', '/trpc/none', '/api/items/999999']) {
      const answer = await askRaw(origin, `GET ${path}`, 'text/html');
      expect([path, /^HTTP\/1\.1 404 [^]*"not_found"/.test(answer)]).toEqual([path, true]);
    }
  });

  test('a URL above the size limit redirects to the error page', async () => {
    const origin = new URL(await listeningAt());
    for (const [path, to] of [
      [`/${'a'.repeat(20_000)}`, '/fr/error'],
      [`/en/shop?x=${'a'.repeat(20_000)}`, '/en/error'],
    ]) {
      const answer = await askRaw(origin, `GET ${path}`, 'text/html');
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 302 Found\r\nLocation: ${to}\r\n`));
    }
    for (const path of ['/api/items?x=', '/trpc/shop.items?input=']) {
      const answer = await askRaw(origin, `GET ${path}${'a'.repeat(20_000)}`, 'text/html');
      expect(answer).toMatch(/^HTTP\/1\.1 431 [^]*"error_message"/);
    }
    // Headers of that size are independent of the address: another one would fail the same way.
    const cookie = `text/html\r\nCookie: a=${'b'.repeat(20_000)}`;
    expect(await askRaw(origin, 'GET /fr', cookie)).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('invalid query values are removed by a redirect, and never shown', async () => {
    const { client } = await app.member();
    const visitor = app.client();
    /** Returns the final page and its URL without unknown parameters. */
    const shown = async (reader: TestClient, path: string) => {
      const { status, headers } = await reader.get(path);
      const [pathname] = path.split('?');
      expect([path, status, headers['location']]).toEqual([path, 307, pathname]);
      return (await reader.get(String(headers['location']))).text;
    };
    for (const page of ['logIn', 'shop'] as const) {
      expect(await shown(visitor, `${pathOf(page, 'fr')}?notice=Perdu`)).not.toContain('Perdu');
    }
    expect(await shown(client, `${pathOf('profile', 'fr')}?notice=Perdu`)).not.toContain('Perdu');
    const subscribing = await shown(client, `${pathOf('subscribe', 'fr')}?plan=free`);
    expect(subscribing).not.toContain('NaN');
    expect(subscribing).toContain('19,99');
    const item = await shown(visitor, `${pathOf('item', 'fr', { id: itemId })}?buy=perhaps`);
    expect(item).toContain('Acheter cet article');
  });

  test('an invalid activation or recovery link redirects to the error page', async () => {
    expect(await locationOf('/fr/activation/12/abc')).toBe('302 /fr/error?link=activation');
    for (const id of ['x1', '12'])
      expect(await locationOf(`/en/password-recovery/${id}/abc`)).toBe(
        '302 /en/error?link=recovery',
      );
    expect(await locationOf('/en/password-recovery/abc')).toBe('302 /en/error');
  });

  test('an invalid link of an e-mail change does too, signed in or not', async () => {
    const { client } = await app.member();
    for (const path of ['/fr/confirmer-email/12/abc', '/en/undo-email-change/12/abc']) {
      const to = `/${path.slice(1, 3)}/error?link=email`;
      expect(await locationOf(path)).toBe(`302 ${to}`);
      const { status, headers } = await client.get(path);
      expect([path, status, headers['location']]).toEqual([path, 302, to]);
    }
  });

  test('the page to confirm an e-mail address is shown to its own account only', async () => {
    const { db, clock } = app.deps;
    const { client, userId: id } = await app.member();
    const { client: other } = await app.member();
    const next = `guarded.${id}@exemple.fr`;
    await client.put('/api/users', { email: next, mdp: PASSWORD, mdp2: PASSWORD });
    const token = { userId: id, purpose: 'email_confirm', now: clock(), newEmail: next } as const;
    const path = pathOf('confirmEmail', 'fr', { id, nonce: await mintToken(db, token) });
    const { status, headers } = await other.get(path);
    expect([status, headers['location']]).toEqual([302, `${pathOf('error', 'fr')}?link=email`]);
    const shown = await client.get(path);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain(next);
  });

  test('B8: a mail scanner that opens the links of an e-mail change uses none up', async () => {
    const { db, clock } = app.deps;
    const { client, userId: id, email } = await app.member();
    const next = `scanned.${id}@exemple.fr`;
    await client.put('/api/users', { email: next, mdp: PASSWORD, mdp2: PASSWORD });
    const now = clock();
    const confirm = await mintToken(db, {
      userId: id,
      purpose: 'email_confirm',
      now,
      newEmail: next,
    });
    const change = { previousEmail: email, at: now };
    const undo = await mintToken(db, { userId: id, purpose: 'email_undo', now, change });
    const paths = {
      confirm: pathOf('confirmEmail', 'fr', { id, nonce: confirm }),
      undo: pathOf('undoEmailChange', 'fr', { id, nonce: undo }),
    };
    for (let round = 0; round < 2; round += 1) {
      // Without a session, the confirmation link redirects to a log-in that returns to it; the undo link
      // shows its page.
      const wanted = new URLSearchParams({ redirect: paths.confirm });
      expect(await locationOf(paths.confirm)).toBe(`302 ${pathOf('logIn', 'fr')}?${wanted}`);
      expect((await client.get(paths.confirm)).status).toBe(200);
      expect((await get(paths.undo)).statusCode).toBe(200);
      expect(await db.accountToken.count({ where: { userId: id, usedAt: { not: null } } })).toBe(0);
      const { email: present } = await db.user.findUniqueOrThrow({ where: { id } });
      expect(present).toBe(email);
    }
    const { status } = await client.put('/api/users/email/confirm', { id, nonce: confirm });
    expect(status).toBe(200);
    // Followed again, the link still shows its page; after the undo it does not.
    expect((await client.get(paths.confirm)).status).toBe(200);
    expect((await client.put('/api/users/email/undo', { id, nonce: undo })).status).toBe(200);
    expect((await get(paths.undo)).statusCode).toBe(200);
    expect(await locationOf(paths.confirm)).toBe(`302 ${pathOf('error', 'fr')}?link=email`);
  });

  test.each([
    ['/fr/accueil', '/fr'],
    ['/en/home', '/en'],
    ['/fr/boutique/materiel', '/fr/boutique'],
    ['/en/shop/item?x=1', '/en/shop'],
  ])('%s shows the page with the canonical URL %s', async (path, own) => {
    const { statusCode, body } = await get(path);
    expect(statusCode).toBe(200);
    expect(body).toContain(`rel="canonical" href="${PUBLIC_URL}${own}"`);
  });

  test.each([
    `/trpc/${'a'.repeat(1200)}`,
    '/trpc/shop.items/more',
    '/TRPC/shop.items',
    '/API/items',
    '/Api',
    '/%41pi/items',
  ])('%.30s, close to an API path, gets 404 without redirect', async (path) => {
    for (const accept of ['*/*', 'text/html']) {
      const { statusCode, headers, body } = await get(path, { accept });
      expect([statusCode, headers.location]).toEqual([404, undefined]);
      const isShown = accept === 'text/html' && !path.startsWith('/trpc/');
      expect(body).toContain(isShown ? 'Oups! Erreur 404' : '"message":"not_found"');
    }
  });

  test('an unknown item or article redirects to the error page', async () => {
    expect(await locationOf('/fr/boutique/materiel/999999')).toBe('302 /fr/error');
    expect(await locationOf('/en/blog/none')).toBe('302 /en/error');
  });
});

describe('cookies', () => {
  /** Returns an address for every kind of answer that is a page or redirects to one. */
  const addresses = () => [
    ...LOCALES.flatMap((locale) => [
      ...INDEXED_PAGES.map((page) => pathOf(page, locale)),
      pathOf('item', locale, { id: itemId }),
      pathOf('article', locale, { id: articleId }),
      pathOf('logIn', locale),
      pathOf('profile', locale),
      pathOf('order', locale, { id: 1 }),
      pathOf('passwordRecovery', locale, { id: 12, retrieve: 'abc' }),
      pathOf('activation', locale, { id: 12, nonce: 'abc' }),
      pathOf('error', locale),
    ]),
    '/fr?utm_source=x',
    '/',
    '/blog',
    '/boutique',
    '/en/boutique',
    '/fr/rien',
    '/rien',
  ];
  const cookiesAt = async (url: string, cookie?: string) => {
    const { headers } = await get(url, cookie === undefined ? {} : { cookie });
    return [url, headers['set-cookie']];
  };

  test('a page sets no cookie without a session cookie', async () => {
    const visitor = app.client();
    await visitor.get('/api/users/status');
    const pair = ['pre', 'XSRF-TOKEN'].map((name) => `${name}=${visitor.cookies.get(name)}`);
    for (const url of addresses()) {
      for (const cookie of [undefined, 'locale=fr', 'device=x', pair.join('; '), ...pair]) {
        expect(await cookiesAt(url, cookie)).toEqual([url, undefined]);
      }
    }
  });

  test('a page sets a missing XSRF token for a session, and none if it is valid', async () => {
    const { client } = await app.member();
    const kept = client.cookies.get('XSRF-TOKEN');
    await client.get('/fr/profil');
    expect(client.cookies.get('XSRF-TOKEN')).toBe(kept);
    for (const lost of [undefined, `v1.${'a'.repeat(22)}.${'b'.repeat(43)}`]) {
      const reader = client.copy();
      if (lost === undefined) reader.cookies.delete('XSRF-TOKEN');
      else reader.cookies.set('XSRF-TOKEN', lost);
      const { headers } = await reader.get('/fr');
      expect([headers['set-cookie']].flat()).toEqual([expect.stringMatching(/^XSRF-TOKEN=v1\./)]);
      expect((await reader.mutate('contact.send')).status).toBe(400);
    }
  });

  test('a page clears the cookie of an expired session', async () => {
    const { client, userId } = await app.member();
    await app.db.session.deleteMany({ where: { userId } });
    await client.get('/fr');
    expect(client.cookies.has('session')).toBe(false);
  });
});

describe('guards', () => {
  test.each([
    ['/fr/profil?onglet=1', '/fr/connexion'],
    [pathOf('profileEdit', 'fr'), '/fr/connexion'],
    [pathOf('myData', 'fr'), '/fr/connexion'],
    [pathOf('order', 'fr', { id: 1 }), '/fr/connexion'],
    ['/en/update-payment-method', '/en/log-in'],
  ])('a visitor is redirected from %s to %s, with the URL to return to', async (path, logIn) => {
    expect(await locationOf(path)).toBe(`302 ${logIn}?redirect=${encodeURIComponent(path)}`);
  });

  test.each([
    pathOf('logIn', 'fr'),
    pathOf('signUp', 'fr'),
    pathOf('passwordRecovery', 'fr', { id: 1, retrieve: 'abc' }),
  ])('a signed-in member is redirected from %s to the home page', async (path) => {
    const { client } = await app.member();
    const { status, headers } = await client.get(path);
    expect([status, headers['location']]).toEqual([302, '/fr']);
  });

  // The order of another member is as unknown as any: see orders.test.ts.
  test('a member is redirected from an unknown order to the error page', async () => {
    const { client } = await app.member();
    for (const id of [1, 99_999_999, 'abc', '0', '01', '99999999999']) {
      const { status, headers } = await client.get(pathOf('order', 'fr', { id }));
      expect([id, status, headers['location']]).toEqual([id, 302, '/fr/error']);
    }
  });

  test('the card page redirects members without a subscription to their profile', async () => {
    const { client, userId } = await app.member();
    const refused = await client.get('/en/update-payment-method');
    expect([refused.status, refused.headers['location']]).toEqual([302, '/en/profile']);
    await addSubscription(app.db, userId);
    expect((await client.get('/en/update-payment-method')).status).toBe(200);
  });
});

describe('pages', () => {
  const all = INDEXED_PAGES.flatMap((page) => LOCALES.map((locale) => ({ page, locale })));

  test.each(all)('$page in $locale is fully rendered on the server', async ({ page, locale }) => {
    const { statusCode, body, headers } = await get(pathOf(page, locale));
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain(`<html lang="${locale}"`);
    expect(body).toMatch(/<title>[^<]{3,}<\/title>/);
    expect(body).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(body).toContain(`<link rel="canonical" href="${PUBLIC_URL}${pathOf(page, locale)}"`);
    const other = otherLocale(locale);
    expect(body).toContain(`hrefLang="${other}" href="${PUBLIC_URL}${pathOf(page, other)}"`);
    expect(body).toContain(`hrefLang="x-default" href="${PUBLIC_URL}${pathOf(page, 'fr')}"`);
    expect(body).toMatch(/<h1[^>]*>/);
  });

  test('visitors can open all pages except those of members, in both languages', async () => {
    const { userId: id } = await app.member();
    const token = { userId: id, purpose: 'password_recovery', now: app.deps.clock() } as const;
    const retrieve = await mintToken(app.deps.db, token);
    for (const locale of LOCALES) {
      const pages = [
        ...INDEXED_PAGES.map((page) => pathOf(page, locale)),
        pathOf('item', locale, { id: itemId }),
        pathOf('article', locale, { id: articleId }),
        pathOf('logIn', locale),
        pathOf('signUp', locale),
        pathOf('passwordRecovery', locale, { id, retrieve }),
      ];
      for (const page of pages) {
        const { statusCode } = await get(page);
        expect({ page, statusCode }).toEqual({ page, statusCode: 200 });
      }
      for (const page of ['profile', 'profileEdit', 'myData', 'updatePaymentMethod'] as const) {
        expect(await locationOf(pathOf(page, locale))).toContain(`${pathOf('logIn', locale)}?`);
      }
    }
  });

  test('an item and an article have their text, and the item its URL in the other language', async () => {
    const item = await get(pathOf('item', 'fr', { id: itemId }));
    expect(item.statusCode).toBe(200);
    expect(item.body).toMatch(/29,99\s€/);
    expect(item.body).toContain(PUBLIC_URL + pathOf('item', 'en', { id: itemId }));
    const article = await get(pathOf('article', 'en', { id: articleId }));
    expect(article.body).toContain('A text.');
  });

  test.each(LOCALES)(
    'in %s the handover data has only the texts shown, in that language',
    async (locale) => {
      const told = { fr: ['Titre', 'Texte', 'Fin'], en: ['Heading', 'Wording', 'Ending'] } as const;
      const [title, text, end] = told[locale];
      const other = told[otherLocale(locale)];
      const item = await addItem(app.db, { bestSellerRank: 0 });
      const article = await addArticle(app.db, { creationDate: new Date('2090-01-01') });
      const [thing, reading] = [`thing ${item.id}`, `reading ${article.id}`];
      await app.db.item.update({
        where: { id: item.id },
        data: {
          titleFr: `Titre ${thing}`,
          titleEn: `Heading ${thing}`,
          descriptionFr: `<p>Texte ${thing}</p>`,
          descriptionEn: `<p>Wording ${thing}</p>`,
          warningsFr: `Fin ${thing}`,
          warningsEn: `Ending ${thing}`,
        },
      });
      const filling = 'mot '.repeat(200);
      await app.db.article.update({
        where: { id: article.id },
        data: {
          titleFr: `Titre ${reading}`,
          titleEn: `Heading ${reading}`,
          contentFr: `<p>Texte ${reading} ${filling} Fin ${reading}</p>`,
          contentEn: `<p>Wording ${reading} ${filling} Ending ${reading}</p>`,
        },
      });
      const home = async () => (await get(pathOf('home', locale))).body;
      await expect.poll(home).toContain(`${title} ${reading}`);
      const of = (what: string, ...names: string[]) => names.map((name) => `${name} ${what}`);
      const [cards, items] = [of(thing, title), of(thing, title, text, end)];
      const [teasers, articles] = [of(reading, title, text), of(reading, title, text, end)];
      const pages = [
        { path: pathOf('home', locale), has: [...cards, ...teasers] },
        { path: pathOf('shop', locale), has: cards },
        { path: pathOf('item', locale, { id: item.id }), has: items },
        { path: pathOf('blog', locale), has: teasers },
        // Its title is in its address, in both languages.
        {
          path: pathOf('article', locale, { id: article.id }),
          has: [...articles, ...of(reading, other[0])],
        },
      ];
      const every = [thing, reading].flatMap((what) => [
        ...of(what, ...told.fr),
        ...of(what, ...told.en),
      ]);
      for (const { path, has } of pages) {
        const { body } = await get(path);
        const [, handover = ''] = /<script id="handover"[^>]*>([^<]*)<\/script>/.exec(body) ?? [];
        const isIn = (words: string) => handover.includes(words);
        expect({ path, has: every.filter(isIn).toSorted() }).toEqual({
          path,
          has: has.toSorted(),
        });
      }
    },
  );

  test('F4: a page has no inline script or style, and its policy allows none', async () => {
    const { client } = await app.member();
    const paths = LOCALES.flatMap((locale) => [
      ...INDEXED_PAGES.map((page) => pathOf(page, locale)),
      pathOf('item', locale, { id: itemId }),
      pathOf('article', locale, { id: articleId }),
      pathOf('logIn', locale),
      pathOf('error', locale),
    ]);
    const answers = [
      ...(await Promise.all(paths.map(async (path) => (await get(path)).body))),
      (await client.get(pathOf('profile', 'fr'))).text,
      (await client.get(pathOf('subscribe', 'en'))).text,
    ];
    for (const html of answers) {
      const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(
        ([, attributes = '']) => attributes,
      );
      const executed = scripts.filter(
        (attributes) => !/type="application\/[^"]*json"/.test(attributes),
      );
      expect(executed.length).toBeGreaterThan(0);
      for (const attributes of executed) {
        expect(attributes).toMatch(/type="module"/);
        expect(attributes).toMatch(/ src="\/assets\/[^"]+"/);
      }
      expect(html).not.toMatch(/<style|\sstyle="|\son[a-z]+="|\snonce=/);
    }
    const { headers } = await get('/fr');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' https://js.stripe.com https://*.js.stripe.com;`);
    expect(policy).toContain(`style-src 'self';`);
    expect(policy).not.toMatch(/unsafe|nonce|sha256|strict-dynamic/);
  });

  test('F2, F3: user names are escaped, in the page and in the handover data', async () => {
    const { client, userId } = await app.member();
    const firstName = '</script><script>alert(1)</script>\u2028';
    const lastName = '<img src=x onerror=alert(2)>';
    await app.db.user.update({ where: { id: userId }, data: { firstName, lastName } });
    const { text } = await client.get('/fr/profil');
    expect(text).toContain('&lt;img src=x onerror=alert(2)&gt;');
    expect(text).not.toContain('<img src=x');
    expect(text).not.toContain('<script>alert');
    const [, handover = ''] = /<script id="handover"[^>]*>([^<]*)<\/script>/.exec(text) ?? [];
    expect(JSON.stringify(JSON.parse(handover))).toContain('alert(1)');
    expect(text.split('alert(1)')).toHaveLength(handover.split('alert(1)').length + 1);
  });

  test('B10: pages with a secret in their URL are not cached and send no referrer', async () => {
    const secretPages = [
      'activation',
      'confirmEmail',
      'undoEmailChange',
      'passwordRecovery',
    ] as const;
    for (const page of secretPages) {
      const { headers } = await get(pathOf(page, 'fr', { id: 12, nonce: 'abc', retrieve: 'abc' }));
      expect([page, headers['referrer-policy']]).toEqual([page, 'no-referrer']);
      expect([page, headers['cache-control']]).toEqual([page, 'no-store']);
    }
  });

  test('any page of a signed-in member has Cache-Control: no-store', async () => {
    const { client } = await app.member();
    for (const url of ['/fr', '/en/shop', '/fr/profil', '/fr/profil?a=%31', '/fr/connexion']) {
      expect([url, (await client.get(url)).headers['cache-control']]).toEqual([url, 'no-store']);
      const { headers } = await get(url);
      expect([url, headers['cache-control']]).toEqual([url, 'private, no-cache']);
    }
  });

  test('built assets are immutable and compressed', async () => {
    const { body } = await get('/fr');
    const file = /\/assets\/entry-client-[\w-]+\.js/.exec(body)?.[0] ?? '';
    const answer = await get(file, { 'accept-encoding': 'br' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('without a database', () => {
  test('public pages show an error banner with 503 as to a visitor, guarded ones the error page', async () => {
    const place = await createTestDatabase();
    const line = await startTcpProxy(new URL(place.url));
    const database = createDb(line.url);
    const lonely = await startTestApp({ database, deps: { registerWeb: builtWebOn(database) } });
    const { client } = await lonely.member();
    await line.cut();
    try {
      const visitor = lonely.client();
      for (const path of ['/fr', '/fr/boutique', '/en/blog']) {
        const answer = await visitor.get(path);
        expect([path, answer.status]).toEqual([path, 503]);
        expect(answer.text).toContain('role="alert"');
        expect(answer.text).not.toContain('error_message<');
      }
      expect((await visitor.get('/sitemap.xml')).status).toBe(503);
      const { text: seenByMember } = await client.get('/fr');
      expect(seenByMember).toContain('CONNEXION');
      expect(seenByMember).not.toContain('MON PROFIL');
      const guarded = await client.get('/fr/profil');
      expect(guarded.status).toBe(503);
      expect(guarded.text).toContain('Oups! Erreur 404');
    } finally {
      await line.mend();
    }
    await expect.poll(async () => (await client.get('/fr')).status).toBe(200);
    await lonely.server.close();
    await database.close();
    await line.cut();
    await place.close();
  });
});
