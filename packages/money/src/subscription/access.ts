import type { Deps } from '@agres/core/context';
import { areSessionsUnchanged, sessionIdOf } from '@agres/core/session/session';
import { Prisma } from '@agres/db/db';

/** The states in which a subscription gives access. */
const CURRENT_STATES = ['active', 'past_due'] as const;

/**
 * Prisma condition for a user's current subscription: from its first paid invoice until access ends,
 * including a failed renewal that the provider still retries (S1.17).
 */
export function currentSubscription(now: Date) {
  return {
    subscriptionDate: { not: null },
    state: { in: [...CURRENT_STATES] },
    OR: [{ accessEndsOn: null }, { accessEndsOn: { gt: now } }],
  } satisfies Prisma.SubscriptionWhereInput;
}

/** The same states as literals, not parameters, so that PostgreSQL can use the partial index. */
const CURRENT = Prisma.raw(CURRENT_STATES.map((state) => `'${state}'`).join(', '));

/** SQL for a person's current subscription (as `currentSubscription`), to follow FROM. */
export const currentSubscriptionSql = (userId: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`
  subscription WHERE user_id = ${userId} AND subscription_date IS NOT NULL
    AND state IN (${CURRENT})
    AND (access_ends_on IS NULL OR access_ends_on > ${now})`;

/** SQL for whether a person has a current subscription. */
const hasCurrent = (userId: Prisma.Sql, now: Date) =>
  Prisma.sql`EXISTS (SELECT FROM ${currentSubscriptionSql(userId, now)})`;

/** Reports whether a user has a current subscription. */
export async function isSubscriber(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<boolean> {
  const [found] = await db.$queryRaw<{ isSubscriber: boolean }[]>`
    SELECT ${hasCurrent(Prisma.sql`${userId}::int`, clock())} AS "isSubscriber"`;
  return found?.isSubscriber === true;
}

/**
 * Reports, for each given session secret whose session is known, whether its person has a current
 * subscription. Uses one statement, regardless of the number of callers. The caller must read a session
 * that is missing from the result itself: it has ended, or is due for extension.
 */
export async function subscribersAmong(
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
