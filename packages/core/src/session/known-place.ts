import { randomBytes, timingSafeEqual } from 'node:crypto';

import type { Db, Tx } from '@agres/db/db';

import { secretKeyedHashOf } from '../keyed-hash.ts';
import { networksOf } from '../limits/client-network.ts';

/** Of each user the newest are kept. */
const MOST_PLACES = 20;

/** Whose password is tried, as far as there is an account. */
export type Owner = { id: number; passwordHash: string };

/**
 * Where a password is tried from. A place that the owner has used has a rate limit of its own: guesses
 * from elsewhere do not lock the owner out (decision 037).
 */
type Place = { kind: 'device'; deviceId: string } | { kind: 'network' } | { kind: 'unknown' };

type Caller = {
  deps: { db: Db; config: { appSecret: string; accountPrivacy: 'spec' | 'strict' } };
  clientIp: string;
  /** The values of the device cookie, as sent. */
  devices: readonly string[];
};

/**
 * Whether the account's owner has been here before: by the device cookie of a browser, else by the
 * network. Takes the same time without an account. Where accounts are private only the cookie counts:
 * neighbours in one network would otherwise learn by their guesses that there is an account.
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
 * Makes the caller's network known, after the password or the mailbox was proved here. Answers the
 * new value of the device cookie; a cookie that is good keeps its id.
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
      ORDER BY last_used_at DESC OFFSET ${MOST_PLACES - 1}::int)`;
  const deviceId =
    readDevice(appSecret, owner, ctx.devices) ?? randomBytes(16).toString('base64url');
  return `v1.${deviceId}.${signatureOf(appSecret, owner, deviceId).toString('base64url')}`;
}

/** The id in the first device cookie that was given to this account for its present password, or null. */
function readDevice(appSecret: string, owner: Owner, cookies: readonly string[]): string | null {
  for (const cookie of cookies) {
    const [, deviceId, signature] = /^v1\.([\w-]{22})\.([\w-]{43})$/.exec(cookie) ?? [];
    if (deviceId === undefined || signature === undefined) continue;
    const expected = signatureOf(appSecret, owner, deviceId);
    // guard: a device is known to the account that it was given to, and to no other
    if (timingSafeEqual(Buffer.from(signature, 'base64url'), expected)) return deviceId;
  }
  return null;
}

/** Bound to the password: a thief's cookies are worthless once it is changed. */
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
