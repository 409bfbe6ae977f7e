import { createHash, randomBytes } from 'node:crypto';

import type { Db, Tx } from '@shop/db/db';

/** What the secret of a letter's link is good for, and for how many hours (contract, section 4). */
export const TOKEN_HOURS = { activation: 72, password_recovery: 1, email_undo: 72 } as const;
export type TokenPurpose = keyof typeof TOKEN_HOURS;

const HOUR_MS = 3_600_000;
const SECRET_BYTES = 32;
/** A crash between sending and marking sends a second letter: the links of the last ones all work. */
const MAX_LIVE = 3;

/** A token as a link presents it. */
export type PresentedToken = { userId: number; purpose: TokenPurpose; secret: string };

export type NewToken = {
  userId: number;
  purpose: TokenPurpose;
  now: Date;
  /** The change that an `email_undo` takes back; no other purpose has one. */
  change?: { previousEmail: string; at: Date };
};

/**
 * Makes the secret of a link, and stores its hash alone. Of those not used yet, the last three of a
 * user, purpose and previous address stay good. The caller holds the user's row (`lockUser`).
 */
export async function mintToken(
  tx: Tx,
  { userId, purpose, now, change }: NewToken,
): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const previousEmail = change?.previousEmail ?? null;
  await tx.accountToken.create({
    data: {
      userId,
      purpose,
      previousEmail,
      hash: hashOf(secret),
      createdAt: change?.at ?? now,
      expiresAt: new Date(now.getTime() + TOKEN_HOURS[purpose] * HOUR_MS),
    },
    select: { id: true },
  });
  const surplus = await tx.accountToken.findMany({
    where: { userId, purpose, previousEmail, usedAt: null },
    orderBy: { id: 'desc' },
    skip: MAX_LIVE,
    select: { id: true },
  });
  await tx.accountToken.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } });
  return secret;
}

/** A token that has been used, of whatever moment. */
export type UsedToken = { id: number; previousEmail: string | null; createdAt: Date };

const USED = { id: true, previousEmail: true, createdAt: true } as const;

/** Uses a live token up, in one statement: of any number of tries at once, one gets it. */
export async function useToken(
  db: Db | Tx,
  presented: PresentedToken,
  now: Date,
): Promise<UsedToken | null> {
  const [used] = await db.accountToken.updateManyAndReturn({
    where: { ...keyOf(presented), usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
    select: USED,
  });
  return used ?? null;
}

/** Makes a token good again whose use came to nothing, unless its account changed in the meantime. */
export async function giveBackToken(
  db: Db,
  { id }: UsedToken,
  user: { passwordHash: string; emailKey: string },
): Promise<void> {
  await db.accountToken.updateMany({ where: { id, user: { is: user } }, data: { usedAt: null } });
}

/** A token that was used before, for links that are followed twice. */
export async function findUsedToken(
  db: Db | Tx,
  presented: PresentedToken,
): Promise<UsedToken | null> {
  return db.accountToken.findFirst({
    where: { ...keyOf(presented), usedAt: { not: null } },
    select: USED,
  });
}

/** Whether a link would work now, without using it up: mail scanners open links too. */
export async function isLiveToken(db: Db, presented: PresentedToken, now: Date): Promise<boolean> {
  const found = await db.accountToken.findFirst({
    where: { ...keyOf(presented), usedAt: null, expiresAt: { gt: now } },
    select: { id: true },
  });
  return found !== null;
}

/** Whether a user was ever sent a link for this purpose, as far as is still known. */
export async function hasToken(
  db: Db,
  { userId, purpose }: Pick<PresentedToken, 'userId' | 'purpose'>,
): Promise<boolean> {
  const found = await db.accountToken.findFirst({
    where: { userId, purpose },
    select: { id: true },
  });
  return found !== null;
}

/** Makes the unused recovery links of a user worthless; used ones stay known as such. */
export async function endRecoveryTokens(tx: Tx, userId: number): Promise<void> {
  await tx.accountToken.deleteMany({
    where: { userId, purpose: 'password_recovery', usedAt: null },
  });
}

/** Holds a user's row until the transaction ends; false: it is nobody's any more. */
export async function lockUser(tx: Tx, userId: number): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${userId}::int FOR NO KEY UPDATE`;
  return rows.length === 1;
}

/**
 * Holds a user's row as long as the password is still the one that was looked at; false: it is another
 * by now, or there is nobody. Whoever begins or renews something on the strength of a password asks.
 */
export async function lockUserWith(
  tx: Tx,
  { id, passwordHash }: { id: number; passwordHash: string },
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${id}::int AND password_hash = ${passwordHash}
    FOR NO KEY UPDATE`;
  return rows.length === 1;
}

function keyOf({ userId, purpose, secret }: PresentedToken) {
  return { userId, purpose, hash: hashOf(secret) };
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
