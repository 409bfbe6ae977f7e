import { createHmac, randomBytes } from 'node:crypto';

import type { Db, Tx } from '@agres/db/db';

export type KeyedHashPurpose = 'declaration' | 'referral' | 'stock_link' | 'withdrawal';

/** The same 32 bytes for the same text, for the lifetime of the database. */
export type KeyedHash = (text: string) => Uint8Array<ArrayBuffer>;

/**
 * Returns the keyed hash (HMAC-SHA-256) for one purpose. The database stores its key, created on first use,
 * because the hashes outlive an APP_SECRET (decision 021).
 */
export async function loadKeyedHash(db: Db | Tx, purpose: KeyedHashPurpose): Promise<KeyedHash> {
  const key = (await findKey(db, purpose)) ?? (await makeKey(db, purpose));
  return (text) => new Uint8Array(createHmac('sha256', key).update(text).digest());
}

async function makeKey(db: Db | Tx, name: KeyedHashPurpose): Promise<Uint8Array> {
  await db.$executeRaw`
    INSERT INTO keyed_hash_key (name, key) VALUES (${name}, ${new Uint8Array(randomBytes(32))}::bytea)
    ON CONFLICT DO NOTHING`;
  const key = await findKey(db, name);
  if (key === null) throw new Error(`no key for hashes of ${name}`);
  return key;
}

async function findKey(db: Db | Tx, name: KeyedHashPurpose): Promise<Uint8Array | null> {
  const row = await db.keyedHashKey.findUnique({ where: { name }, select: { key: true } });
  return row?.key ?? null;
}

/**
 * Returns a stable pseudonym of personal data for logs, 16 hex digits. Lines about the same person can be
 * correlated without revealing who it is.
 */
export function shortKeyedHashOf(appSecret: string, text: string): string {
  const hash = secretKeyedHashOf(appSecret, { purpose: 'pseudonym', text });
  return Buffer.from(hash).toString('hex').slice(0, 16);
}

type SecretHashPurpose = 'rate_limit' | 'known_place' | 'pseudonym' | 'device' | 'declarations';

/**
 * Returns a keyed hash of personal data, for rows that may become useless when APP_SECRET changes. A copy of
 * the database without that secret reveals no address. Hashes of different purposes cannot be correlated.
 */
export function secretKeyedHashOf(
  appSecret: string,
  { purpose, text }: { purpose: SecretHashPurpose; text: string },
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', appSecret).update(`${purpose}|${text}`).digest());
}
