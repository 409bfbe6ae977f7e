import { createLogHashes } from '@agres/core/log-hashes';
import { purge } from '@agres/shop/retention-rules';
import { expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import { useRunning } from '../support/running.ts';

const app = useRunning(() =>
  startTestApp({
    deps: { clock: () => now },
    http: { trustedProxies: ['127.0.0.1/32'] },
  }),
);
let now = new Date('2026-11-23T10:00:00Z');

async function clientOf(address: string): Promise<string | undefined> {
  const { headers } = await app
    .client()
    .post('/api/connect', {}, { headers: { 'x-forwarded-for': address } });
  const id = String(headers['x-request-id']);
  const line = app.logLines.find((text) => text.includes(id) && text.includes('"msg":"request"'));
  expect(line).not.toContain(address);
  const { client }: { client?: string } = JSON.parse(line ?? '{}');
  return client;
}

test('the log lines of one client and day share a pseudonym, without its IP address', async () => {
  const client = await clientOf('203.0.113.7');
  expect(client).toMatch(/^[\da-f]{12}$/);
  expect(await clientOf('203.0.113.7')).toBe(client);
  expect(await clientOf('203.0.113.8')).not.toBe(client);
  // One customer of a provider has a whole IPv6 /64.
  expect(await clientOf('2001:db8:1:2::a')).toBe(await clientOf('2001:db8:1:2::b'));
});

test('all processes share the key of the day, and use a new one the next day', async () => {
  const client = await clientOf('203.0.113.7');
  const elsewhere = createLogHashes({ db: app.db, clock: () => now });
  await elsewhere.ready();
  expect(elsewhere.of('203.0.113.7')).toBe(client);

  now = new Date('2026-11-24T00:00:01Z');
  // The first line of the day requests the new key, and has no pseudonym itself.
  await expect.poll(() => clientOf('203.0.113.7')).toMatch(/^[\da-f]{12}$/);
  expect(await clientOf('203.0.113.7')).not.toBe(client);
});

test('a key is random, and deleted after 48 hours', async () => {
  const keys = await app.db.logKey.findMany();
  expect(keys.length).toBeGreaterThanOrEqual(2);
  expect(new Set(keys.map(({ key }) => Buffer.from(key).toString('hex'))).size).toBe(keys.length);
  const [oldest] = keys;
  await app.db.$executeRaw`
    UPDATE log_key SET created_at = now() - interval '47 hours 59 minutes' WHERE day = ${oldest?.day}::date`;
  await purge(app.db);
  expect(await app.db.logKey.count()).toBe(keys.length);
  await app.db.$executeRaw`
    UPDATE log_key SET created_at = now() - interval '48 hours 1 minute' WHERE day = ${oldest?.day}::date`;
  await purge(app.db);
  expect(await app.db.logKey.count()).toBe(keys.length - 1);
});
