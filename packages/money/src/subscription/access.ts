import type { Deps } from '@agres/core/context';
import { areSessionsAtRest, sessionIdOf } from '@agres/core/session/session';
import { Prisma } from '@agres/db/db';

/** The states of a subscription that gives access. */
const CURRENT_STATES = ['active', 'past_due'] as const;

/**
 * The subscription that a user has: from its first paid invoice until access ends, a failed renewal
 * included while the provider retries (contract, section 3).
 */
export function currentSubscription(now: Date) {
  return {
    subscriptionDate: { not: null },
    state: { in: [...CURRENT_STATES] },
    OR: [{ accessEndsOn: null }, { accessEndsOn: { gt: now } }],
  } satisfies Prisma.SubscriptionWhereInput;
}

/** SQL for the same states: a partial index is found by them as they are written. */
const CURRENT = Prisma.raw(CURRENT_STATES.map((state) => `'${state}'`).join(', '));

/** SQL for a person's `currentSubscription`, to be read FROM. */
export const currentOf = (userId: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`
  subscription WHERE user_id = ${userId} AND subscription_date IS NOT NULL
    AND state IN (${CURRENT})
    AND (access_ends_on IS NULL OR access_ends_on > ${now})`;

/** SQL for whether a person has one. */
const hasCurrent = (userId: Prisma.Sql, now: Date) =>
  Prisma.sql`EXISTS (SELECT FROM ${currentOf(userId, now)})`;

/** Whether a user has a subscription now. */
export async function isSubscriber(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<boolean> {
  const [found] = await db.$queryRaw<{ isSubscriber: boolean }[]>`
    SELECT ${hasCurrent(Prisma.sql`${userId}::int`, clock())} AS "isSubscriber"`;
  return found?.isSubscriber === true;
}

/**
 * Of these sessions, by their secrets, each whose person is known: whether they have a subscription now. One
 * statement, however many ask. A session that is not in the answer must itself be read: it has ended, or
 * is to be extended.
 */
export async function subscribersAmong(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  secrets: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const now = clock();
  const secretOf = new Map(secrets.map((secret) => [sessionIdOf(secret), secret]));
  const rows = await db.$queryRaw<{ id: string; isSubscriber: boolean }[]>`
    SELECT s.id, ${hasCurrent(Prisma.sql`s.user_id`, now)} AS "isSubscriber"
    FROM session s WHERE ${areSessionsAtRest([...secretOf.keys()], now)}`;
  // guard: a shared statement answers each caller with their own session alone
  return new Map(rows.map((row) => [secretOf.get(row.id) ?? '', row.isSubscriber]));
}
