import { createHash, randomBytes } from 'node:crypto';

import type { Db, Tx } from '@agres/db/db';

/** For how many hours the token of each purpose is valid (contract, section 4). */
export const TOKEN_HOURS = {
  activation: 72,
  password_recovery: 1,
  email_confirm: 72,
  email_undo: 72,
} as const;
export type TokenPurpose = keyof typeof TOKEN_HOURS;

const HOUR_MS = 3_600_000;
const SECRET_BYTES = 32;
/** A crash between sending and marking sends a second email: the links of the last ones all work. */
const MAX_LIVE = 3;

export type PresentedToken = { userId: number; purpose: TokenPurpose; secret: string };

export type NewToken = {
  userId: number;
  purpose: TokenPurpose;
  now: Date;
  /** The change that an `email_undo` undoes; no other purpose has one. */
  change?: { previousEmail: string; at: Date };
  /** The address that an `email_confirm` is sent to; no other purpose has one. */
  newEmail?: string;
};

/** When a link that is sent now stops working. */
export function expiryOf(purpose: TokenPurpose, now: Date): Date {
  return new Date(now.getTime() + TOKEN_HOURS[purpose] * HOUR_MS);
}

/**
 * Makes the secret of a link, and stores its hash alone. Of the unused ones, the last three of a user
 * and purpose stay valid, and of each change. The caller has locked the user's row (`lockUser`).
 */
export async function mintToken(
  tx: Tx,
  { userId, purpose, now, change, newEmail }: NewToken,
): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await tx.accountToken.create({
    data: {
      userId,
      purpose,
      previousEmail: change?.previousEmail ?? null,
      newEmail: newEmail ?? null,
      hash: hashOf(secret),
      createdAt: change?.at ?? now,
      expiresAt: expiryOf(purpose, now),
    },
    select: { id: true },
  });
  const surplus = await tx.accountToken.findMany({
    where: { userId, purpose, usedAt: null, ...(change && { createdAt: change.at }) },
    orderBy: { id: 'desc' },
    skip: MAX_LIVE,
    select: { id: true },
  });
  await tx.accountToken.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } });
  return secret;
}

export type UsedToken = {
  id: number;
  previousEmail: string | null;
  newEmail: string | null;
  createdAt: Date;
};

const USED = { id: true, previousEmail: true, newEmail: true, createdAt: true } as const;

/** Uses a live token, in one statement: of concurrent calls, one gets it. */
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

/** A token that has been used, for links that are followed twice. */
export async function findUsedToken(
  db: Db | Tx,
  presented: PresentedToken,
): Promise<UsedToken | null> {
  return db.accountToken.findFirst({
    where: { ...keyOf(presented), usedAt: { not: null } },
    select: USED,
  });
}

/** Whether a link would work now, without using it: mail scanners open links too. */
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

/** Ends the unused recovery links of a user; used ones stay known as such. */
export async function endRecoveryTokens(tx: Tx, userId: number): Promise<void> {
  await tx.accountToken.deleteMany({
    where: { userId, purpose: 'password_recovery', usedAt: null },
  });
}

function keyOf({ userId, purpose, secret }: PresentedToken) {
  return { userId, purpose, hash: hashOf(secret) };
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
