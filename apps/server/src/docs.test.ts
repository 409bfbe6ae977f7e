import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp, type TestApp } from './testing.ts';

describe('the API reference', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  test('is a page that loads its script and its document from here', async () => {
    const client = app.client();
    const moved = await client.get('/api/docs');
    expect(moved).toMatchObject({ status: 301, headers: { location: '/api/docs/' } });
    const { status, headers, text } = await client.get('/api/docs/');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('/api/openapi.json');
    expect([...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      'js/scalar.js',
    ]);
    const script = await client.get('/api/docs/js/scalar.js');
    expect(script.status).toBe(200);
    expect(script.headers['content-type']).toMatch(/javascript/);
  });

  test('F4: runs no script but those of its answer, each time under another nonce', async () => {
    const nonces = new Set<string>();
    for (let time = 0; time < 2; time += 1) {
      const { headers, text } = await app.client().get('/api/docs/');
      const policy = String(headers['content-security-policy']);
      const [, nonce = ''] = /script-src 'self' 'nonce-([\w-]{22})'/.exec(policy) ?? [];
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
      expect(scripts.length).toBeGreaterThan(0);
      for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  });
});
