import { afterEach, expect, test, vi } from 'vitest';

import { createClient } from './client.ts';
import { createCookieJar } from './cookies.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What a call sends on a page whose scripts see these cookies. */
async function sentFrom(cookie: string, cookies?: Map<string, string>): Promise<Headers> {
  vi.stubGlobal('document', { cookie });
  let headers = new Headers();
  const shop = createClient({
    baseUrl: 'https://shop.example',
    cookies,
    fetch: async (request) => {
      headers = request.headers;
      return Response.json({ message: 'disconnected' });
    },
  });
  await shop.delete('/users/sessions');
  return headers;
}

test('in a browser the token is read from the page anew for each call, and cookies are left alone', async () => {
  const headers = await sentFrom('locale=fr; XSRF-TOKEN=v1.ab-c.d_e; NOT-XSRF-TOKEN=x');
  expect(headers.get('x-xsrf-token')).toBe('v1.ab-c.d_e');
  expect(headers.has('cookie')).toBe(false);
  expect((await sentFrom('NOT-XSRF-TOKEN=x')).has('x-xsrf-token')).toBe(false);
});

test.each([['XSRF-TOKEN=other; XSRF-TOKEN=own'], ['XSRF-TOKEN=own; XSRF-TOKEN=other']])(
  'a call is made with each token of the page, %s, until one is accepted',
  async (cookie) => {
    vi.stubGlobal('document', { cookie });
    const sent: (string | null)[] = [];
    const shop = createClient({
      baseUrl: 'https://shop.example',
      fetch: async (request) => {
        const token = request.headers.get('x-xsrf-token');
        sent.push(token);
        const code = 'invalid_xsrf_token';
        return token === 'own'
          ? Response.json({ message: 'disconnected' })
          : Response.json({ message: code, code }, { status: 403 });
      },
    });
    await shop.delete('/users/sessions');
    expect(sent.at(-1)).toBe('own');
    expect(new Set(sent).size).toBe(sent.length);
  },
);

test('given cookies are used where a program plays a browser', async () => {
  const headers = await sentFrom('XSRF-TOKEN=page', new Map([['XSRF-TOKEN', 'given']]));
  expect(headers.get('x-xsrf-token')).toBe('given');
  expect(headers.get('cookie')).toBe('XSRF-TOKEN=given');
});

test('a jar keeps what is set, and drops what is over', () => {
  const cookies = new Map<string, string>();
  const jar = createCookieJar(cookies);
  const keep = (...lines: string[]) =>
    jar.keep(new Headers(lines.map((line): [string, string] => ['set-cookie', line])));
  expect(jar.headers(new Set())).toEqual({ Cookie: undefined, 'X-XSRF-TOKEN': undefined });
  keep('a=1; Path=/', 'b=2=2; Max-Age=60', 'c=3; Expires=Thu, 01 Jan 2099 00:00:00 GMT', 'd=');
  expect(jar.headers(new Set())['Cookie']).toBe('a=1; b=2=2; c=3; d=');
  keep('a=; Max-Age=0', 'b=; max-age=-1', 'c=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT');
  expect([...cookies]).toEqual([['d', '']]);
});
