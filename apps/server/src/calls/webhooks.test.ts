import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { startBuiltSite } from '../../test/support/built-web.ts';
import { useRunning } from '../../test/support/running.ts';
import type { LoggedDelivery } from './webhooks.ts';

const DEPLOY = join(import.meta.dirname, '../../../../deploy');

describe('webhooks', () => {
  const app = useRunning(() =>
    startBuiltSite({
      deps: {
        handleWebhook: async (delivery) => {
          deliveries.push(delivery);
          if (delivery.signature === 'broken') throw new Error('database away');
          return delivery.signature === 'good' ? 'accepted' : 'refused';
        },
      },
    }),
  );
  const deliveries: LoggedDelivery[] = [];

  const send = (path: string, body: string, headers: Record<string, string>) =>
    app.client().send('POST', `/api/webhooks/stripe/${path}`, { body, headers });

  test('D10: an event needs a signature but no XSRF token, and its raw body is unchanged', async () => {
    const body = '{ "id":"evt_1",\n "é": 1 }';
    const { status, headers } = await send('bis', body, { 'stripe-signature': 'good' });
    expect(status).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
    expect(deliveries.at(-1)).toMatchObject({ account: 'bis', signature: 'good' });
    expect(deliveries.at(-1)?.rawBody.toString()).toBe(body);
  });

  test('D10: a wrong or missing signature gets 400', async () => {
    expect(await send('main', '{}', { 'stripe-signature': 'wrong' })).toMatchObject({
      status: 400,
      body: { message: 'invalid_fields' },
    });
    expect((await send('main', '{}', {})).status).toBe(400);
    expect(deliveries.at(-1)).toMatchObject({ account: 'main', signature: undefined });
  });

  test('an event that cannot be stored gets 500, so that the provider retries it', async () => {
    const answer = await send('main', '{}', { 'stripe-signature': 'broken' });
    expect(answer).toMatchObject({ status: 500, body: { message: 'error_message' } });
  });

  test('an event body may have up to 256 KiB, more than other bodies', async () => {
    const signed = { 'stripe-signature': 'good' };
    expect((await send('main', 'x'.repeat(200 * 1024), signed)).status).toBe(200);
    expect((await send('main', 'x'.repeat(257 * 1024), signed)).status).toBe(413);
  });

  test('the example proxy configurations allow the largest event body', () => {
    const sizeIn = (file: string, pattern: RegExp) =>
      Number(pattern.exec(readFileSync(join(DEPLOY, file), 'utf8'))?.[1]) * 1000;
    const largest = 256 * 1024;
    for (const size of [
      sizeIn('nginx.conf', /client_max_body_size (\d+)k;/),
      sizeIn('Caddyfile', /max_size (\d+)KB/),
    ]) {
      expect(size).toBeGreaterThan(largest);
      // Neither proxy passes on a body that is far too large.
      expect(size).toBeLessThan(2 * largest);
    }
  });

  test('an unknown account is refused', async () => {
    expect((await send('other', '{}', { 'stripe-signature': 'good' })).status).not.toBe(200);
  });
});
