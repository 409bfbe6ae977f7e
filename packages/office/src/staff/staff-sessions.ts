import type { Role } from '@agres/core/operations/actor';
import { isSessionSecret, newSecret, sessionIdOf } from '@agres/core/session/session';
import type { Db, Tx } from '@agres/db/db';
import { RETENTION } from '@agres/domain/retention';

import type { SignedInStaff } from '../trpc.ts';

/** `secret` is given only to the browser, as the session cookie. */
export type StartedStaffSession = { secret: string; sessionId: string };

type Row = {
  staffId: number;
  name: string;
  roles: Role[];
  isProved: boolean;
  isStale: boolean;
};

/** Starts a session after the use of a passkey. A null `passkeyId` is the sign-in of development. */
export async function startStaffSession(
  tx: Tx | Db,
  { staffId, passkeyId }: { staffId: number; passkeyId: string | null },
): Promise<StartedStaffSession> {
  const secret = newSecret();
  const sessionId = sessionIdOf(secret);
  const data = { id: sessionId, staffId, passkeyId };
  await tx.staffSession.create({ data, select: { id: true } });
  return { secret, sessionId };
}

/**
 * Finds the session of a cookie's secret: at most 12 hours old and 2 hours idle, by the database's clock.
 * Returns null if it is unknown, expired or of a suspended person. An unattended call of the page does not
 * extend the session.
 */
export async function findStaffSession(
  { db }: { db: Db },
  secret: string,
  { isAttended = true }: { isAttended?: boolean } = {},
): Promise<SignedInStaff | null> {
  if (!isSessionSecret(secret)) return null;
  const sessionId = sessionIdOf(secret);
  const [row] = await db.$queryRaw<Row[]>`
    SELECT s.staff_id AS "staffId", p.name, p.roles,
      s.proved_at > now() - interval '5 minutes' AS "isProved",
      s.used_at < now() - interval '1 minute' AS "isStale"
    FROM staff_session s JOIN staff p ON p.id = s.staff_id
    WHERE s.id = ${sessionId} AND p.suspended_at IS NULL
      AND s.created_at > now() - make_interval(hours => ${RETENTION.officeSessionHours}::int) AND s.used_at > now() - interval '2 hours'`;
  if (row === undefined) return null;
  if (row.isStale && isAttended) {
    await db.$executeRaw`UPDATE staff_session SET used_at = now() WHERE id = ${sessionId}`;
  }
  const { staffId: id, name, roles, isProved } = row;
  return { id, sessionId, actor: { kind: 'staff', id, name, roles }, isProved };
}

/** Records the use of a passkey in a session; the proof lasts five minutes. */
export async function markProved(db: Db | Tx, sessionId: string): Promise<void> {
  await db.$executeRaw`UPDATE staff_session SET proved_at = now() WHERE id = ${sessionId}`;
}

export async function endStaffSession(db: Db, sessionId: string): Promise<void> {
  await db.staffSession.deleteMany({ where: { id: sessionId } });
}
