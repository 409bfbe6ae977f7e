import { randomBytes, timingSafeEqual } from 'node:crypto';

import type { Db, Tx } from '@agres/db/db';

import { secretKeyedHashOf } from '../keyed-hash.ts';
import { networksOf } from '../limits/client-network.ts';

/** The maximum number of networks stored per user; the least recently used are deleted. */
const MAX_PLACES = 20;

export type Owner = { id: number; passwordHash: string };

/**
 * Places that the owner has used have a rate limit of their own, so that guesses from elsewhere do not lock
 * the owner out (decision 037).
 */
type Place = { kind: 'device'; deviceId: string } | { kind: 'network' } | { kind: 'unknown' };

type Caller = {
  deps: { db: Db; config: { appSecret: string; accountPrivacy: 'spec' | 'strict' } };
  clientIp: string;
  devices: readonly string[];
};

/**
 * Returns whether the account's owner has used this place before: by the device cookie, otherwise by the
 * network. Takes the same time without an account. With strict account privacy only the cookie counts,
 * because a neighbour on the same network could otherwise find out that an account exists.
 */
export async function findPlace(ctx: Caller, owner: Owner | null): Promise<Place> {
  const { db, config } = ctx.deps;
  const deviceId = owner === null ? null : readDevice(config.appSecret, owner, ctx.devices);
  if (deviceId !== null) return { kind: 'device', deviceId };
  if (config.accountPrivacy === 'strict') return { kind: 'unknown' };
  const networkHash = networkHashOf(ctx);
  const known = await db.knownPlace.count({ where: { userId: owner?.id ?? 0, networkHash } });
  return { kind: known === 0 ? 'unknown' : 'network' };
}

/**
 * Stores the caller's network as known, after the password or the mailbox was proved. Returns the new value
 * of the device cookie; a valid cookie keeps its id.
 */
export async function rememberPlace(ctx: Caller, tx: Tx, owner: Owner): Promise<string> {
  const { appSecret } = ctx.deps.config;
  const networkHash = networkHashOf(ctx);
  await tx.$executeRaw`
    WITH seen AS (
      INSERT INTO known_place (user_id, network_hash, last_used_at)
      VALUES (${owner.id}::int, ${networkHash}::bytea, clock_timestamp())
      ON CONFLICT (user_id, network_hash) DO UPDATE SET last_used_at = EXCLUDED.last_used_at)
    DELETE FROM known_place WHERE user_id = ${owner.id}::int AND network_hash IN (
      SELECT network_hash FROM known_place
      WHERE user_id = ${owner.id}::int AND network_hash <> ${networkHash}::bytea
      ORDER BY last_used_at DESC OFFSET ${MAX_PLACES - 1}::int)`;
  const deviceId =
    readDevice(appSecret, owner, ctx.devices) ?? randomBytes(16).toString('base64url');
  return `v1.${deviceId}.${signatureOf(appSecret, owner, deviceId).toString('base64url')}`;
}

/** Returns the id in the first cookie that was issued to this account for its current password, or null. */
function readDevice(appSecret: string, owner: Owner, cookies: readonly string[]): string | null {
  for (const cookie of cookies) {
    const [, deviceId, signature] = /^v1\.([\w-]{22})\.([\w-]{43})$/.exec(cookie) ?? [];
    if (deviceId === undefined || signature === undefined) continue;
    const expected = signatureOf(appSecret, owner, deviceId);
    // guard: a device cookie is valid only for its own account
    if (timingSafeEqual(Buffer.from(signature, 'base64url'), expected)) return deviceId;
  }
  return null;
}

/** Signs the password hash too: a changed password makes stolen cookies worthless. */
function signatureOf(appSecret: string, { id, passwordHash }: Owner, deviceId: string): Buffer {
  const text = `${id}|${passwordHash}|${deviceId}`;
  return Buffer.from(secretKeyedHashOf(appSecret, { purpose: 'device', text }));
}

function networkHashOf({ deps, clientIp }: Caller): Uint8Array<ArrayBuffer> {
  return secretKeyedHashOf(deps.config.appSecret, {
    purpose: 'known_place',
    text: networksOf(clientIp).own,
  });
}
