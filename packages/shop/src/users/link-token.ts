import { createHash, randomBytes } from 'node:crypto';

import type { Db, Tx } from '@agres/db/db';

export const TOKEN_HOURS = {
  activation: 72,
  password_recovery: 1,
  email_confirm: 72,
  email_undo: 72,
} as const;
export type TokenPurpose = keyof typeof TOKEN_HOURS;

const HOUR_MS = 3_600_000;
const SECRET_BYTES = 32;
/**
 * How many unused links per purpose stay valid. A crash after sending an email causes a second one, so the
 * links of both must work.
 */
const MAX_LIVE = 3;

export type PresentedToken = { userId: number; purpose: TokenPurpose; secret: string };

export type NewToken = {
  userId: number;
  purpose: TokenPurpose;
  now: Date;
  /** The change that an `email_undo` reverts; other purposes have none. */
  change?: { previousEmail: string; at: Date };
  /** The address that an `email_confirm` is sent to; other purposes have none. */
  newEmail?: string;
};

export function expiryOf(purpose: TokenPurpose, now: Date): Date {
  return new Date(now.getTime() + TOKEN_HOURS[purpose] * HOUR_MS);
}

/**
 * Returns the secret of a new link and stores only its hash. The last three unused links per user, purpose
 * and change stay valid. The caller has locked the user's row (`lockUser`).
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

/** Consumes a live token in one statement: one of several concurrent calls gets it, the others null. */
export async function consumeToken(
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

/** Returns a token that was already used, for links that are followed twice. */
export async function findUsedToken(
  db: Db | Tx,
  presented: PresentedToken,
): Promise<UsedToken | null> {
  return db.accountToken.findFirst({
    where: { ...keyOf(presented), usedAt: { not: null } },
    select: USED,
  });
}

/** Whether a link would work now, without consuming it: mail scanners open links too. */
export async function isLiveToken(db: Db, presented: PresentedToken, now: Date): Promise<boolean> {
  const found = await db.accountToken.findFirst({
    where: { ...keyOf(presented), usedAt: null, expiresAt: { gt: now } },
    select: { id: true },
  });
  return found !== null;
}

/** Whether a link for this purpose was ever sent to a user, as far as tokens are still stored. */
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

/** Deletes the unused recovery links of a user; used ones remain recorded. */
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
