import { createHash, randomBytes } from 'node:crypto';

import { PrismaAdapter } from '@lucia-auth/adapter-prisma';
import { isMissingRow } from '@shop/db/database-errors';
import type { Db, Tx } from '@shop/db/db';
import { isLocale, DEFAULT_LOCALE, type Locale } from '@shop/domain/locale';
import { Lucia, TimeSpan } from 'lucia';

/** A session lasts this long after its last use. */
const SESSION_DAYS = 30;
/** And this long after its log-in, used or not. */
export const SESSION_MAX_DAYS = 60;

const DAY_MS = 86_400_000;

/** Who is signed in. */
export type Session = {
  /** Hex SHA-256 of the cookie's secret: names the session, opens nothing. */
  id: string;
  userId: number;
  /** The language of the account. */
  locale: Locale;
  /** The log-in: the last time the password was proved. */
  createdAt: Date;
  expiresAt: Date;
};

/** A session whose cookie is to be written: `secret` goes to the browser and nowhere else. */
export type StartedSession = { secret: string; session: Session };

/** What a cookie's secret opened; `isExtended`: the cookie is to be written again, to last longer. */
export type FoundSession = { session: Session; isExtended: boolean };

declare module 'lucia' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into the library's own
  interface Register {
    Lucia: ReturnType<typeof luciaOn>;
    UserId: number;
    DatabaseSessionAttributes: { createdAt: Date };
    DatabaseUserAttributes: { locale: string };
  }
}

function luciaOn(db: Db | Tx) {
  return new Lucia(new PrismaAdapter(db.session, db.user), {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
    getSessionAttributes: ({ createdAt }) => ({ createdAt }),
    getUserAttributes: ({ locale }) => ({ locale }),
  });
}

/** The only form of a session's secret that is stored. */
export function sessionIdOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether a cookie's value can be a session's secret at all. */
export function isSessionSecret(value: string): boolean {
  return /^[\w-]{43}$/.test(value);
}

/** Signs a person in. */
export function startSession(
  db: Db | Tx,
  user: { id: number; locale: Locale },
): Promise<StartedSession> {
  return createSession(db, { ...user, createdAt: new Date() });
}

/**
 * Gives a session another secret, and ends the old one; it stays as old as its log-in. Null if it
 * ended in the meantime: what was ended is not begun again.
 */
export async function rotateSession(tx: Tx, session: Session): Promise<StartedSession | null> {
  const { id, userId, locale, createdAt } = session;
  const { count } = await tx.session.deleteMany({ where: { id } });
  return count === 0 ? null : createSession(tx, { id: userId, locale, createdAt });
}

/** The session that a cookie's secret opens, or null: unknown, ended or too old. */
export async function findSession(db: Db, secret: string): Promise<FoundSession | null> {
  if (!isSessionSecret(secret)) return null;
  const { session, user } = await validate(db, sessionIdOf(secret));
  if (session === null) return null;
  const { id, userId, createdAt, expiresAt, fresh } = session;
  if (createdAt.getTime() + SESSION_MAX_DAYS * DAY_MS <= Date.now()) {
    await endSession(db, id);
    return null;
  }
  const locale = isLocale(user.locale) ? user.locale : DEFAULT_LOCALE;
  return { session: { id, userId, locale, createdAt, expiresAt }, isExtended: fresh };
}

async function validate(db: Db, sessionId: string) {
  try {
    return await luciaOn(db).validateSession(sessionId);
  } catch (error) {
    // It ended between being found and being put off.
    if (isMissingRow(error)) return { session: null, user: null };
    throw error;
  }
}

/** Signs one session out. The adapter's own way would hide a database that does not answer. */
export async function endSession(db: Db | Tx, sessionId: string): Promise<void> {
  await db.session.deleteMany({ where: { id: sessionId } });
}

/** Signs a person out everywhere. The caller holds the user's row, so that no session begins meanwhile. */
export async function endAllSessions(tx: Tx, userId: number): Promise<void> {
  await luciaOn(tx).invalidateUserSessions(userId);
}

/** Signs a person out everywhere but here. */
export async function endOtherSessions(db: Db | Tx, session: Session): Promise<void> {
  await db.session.deleteMany({ where: { userId: session.userId, id: { not: session.id } } });
}

async function createSession(
  db: Db | Tx,
  user: { id: number; locale: Locale; createdAt: Date },
): Promise<StartedSession> {
  const secret = randomBytes(32).toString('base64url');
  const { id, userId, createdAt, expiresAt } = await luciaOn(db).createSession(
    user.id,
    { createdAt: user.createdAt },
    { sessionId: sessionIdOf(secret) },
  );
  return { secret, session: { id, userId, locale: user.locale, createdAt, expiresAt } };
}
