import { hash, randomBytes } from 'node:crypto';

import { Prisma, type Db, type Tx } from '@agres/db/db';
import { localeOf, type Locale } from '@agres/domain/locale';
import { RETENTION } from '@agres/domain/retention';

/** A session expires this long after its last use. */
const SESSION_DAYS = 30;
/** A session expires at the latest this long after its log-in. */
export const SESSION_MAX_DAYS = RETENTION.sessionDays;

/** A session that expires sooner is extended when used. */
const EXTENDED_BELOW_DAYS = SESSION_DAYS / 2;

/** The maximum number of sessions of a user; starting another ends the oldest. */
const MAX_SESSIONS = 20;

const DAY_MS = 86_400_000;

export type Session = {
  /** Hex SHA-256 of the cookie's secret: it identifies the session but grants no access. */
  id: string;
  userId: number;
  locale: Locale;
  /** When the password was last proved, by the log-in. */
  createdAt: Date;
  expiresAt: Date;
};

/** A session whose cookie must be set. `secret` goes only to the browser. */
export type StartedSession = { secret: string; session: Session };

/** With `isExtended`, the cookie must be set again with a later expiry. */
export type FoundSession = { session: Session; isExtended: boolean };

/** Returns a random secret: 256 bits as 43 characters of base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the stored form of a session's secret, its SHA-256. */
export function sessionIdOf(secret: string): string {
  return hash('sha256', secret);
}

/** Whether a cookie's value has the form of a session secret. */
export function isSessionSecret(value: string): boolean {
  return /^[\w-]{43}$/.test(value);
}

/**
 * Starts a session, and ends the user's oldest above `MAX_SESSIONS`. The caller has locked the user's row.
 */
export async function startSession(
  tx: Tx,
  user: { id: number; locale: Locale },
): Promise<StartedSession> {
  const started = await createSession(tx, user);
  // guard: an account keeps only its newest sessions
  await tx.$executeRaw`
    DELETE FROM session WHERE id IN (
      SELECT id FROM session WHERE user_id = ${user.id}::int AND id <> ${started.session.id}
      ORDER BY created_at DESC OFFSET ${MAX_SESSIONS - 1}::int)`;
  return started;
}

/**
 * Replaces a session's secret; the log-in time stays. Returns null if the session has ended: an ended session
 * is never renewed.
 */
export async function rotateSession(tx: Tx, session: Session): Promise<StartedSession | null> {
  const { id, userId, locale, createdAt } = session;
  const { count } = await tx.session.deleteMany({ where: { id } });
  // guard: a session that was ended is not renewed
  return count === 0 ? null : createSession(tx, { id: userId, locale, createdAt });
}

type SessionRow = {
  id: string;
  userId: number;
  createdAt: Date;
  expiresAt: Date;
  locale: string;
  isOver: boolean;
  isToExtend: boolean;
};

/**
 * Returns the session of a cookie's secret, and extends it if it expires soon; null if it is unknown, ended
 * or too old. Only the database's clock counts, so that a process with a wrong clock ends no session early or
 * late (decision 107).
 */
export async function findSession(db: Db, secret: string): Promise<FoundSession | null> {
  if (!isSessionSecret(secret)) return null;
  const id = sessionIdOf(secret);
  const [row] = await db.$queryRaw<SessionRow[]>`
    SELECT s.id, s.user_id AS "userId", s.created_at AS "createdAt", s.expires_at AS "expiresAt",
      u.locale,
      s.expires_at <= clock_timestamp() OR s.created_at <= ${daysFromNow(-SESSION_MAX_DAYS)} AS "isOver",
      s.expires_at <= ${daysFromNow(EXTENDED_BELOW_DAYS)} AS "isToExtend"
    FROM session s JOIN users u ON u.id = s.user_id WHERE s.id = ${id}`;
  if (row === undefined) return null;
  const { isOver, isToExtend, ...found } = row;
  if (isOver) {
    await endSession(db, id);
    return null;
  }
  const session = { ...found, locale: localeOf(row.locale) };
  if (!isToExtend) return { session, isExtended: false };
  const [extended] = await db.$queryRaw<{ expiresAt: Date }[]>`
    UPDATE session SET expires_at = ${daysFromNow(SESSION_DAYS)} WHERE id = ${id}
    RETURNING expires_at AS "expiresAt"`;
  // Without a row, the session was ended between the read and its extension.
  return extended === undefined ? null : { session: { ...session, ...extended }, isExtended: true };
}

const daysFromNow = (days: number) =>
  Prisma.sql`clock_timestamp() + make_interval(days => ${days}::int)`;

/**
 * Returns a condition on `s`: the sessions with these ids that are valid and need no write. For queries that
 * read more in the same statement; read other sessions with `findSession`.
 */
export function areSessionsUnchanged(ids: readonly string[], now: Date): Prisma.Sql {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  return Prisma.sql`s.id = ANY(${[...ids]}::text[]) AND s.expires_at > ${inDays(EXTENDED_BELOW_DAYS)}
    AND s.created_at > ${inDays(-SESSION_MAX_DAYS)}`;
}

export async function endSession(db: Db | Tx, sessionId: string): Promise<void> {
  await db.session.deleteMany({ where: { id: sessionId } });
}

/**
 * Ends all of a user's sessions. The caller has locked the user's row, so that none starts in the meantime.
 */
export async function endAllSessions(tx: Tx, userId: number): Promise<void> {
  await tx.session.deleteMany({ where: { userId } });
}

export async function endOtherSessions(db: Db | Tx, session: Session): Promise<void> {
  await db.session.deleteMany({ where: { userId: session.userId, id: { not: session.id } } });
}

/** A renewed session keeps the time of its log-in. */
async function createSession(
  tx: Tx,
  { id: userId, locale, createdAt }: { id: number; locale: Locale; createdAt?: Date },
): Promise<StartedSession> {
  const secret = newSecret();
  const id = sessionIdOf(secret);
  const [times] = await tx.$queryRaw<[Pick<Session, 'createdAt' | 'expiresAt'>]>`
    INSERT INTO session (id, user_id, created_at, expires_at)
    VALUES (${id}, ${userId}::int, coalesce(${createdAt ?? null}::timestamptz, clock_timestamp()),
      ${daysFromNow(SESSION_DAYS)})
    RETURNING created_at AS "createdAt", expires_at AS "expiresAt"`;
  return { secret, session: { id, userId, locale, ...times } };
}
