import { hash, randomBytes } from 'node:crypto';

import { askTime } from '@agres/db/database-clock';
import { isMissingRow } from '@agres/db/database-errors';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { localeOf, type Locale } from '@agres/domain/locale';
import { RETENTION } from '@agres/domain/retention';
import { PrismaAdapter } from '@lucia-auth/adapter-prisma';
import { Lucia, TimeSpan, type DatabaseSession, type DatabaseUser } from 'lucia';

/** A session lasts this long after its last use. */
const SESSION_DAYS = 30;
/** And never longer than this after its log-in. */
export const SESSION_MAX_DAYS = RETENTION.sessionDays;

/** A session that ends sooner than this is extended when it is used: the library does so at half time. */
const EXTENDED_BELOW_DAYS = SESSION_DAYS / 2;

/** A user keeps so many sessions, the newest. */
const MOST_SESSIONS = 20;

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

/** `isExtended`: the cookie is to be written again with a later end. */
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

/**
 * Reads a session and its user in one statement; the library's own adapter makes two of it. The library
 * compares with the clock of this process, the rows hold the database's time: the adapter stands between,
 * so that no session ends early or late by a clock that is wrong (decision 107). One for each task.
 */
class SessionAdapter extends PrismaAdapter<Db> {
  readonly #db: Db | Tx;
  /** By how much the database's clock is ahead of this process's. */
  #aheadMs = 0;

  constructor(db: Db | Tx) {
    super(db.session, db.user);
    this.#db = db;
  }

  /** A moment that the library told, by the database's clock. */
  ours(atLibrary: Date): Date {
    return new Date(atLibrary.getTime() + this.#aheadMs);
  }

  /** Learns what time it is in the database. */
  async setClock(): Promise<Date> {
    const at = await askTime(this.#db);
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

function luciaOn(adapter: SessionAdapter) {
  return new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
    getSessionAttributes: ({ createdAt }) => ({ createdAt }),
    getUserAttributes: ({ locale }) => ({ locale }),
  });
}

/** A secret that cannot be guessed: 256 random bits as 43 characters of base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The only form of a session's secret that is stored. */
export function sessionIdOf(secret: string): string {
  return hash('sha256', secret);
}

/** Whether a cookie's value can be a session's secret at all. */
export function isSessionSecret(value: string): boolean {
  return /^[\w-]{43}$/.test(value);
}

/**
 * Starts a session, and ends the oldest ones of a user who has more than twenty. The caller has locked
 * the user's row.
 */
export async function startSession(
  tx: Tx,
  user: { id: number; locale: Locale },
): Promise<StartedSession> {
  const started = await createSession(tx, user);
  // guard: a user keeps the newest sessions alone
  await tx.$executeRaw`
    DELETE FROM session WHERE id IN (
      SELECT id FROM session WHERE user_id = ${user.id}::int AND id <> ${started.session.id}
      ORDER BY created_at DESC OFFSET ${MOST_SESSIONS - 1}::int)`;
  return started;
}

/**
 * Replaces a session by one with another secret and the same log-in time. Null if it has ended in
 * the meantime: an ended session is never renewed.
 */
export async function rotateSession(tx: Tx, session: Session): Promise<StartedSession | null> {
  const { id, userId, locale, createdAt } = session;
  const { count } = await tx.session.deleteMany({ where: { id } });
  // guard: a session that was ended is not renewed
  return count === 0 ? null : createSession(tx, { id: userId, locale, createdAt });
}

/** The session that a cookie's secret opens, or null: unknown, ended or too old. */
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
 * SQL for those sessions `s` with these ids that are valid and need nothing written: neither extended nor
 * too old. For reads that ask for more in one statement; a session that it does not find is
 * read by `findSession`.
 */
export function areSessionsAtRest(ids: readonly string[], now: Date): Prisma.Sql {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  return Prisma.sql`s.id = ANY(${[...ids]}::text[]) AND s.expires_at > ${inDays(EXTENDED_BELOW_DAYS)}
    AND s.created_at > ${inDays(-SESSION_MAX_DAYS)}`;
}

async function validate(adapter: SessionAdapter, sessionId: string) {
  try {
    return await luciaOn(adapter).validateSession(sessionId);
  } catch (error) {
    // It ended between being found and being extended.
    if (isMissingRow(error)) return { session: null, user: null };
    throw error;
  }
}

/** Ends one session. The adapter's own method would hide a database that does not answer. */
export async function endSession(db: Db | Tx, sessionId: string): Promise<void> {
  await db.session.deleteMany({ where: { id: sessionId } });
}

/** Ends all sessions of a user. The caller holds the row lock, so that none begins meanwhile. */
export async function endAllSessions(tx: Tx, userId: number): Promise<void> {
  await luciaOn(new SessionAdapter(tx)).invalidateUserSessions(userId);
}

/** Ends all sessions of a user but this one. */
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
  const created = await luciaOn(adapter).createSession(
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
