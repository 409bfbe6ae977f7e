import type { Deps } from '@agres/core/context';
import { areSessionsUnchanged, sessionIdOf } from '@agres/core/session/session';
import { Prisma } from '@agres/db/db';

const CURRENT_STATES = ['active', 'past_due'] as const;

/**
 * Returns the Prisma condition for a user's current subscription: from its first paid invoice until access
 * ends, including a failed renewal that the provider still retries (S1.17).
 */
export function currentSubscription(now: Date) {
  return {
    subscriptionDate: { not: null },
    state: { in: [...CURRENT_STATES] },
    OR: [{ accessEndsOn: null }, { accessEndsOn: { gt: now } }],
  } satisfies Prisma.SubscriptionWhereInput;
}

/** Literals instead of parameters, so that PostgreSQL can use the partial index. */
const CURRENT = Prisma.raw(CURRENT_STATES.map((state) => `'${state}'`).join(', '));

/** The SQL of `currentSubscription`, to follow FROM. */
export const currentSubscriptionSql = (userId: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`
  subscription WHERE user_id = ${userId} AND subscription_date IS NOT NULL
    AND state IN (${CURRENT})
    AND (access_ends_on IS NULL OR access_ends_on > ${now})`;

const hasCurrent = (userId: Prisma.Sql, now: Date) =>
  Prisma.sql`EXISTS (SELECT FROM ${currentSubscriptionSql(userId, now)})`;

export async function isSubscriber(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<boolean> {
  const [found] = await db.$queryRaw<{ isSubscriber: boolean }[]>`
    SELECT ${hasCurrent(Prisma.sql`${userId}::int`, clock())} AS "isSubscriber"`;
  return found?.isSubscriber === true;
}

/**
 * Returns, by session secret, whether the session's person has a current subscription, in one statement. The
 * caller must read a session that is missing from the result itself: it has ended, or is due for extension.
 */
export async function readSubscriberStatusBySession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  secrets: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const now = clock();
  const secretOf = new Map(secrets.map((secret) => [sessionIdOf(secret), secret]));
  const rows = await db.$queryRaw<{ id: string; isSubscriber: boolean }[]>`
    SELECT s.id, ${hasCurrent(Prisma.sql`s.user_id`, now)} AS "isSubscriber"
    FROM session s WHERE ${areSessionsUnchanged([...secretOf.keys()], now)}`;
  // guard: a shared access query answers each session with its own access
  return new Map(rows.map((row) => [secretOf.get(row.id) ?? '', row.isSubscriber]));
}
