import { describe, expect, test } from 'vitest';

import { startBuiltSite } from '../../test/support/built-web.ts';
import { useRunning } from '../../test/support/running.ts';

const ANSWERS = [
  ['GET', '/api/items', 200],
  ['GET', '/api/items?slow', 200],
  ['GET', '/trpc/shop.items', 200],
  ['GET', '/api/users/status', 200],
  ['GET', '/trpc/users.status', 200],
  ['GET', '/trpc/users.byId', 401],
  ['GET', '/trpc/users.status?connectionParams=1', 400],
  ['GET', '/.well-known/security.txt', 200],
  ['GET', '/api/docs/guides.md', 200],
  ['GET', '/api/errors', 200],
  ['GET', '/api/openapi.json', 200],
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/api/nothing', 404],
  ['GET', '/nothing.js', 404],
  ['GET', '/api/%zz', 404],
  ['POST', '/api/connect', 403],
  ['PUT', '/api/connect', 405],
  ['POST', '/trpc/users.signIn', 403],
  ['POST', '/api/webhooks/stripe/main', 200],
] as const;

describe('F5: security headers', () => {
  const app = useRunning(startBuiltSite);
  const secure = useRunning(() =>
    startBuiltSite({
      database: app.database,
      config: { publicUrl: 'https://www.agres.example' },
    }),
  );

  test.each(ANSWERS)('%s %s (%i) has all of them', async (method, url, status) => {
    const { status: actual, headers } = await secure.client().send(method, url);
    expect(actual).toBe(status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': expect.stringContaining(
        'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
      ),
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(headers['content-type']).toMatch(/; charset=utf-8$/);
    const hsts = /max-age=(\d+); includeSubDomains/.exec(
      String(headers['strict-transport-security']),
    );
    expect(Number(hsts?.[1])).toBeGreaterThanOrEqual(31_536_000);
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers['cache-control']).toMatch(/^(?:no-store|private)/);
  });

  test('no HSTS is sent over http', async () => {
    const { headers } = await app.client().get('/api/items');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });
});
