import type { Deps, MemberContext } from '@agres/core/context';
import { requireRateLimit } from '@agres/core/limits/require-rate-limit';
import { eraseRows, type RetentionRule } from '@agres/core/run-retention';
import { Prisma, type Db } from '@agres/db/db';
import { retryOnConflict } from '@agres/db/transaction';
import { parisDayOf } from '@agres/domain/days';
import { DomainError } from '@agres/domain/errors';
import { localeOf } from '@agres/domain/locale';
import { RETENTION } from '@agres/domain/retention';
import type { ListReviews, SetReview } from '@agres/domain/reviews.schema';
import { REVIEW_STATES } from '@agres/domain/shape-values';
import type { OwnReviews, ReviewPage } from '@agres/domain/shapes';

import { isAfterCursor, pageOf } from '../moment-cursor.ts';

const PLACE = Prisma.sql`decided_at, id`;
const PAGE = 10;

/**
 * Returns a page of an item's published reviews, newest first.
 * @throws DomainError `not_found` for an item that is not for sale
 */
export async function listReviews(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, cursor }: ListReviews,
): Promise<ReviewPage> {
  await requireItem({ db, clock }, id);
  const older =
    cursor === undefined ? Prisma.empty : Prisma.sql`AND ${isAfterCursor(PLACE, cursor)}`;
  const rows = await db.$queryRaw<ReviewRow[]>`
    SELECT id, rating, text, first_name AS "firstName", locale, decided_at AS "decidedAt",
      changed_at AS "changedAt", bought_on::text AS "boughtOn", is_demonstration AS "isDemonstration"
    FROM review WHERE state = 'published' AND item_id = ${id}::int ${older}
    ORDER BY decided_at DESC, id DESC LIMIT ${PAGE + 1}::int`;
  const { shown, nextCursor } = pageOf(rows, PAGE, ({ decidedAt, id: last }) => ({
    at: decidedAt,
    id: last,
  }));
  return {
    reviews: shown.map(({ locale, decidedAt, changedAt, ...review }) => ({
      ...review,
      locale: localeOf(locale),
      publishedOn: parisDayOf(decidedAt),
      changedOn: changedAt && parisDayOf(changedAt),
    })),
    nextCursor,
  };
}

type ReviewRow = Omit<ReviewPage['reviews'][number], 'locale' | 'publishedOn' | 'changedOn'> & {
  locale: string;
  decidedAt: Date;
  changedAt: Date | null;
};

async function requireItem({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number): Promise<void> {
  const item = await db.item.findFirst({
    where: { id, publishedAt: { lte: clock() } },
    select: { id: true },
  });
  if (item === null) throw new DomainError('not_found');
}

type ReceivedItem = { itemId: number; orderId: number; boughtAt: Date };

/**
 * Finds the items that a member received, each with the newest order that proves it: delivered, not cancelled
 * or refunded in full, and without an open withdrawal. A later refund leaves an existing review: the item was
 * used.
 */
async function findReceived(
  db: Db,
  { userId, itemId = null }: { userId: number; itemId?: number | null },
): Promise<ReceivedItem[]> {
  return db.$queryRaw<ReceivedItem[]>`
    SELECT DISTINCT ON (p.item_id) p.item_id AS "itemId", o.id AS "orderId", o.order_date AS "boughtAt"
    FROM orders o
    JOIN purchase_attempt a ON a.id = o.attempt_id
    JOIN item_option p ON p.id = a.option_id
    WHERE o.user_id = ${userId}::int AND o.status = 'delivered' AND o.cancelled_at IS NULL
      AND coalesce(o.refunded_cents, 0) < o.amount_cents
      AND (${itemId}::int IS NULL OR p.item_id = ${itemId}::int)
      AND NOT EXISTS (
        SELECT FROM declaration d
        WHERE d.order_id = o.id AND d.kind = 'withdrawal' AND d.closed_at IS NULL)
    ORDER BY p.item_id, o.order_date DESC, o.id DESC`;
}

/** Returns a member's reviews, newest first, and the items that they may review. */
export async function listOwnReviews(
  { db }: Pick<Deps, 'db'>,
  { userId }: { userId: number },
): Promise<OwnReviews> {
  const [rows, received] = await Promise.all([
    db.review.findMany({
      where: { userId },
      select: {
        itemId: true,
        rating: true,
        text: true,
        firstName: true,
        state: true,
        reason: true,
        writtenAt: true,
      },
      orderBy: { id: 'desc' },
    }),
    findReceived(db, { userId }),
  ]);
  return {
    reviews: rows.map(({ state, writtenAt, ...review }) => ({
      ...review,
      state: REVIEW_STATES.find((known) => known === state) ?? 'pending',
      writtenDate: writtenAt.toISOString(),
    })),
    receivedItemIds: received.map(({ itemId }) => itemId),
  };
}

/**
 * Writes or changes a member's review of an item that they received; a changed one waits for approval again.
 * Idempotent.
 * @throws DomainError `not_found` for an item that is not for sale, `item_not_received`
 */
export async function setReview(
  ctx: MemberContext,
  { id: itemId, rating, text, firstName }: SetReview,
): Promise<void> {
  const { db } = ctx.deps;
  const { userId } = ctx.session;
  await requireRateLimit(ctx, { limit: 'reviewByUser', key: String(userId) });
  await requireItem(ctx.deps, itemId);
  const [received] = await findReceived(db, { userId, itemId });
  if (received === undefined) throw new DomainError('item_not_received');
  const { orderId, boughtAt } = received;
  await retryOnConflict(
    () => db.$executeRaw`
      INSERT INTO review AS r (item_id, user_id, order_id, bought_on, first_name, rating, text, locale)
      SELECT ${itemId}::int, id, ${orderId}::int, ${parisDayOf(boughtAt)}::date, ${firstName},
        ${rating}::smallint, ${text}, ${ctx.locale}
      FROM users WHERE id = ${userId}::int
      ON CONFLICT (user_id, item_id) DO UPDATE
      SET order_id = EXCLUDED.order_id, bought_on = EXCLUDED.bought_on, rating = EXCLUDED.rating,
        text = EXCLUDED.text, first_name = EXCLUDED.first_name, locale = EXCLUDED.locale,
        state = 'pending', reason = NULL, decided_at = NULL, changed_at = clock_timestamp(),
        version = r.version + 1
      WHERE (r.rating, r.text, r.first_name)
        IS DISTINCT FROM (EXCLUDED.rating, EXCLUDED.text, EXCLUDED.first_name)`,
  );
  // A changed review waits for approval again, so the published one must disappear.
  ctx.contentChanged();
}

/**
 * Deletes a member's review of an item, published or not.
 * @throws DomainError `not_found` if there is none
 */
export async function removeReview(ctx: MemberContext, itemId: number): Promise<void> {
  const { db } = ctx.deps;
  const { userId } = ctx.session;
  await requireRateLimit(ctx, { limit: 'reviewByUser', key: String(userId) });
  const { count } = await retryOnConflict(() =>
    db.review.deleteMany({ where: { userId, itemId } }),
  );
  if (count === 0) throw new DomainError('not_found');
  ctx.contentChanged();
}

export const reviewRetention: readonly RetentionRule[] = [
  {
    name: 'declined_reviews',
    run: ({ db }) =>
      eraseRows(db, 'review', {
        where: Prisma.sql`state = 'declined'
          AND decided_at < now() - make_interval(days => ${RETENTION.declinedReviewDays}::int)`,
      }),
  },
];
