import { openTestDatabase } from '@agres/db/testing';
import { expect, test } from 'vitest';

import { shortKeyedHashOf } from './keyed-hash.ts';
import { findPlace } from './session/known-place.ts';

const appSecret = 'a secret for tests, of thirty-two characters and more';

test('the pseudonym of an address in the log is stable', () => {
  expect(shortKeyedHashOf(appSecret, 'person@example.fr')).toBe('a1ded4c7195929a3');
});

test('a device cookie of an earlier version stays valid', async () => {
  const { db, close } = await openTestDatabase();
  const deviceId = 'A'.repeat(22);
  const given = `v1.${deviceId}.m9YQYyOBPTKe70MFZXekumM9EewXRS-lPCjM54RWkKg`;
  const owner = { id: 7, passwordHash: '$argon2id$v=19$stored' };
  const deps = { db, config: { appSecret, accountPrivacy: 'strict' as const } };
  // A parent domain may set a cookie of the same name.
  const foreign = ['x', given.replace('m9YQ', 'aaaa')];
  for (const devices of [[given], [...foreign, given], [given, ...foreign]]) {
    const ctx = { deps, clientIp: '203.0.113.7', devices };
    expect(await findPlace(ctx, owner)).toEqual({ kind: 'device', deviceId });
    expect(await findPlace(ctx, { ...owner, id: 8 })).toEqual({ kind: 'unknown' });
  }
  await close();
});
