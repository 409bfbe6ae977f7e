import type { Deps } from '@agres/core/context';
import { areSessionsUnchanged, sessionIdOf, type Session } from '@agres/core/session/session';
import { Prisma } from '@agres/db/db';
import { localeOf } from '@agres/domain/locale';

import {
  ACCOUNT_COLUMNS,
  accountOf,
  joinCurrent,
  type Account,
  type AccountRow,
} from './user-shape.ts';

export type Caller = {
  session: Session;
  account: Account;
  isToGreet: boolean;
};

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'contractTexts'>;

/**
 * Reads the callers of several session secrets in one statement. A session that is missing from the result
 * has ended or is due for extension: read it on its own.
 */
export async function readCallers(
  deps: ReadDeps,
  secrets: readonly string[],
): Promise<ReadonlyMap<string, Caller>> {
  const secretOf = new Map(secrets.map((secret) => [sessionIdOf(secret), secret]));
  const callers = await read(deps, (now) => areSessionsUnchanged([...secretOf.keys()], now));
  // guard: a shared account query answers each session with its own account
  return new Map(callers.map((caller) => [secretOf.get(caller.session.id) ?? '', caller]));
}

/** Returns the caller of a session; null if it has ended. */
export async function findCaller(deps: ReadDeps, { id }: Session): Promise<Caller | null> {
  const [caller = null] = await read(deps, () => Prisma.sql`s.id = ${id}`);
  return caller;
}

type CallerRow = AccountRow & {
  sessionId: string;
  createdAt: Date;
  expiresAt: Date;
  locale: string;
  isToGreet: boolean;
};

async function read(deps: ReadDeps, which: (now: Date) => Prisma.Sql): Promise<Caller[]> {
  const now = deps.clock();
  const rows = await deps.db.$queryRaw<CallerRow[]>`
    SELECT s.id AS "sessionId", s.created_at AS "createdAt", s.expires_at AS "expiresAt", u.locale,
      (u.first_log_in_at = s.created_at AND u.greeted_at IS NULL) IS TRUE AS "isToGreet",
      ${ACCOUNT_COLUMNS}
    FROM session s JOIN users u ON u.id = s.user_id ${joinCurrent(now)} WHERE ${which(now)}`;
  return Promise.all(
    rows.map(async (row) => {
      const { sessionId, id: userId, createdAt, expiresAt, isToGreet } = row;
      return {
        session: { id: sessionId, userId, locale: localeOf(row.locale), createdAt, expiresAt },
        account: await accountOf(deps, row, now),
        isToGreet,
      };
    }),
  );
}
