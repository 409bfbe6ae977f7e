import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { TEST_CONFIG } from '../../test/support/app.ts';
import { startBuiltSite } from '../../test/support/built-web.ts';
import { useRunning } from '../../test/support/running.ts';

describe('the API reference', () => {
  const app = useRunning(startBuiltSite);

  test('loads its script and its document from this site', async () => {
    const client = app.client();
    const moved = await client.get('/api/docs');
    expect(moved).toMatchObject({ status: 301, headers: { location: '/api/docs/' } });
    const { status, headers, text } = await client.get('/api/docs/');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('/api/docs/reference.json');
    expect([...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      'js/scalar.js',
    ]);
    const script = await client.get('/api/docs/js/scalar.js');
    expect(script.status).toBe(200);
    expect(script.headers['content-type']).toMatch(/javascript/);
    const accepting = { headers: { 'accept-encoding': 'br' } };
    const packed = await client.get('/api/docs/js/scalar.js', accepting);
    expect(packed.headers['content-encoding']).toBe('br');
    expect(Number(packed.headers['content-length'])).toBeLessThan(script.text.length / 3);
  });

  test('F4: runs only its own scripts, with a new nonce per response', async () => {
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

  test('shows the guides and every call, with the address of this site in the examples', async () => {
    const client = app.client();
    const { body } = await client.get('/api/docs/reference.json');
    const reference = documentSchema.parse(body);
    const document = documentSchema.parse((await client.get('/api/openapi.json')).body);
    expect(reference.paths).toEqual(document.paths);
    for (const { servers } of [reference, document]) {
      expect(servers).toEqual([{ url: `${TEST_CONFIG.publicUrl}/api` }]);
    }
    const { description } = reference.info;
    expect(description).toContain(`curl -sS ${TEST_CONFIG.publicUrl}/api/items`);
    const links = [...description.matchAll(/\]\(#description\/([^)]*)\)/g)].map(([, to]) => to);
    const headings = [...description.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(headings).toEqual(expect.arrayContaining(links));
    expect(new Set(links).size).toBeGreaterThan(6);
    expect(description).not.toMatch(/\]\([^)]*\.md/);
  });

  test('serves the guides as Markdown too', async () => {
    const { status, headers, text } = await app.client().get('/api/docs/guides.md');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    for (const title of ['Your first call', 'Buy an item', 'Errors', 'Rate limits']) {
      expect(text).toContain(`\n# ${title}\n`);
    }
  });
});

const documentSchema = z.object({
  info: z.object({ description: z.string() }),
  paths: z.record(z.string(), z.unknown()),
  servers: z.array(z.object({ url: z.string() })),
});
