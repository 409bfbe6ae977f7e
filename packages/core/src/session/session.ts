import { hash, randomBytes } from 'node:crypto';

import { readDatabaseTime } from '@agres/db/database-clock';
import { isMissingRow } from '@agres/db/database-errors';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { localeOf, type Locale } from '@agres/domain/locale';
import { RETENTION } from '@agres/domain/retention';
import { PrismaAdapter } from '@lucia-auth/adapter-prisma';
import { Lucia, TimeSpan, type DatabaseSession, type DatabaseUser } from 'lucia';

/** A session expires this long after its last use. */
const SESSION_DAYS = 30;
/** A session expires at the latest this long after its log-in. */
export const SESSION_MAX_DAYS = RETENTION.sessionDays;

/** A session that expires sooner than this is extended when used: Lucia extends at half time. */
const EXTENDED_BELOW_DAYS = SESSION_DAYS / 2;

/** The number of sessions per user; the oldest are ended. */
const MAX_SESSIONS = 20;

const DAY_MS = 86_400_000;

/** A signed-in user's session. */
export type Session = {
  /** Hex SHA-256 of the cookie's secret: identifies the session but does not grant access. */
  id: string;
  userId: number;
  /** The language of the account. */
  locale: Locale;
  /** The time of the log-in, when the password was last proved. */
  createdAt: Date;
  expiresAt: Date;
};

/** A session whose cookie must be set: `secret` goes only to the browser. */
export type StartedSession = { secret: string; session: Session };

/** `isExtended`: the cookie must be set again with a later expiry. */
export type FoundSession = { session: Session; isExtended: boolean };

declare module 'lucia' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into the library's own
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    UserId: number;
    DatabaseSessionAttributes: { createdAt: Date };
    DatabaseUserAttributes: { locale: string };
  }
}

/**
 * Reads a session and its user in one statement, where Lucia's own adapter needs two. Lucia compares with
 * this process's clock, but rows hold the database's time: the adapter converts between them, so that a
 * wrong clock never ends a session early or late (decision 107). Create one per task.
 */
class SessionAdapter extends PrismaAdapter<Db> {
  readonly #db: Db | Tx;
  /** How far the database's clock is ahead of this process's, in ms. */
  #aheadMs = 0;

  constructor(db: Db | Tx) {
    super(db.session, db.user);
    this.#db = db;
  }

  /** Converts a time from Lucia to the database's clock. */
  ours(atLibrary: Date): Date {
    return new Date(atLibrary.getTime() + this.#aheadMs);
  }

  /** Reads the database's clock and stores the offset; returns the database's time. */
  async setClock(): Promise<Date> {
    const at = await readDatabaseTime(this.#db);
    this.#aheadMs = at.getTime() - Date.now();
    return at;
  }

  override async getSessionAndUser(
    sessionId: string,
  ): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const [row] = await this.#db.$queryRaw<SessionRow[]>`
      SELECT s.id, s.user_id AS "userId", s.expires_at AS "expiresAt", s.created_at AS "createdAt",
        u.locale, clock_timestamp() AS now
      FROM session s JOIN users u ON u.id = s.user_id WHERE s.id = ${sessionId}`;
    if (row === undefined) return [null, null];
    const { id, userId, expiresAt, createdAt, locale, now } = row;
    this.#aheadMs = now.getTime() - Date.now();
    return [
      {
        id,
        userId,
        expiresAt: new Date(expiresAt.getTime() - this.#aheadMs),
        attributes: { createdAt },
      },
      { id: userId, attributes: { locale } },
    ];
  }

  override setSession(session: DatabaseSession): Promise<void> {
    return super.setSession({ ...session, expiresAt: this.ours(session.expiresAt) });
  }

  override updateSessionExpiration(sessionId: string, expiresAt: Date): Promise<void> {
    return super.updateSessionExpiration(sessionId, this.ours(expiresAt));
  }
}

type SessionRow = {
  id: string;
  userId: number;
  expiresAt: Date;
  createdAt: Date;
  locale: string;
  now: Date;
};

function createLucia(adapter: SessionAdapter) {
  return new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
    getSessionAttributes: ({ createdAt }) => ({ createdAt }),
    getUserAttributes: ({ locale }) => ({ locale }),
  });
}

/** Returns a random secret: 256 bits as 43 characters of base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the stored form of a session's secret, its SHA-256; the secret itself is never stored. */
export function sessionIdOf(secret: string): string {
  return hash('sha256', secret);
}

/** Reports whether a cookie's value has the form of a session secret. */
export function isSessionSecret(value: string): boolean {
  return /^[\w-]{43}$/.test(value);
}

/**
 * Starts a session, and ends a user's oldest ones above `MAX_SESSIONS`. The caller has locked the user's
 * row.
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
 * Replaces a session's secret; the log-in time stays. Returns null if the session has ended in the
 * meantime: an ended session is never renewed.
 */
export async function rotateSession(tx: Tx, session: Session): Promise<StartedSession | null> {
  const { id, userId, locale, createdAt } = session;
  const { count } = await tx.session.deleteMany({ where: { id } });
  // guard: a session that was ended is not renewed
  return count === 0 ? null : createSession(tx, { id: userId, locale, createdAt });
}

/** Returns the session of a cookie's secret; null if it is unknown, ended or too old. */
export async function findSession(db: Db, secret: string): Promise<FoundSession | null> {
  if (!isSessionSecret(secret)) return null;
  const adapter = new SessionAdapter(db);
  const { session, user } = await validate(adapter, sessionIdOf(secret));
  if (session === null) return null;
  const { id, userId, createdAt, fresh } = session;
  const expiresAt = adapter.ours(session.expiresAt);
  if (createdAt.getTime() + SESSION_MAX_DAYS * DAY_MS <= adapter.ours(new Date()).getTime()) {
    await endSession(db, id);
    return null;
  }
  const locale = localeOf(user.locale);
  return { session: { id, userId, locale, createdAt, expiresAt }, isExtended: fresh };
}

/**
 * Returns an SQL condition for the sessions `s` among these ids that are valid and need no write: neither
 * extended nor too old. For queries that read more in the same statement; other sessions are read by
 * `findSession`.
 */
export function areSessionsUnchanged(ids: readonly string[], now: Date): Prisma.Sql {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  return Prisma.sql`s.id = ANY(${[...ids]}::text[]) AND s.expires_at > ${inDays(EXTENDED_BELOW_DAYS)}
    AND s.created_at > ${inDays(-SESSION_MAX_DAYS)}`;
}

async function validate(adapter: SessionAdapter, sessionId: string) {
  try {
    return await createLucia(adapter).validateSession(sessionId);
  } catch (error) {
    // It was ended between the read and its extension.
    if (isMissingRow(error)) return { session: null, user: null };
    throw error;
  }
}

/** Ends one session. Lucia's adapter would swallow a database error. */
export async function endSession(db: Db | Tx, sessionId: string): Promise<void> {
  await db.session.deleteMany({ where: { id: sessionId } });
}

/** Ends all of a user's sessions. The caller holds the row lock, so that none starts meanwhile. */
export async function endAllSessions(tx: Tx, userId: number): Promise<void> {
  await createLucia(new SessionAdapter(tx)).invalidateUserSessions(userId);
}

/** Ends all of a user's sessions except this one. */
export async function endOtherSessions(db: Db | Tx, session: Session): Promise<void> {
  await db.session.deleteMany({ where: { userId: session.userId, id: { not: session.id } } });
}

async function createSession(
  db: Db | Tx,
  { id: userId, locale, createdAt }: { id: number; locale: Locale; createdAt?: Date },
): Promise<StartedSession> {
  const secret = newSecret();
  const adapter = new SessionAdapter(db);
  const now = await adapter.setClock();
  const created = await createLucia(adapter).createSession(
    userId,
    { createdAt: createdAt ?? now },
    { sessionId: sessionIdOf(secret) },
  );
  const { id, expiresAt } = created;
  return {
    secret,
    session: {
      id,
      userId,
      locale,
      createdAt: created.createdAt,
      expiresAt: adapter.ours(expiresAt),
    },
  };
}
