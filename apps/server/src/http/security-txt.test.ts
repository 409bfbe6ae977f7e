import { expect, test } from 'vitest';

import { TEST_CONFIG } from '../../test/support/app.ts';
import { startBuiltSite } from '../../test/support/built-web.ts';

test('/.well-known/security.txt gives a contact for reports, and expires in 180 days', async () => {
  const now = new Date('2026-11-21T08:00:00Z');
  const app = await startBuiltSite({ deps: { clock: () => now } });
  const { status, headers, text } = await app.client().get('/.well-known/security.txt');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(text).toMatch(/^Expires: 2027-05-20T08:00:00\.000Z$/m);
  expect(text).toContain(`Canonical: ${TEST_CONFIG.publicUrl}/.well-known/security.txt\n`);
  await app.close();
});
