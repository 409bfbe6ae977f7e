import { enqueueEmail } from '@agres/core/jobs/email';
import { defineChange, defineRead, type ChangeContext } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import { parisMinuteOf } from '@agres/domain/days';
import { LOCALES, localeOf } from '@agres/domain/locale';
import { REVIEW_LENGTH } from '@agres/domain/reviews';
import { REVIEW_STATES } from '@agres/domain/shape-values';
import { paragraphSchema } from '@agres/domain/text.schema';
import { reviewDeclinedEmail } from '@agres/shop/reviews/emails';
import { z } from 'zod';

import { MAX_TEXTS_LISTED } from '../operations/values.ts';

const reviewSchema = z.object({
  id: z.int(),
  item: z.string(),
  itemEn: z.string(),
  itemId: z.int(),
  /** The order that proves the receipt of the item; null for demonstration data. */
  order: z.int().nullable(),
  boughtDate: z.iso.date(),
  firstName: z.string(),
  rating: z.int(),
  text: z.string(),
  locale: z.enum(LOCALES),
  state: z.enum(REVIEW_STATES),
  reason: z.string().nullable(),
  isDemonstration: z.boolean(),
  writtenDate: z.iso.datetime(),
  changedDate: z.iso.datetime().nullable(),
  decidedDate: z.iso.datetime().nullable(),
  version: z.int(),
});

/** Lists reviews: pending ones oldest first, decided ones newest first. */
export const listReviews = defineRead({
  name: 'reviews.list',
  permission: 'reviews.read',
  /** Null means pending. */
  input: z.object({ state: z.enum(REVIEW_STATES).nullable() }),
  output: z.object({
    reviews: z.array(reviewSchema),
    areMore: z.boolean(),
    counts: z.array(z.object({ state: z.enum(REVIEW_STATES), count: z.int() })),
    /** Of the published ones; null without any. Demonstration reviews do not count beside others. */
    rated: z.object({ average: z.number(), count: z.int() }).nullable(),
  }),
  run: async ({ db }, { state }) => {
    const isWaiting = state === null || state === 'pending';
    const counted = await db.$queryRaw<{ state: string; count: number }[]>`
      SELECT state, count(*)::int AS count FROM review GROUP BY state`;
    const [rated = null] = await db.$queryRaw<{ average: number; count: number }[]>`
      SELECT avg(rating)::float AS average, count(*)::int AS count FROM review
      WHERE state = 'published' GROUP BY is_demonstration ORDER BY is_demonstration LIMIT 1`;
    const rows = await db.review.findMany({
      where: { state: state ?? 'pending' },
      include: { item: { select: { titleFr: true, titleEn: true } } },
      orderBy: [{ writtenAt: isWaiting ? 'asc' : 'desc' }, { id: isWaiting ? 'asc' : 'desc' }],
      take: MAX_TEXTS_LISTED + 1,
    });
    return {
      reviews: rows.slice(0, MAX_TEXTS_LISTED).map((row) => ({
        ...row,
        item: row.item.titleFr,
        itemEn: row.item.titleEn,
        order: row.orderId,
        boughtDate: row.boughtOn.toISOString().slice(0, 10),
        locale: localeOf(row.locale),
        state: REVIEW_STATES.find((known) => known === row.state) ?? 'pending',
        writtenDate: row.writtenAt.toISOString(),
        changedDate: row.changedAt?.toISOString() ?? null,
        decidedDate: row.decidedAt?.toISOString() ?? null,
      })),
      areMore: rows.length > MAX_TEXTS_LISTED,
      counts: REVIEW_STATES.map((one) => ({
        state: one,
        count: counted.find((row) => row.state === one)?.count ?? 0,
      })),
      rated,
    };
  },
});

const decided = {
  review: z.int().positive(),
  /** The version from `reviews.list`; null decides on any version of the text. */
  version: z.int().min(1).nullable().optional(),
};
const decisionSchema = z.object({ review: z.int(), state: z.enum(REVIEW_STATES) });

/** Publishes a review on its item's page, even if it was declined. Idempotent. */
export const publishReview = defineChange({
  name: 'reviews.publish',
  permission: 'reviews.decide',
  kind: 'change',
  input: z.object(decided),
  output: decisionSchema,
  run: async (work, { review, version }) => {
    await decide(work, { review, version, state: 'published', reason: null });
    return { review, state: 'published' as const };
  },
});

/** Declines a review, even if it was published, and emails the reason to its author. Idempotent. */
export const declineReview = defineChange({
  name: 'reviews.decline',
  permission: 'reviews.decide',
  kind: 'change',
  input: z.object({ ...decided, reason: paragraphSchema(REVIEW_LENGTH.reason) }),
  output: decisionSchema,
  run: async (work, { review, version, reason }) => {
    const changed = await decide(work, { review, version, state: 'declined', reason });
    if (changed !== null && !changed.isDemonstration) {
      await enqueueEmail(work.tx, {
        email: reviewDeclinedEmail,
        request: { reviewId: review, version: changed.version },
        dedupe: `${reviewDeclinedEmail.kind}:${review}:${changed.version}`,
      });
    }
    return { review, state: 'declined' as const };
  },
});

type Decision = {
  review: number;
  version: number | null | undefined;
  state: 'published' | 'declined';
  reason: string | null;
};

type DecidedReview = { version: number; isDemonstration: boolean };

/**
 * Writes and journals a decision. Returns null if the same decision already stands, which is only journaled.
 */
async function decide(
  { tx, clock, journal }: Pick<ChangeContext, 'tx' | 'clock' | 'journal'>,
  { review: id, version, state, reason }: Decision,
): Promise<DecidedReview | null> {
  await tx.$queryRaw`SELECT id FROM review WHERE id = ${id}::int FOR UPDATE`;
  const before = await tx.review.findUnique({ where: { id } });
  if (before === null) refuse({ code: 'review_unknown', review: id });
  const stands = before.state === state && before.reason === reason;
  if (!stands) await refuseStaleReview(tx, before, version);
  const changed = stands
    ? null
    : await tx.review.update({
        where: { id },
        data: { state, reason, decidedAt: clock(), version: { increment: 1 } },
        select: { version: true, isDemonstration: true },
      });
  await journal({
    subject: { kind: 'review', id },
    // The text of the reason may contain personal data.
    changes: { state: [before.state, state], ...(reason === null ? {} : { reason: true }) },
  });
  return changed;
}

/** Refuses a decision if the text, or an earlier decision, is newer than what the person read. */
async function refuseStaleReview(
  tx: Tx,
  review: { id: number; version: number; firstName: string; state: string; changedAt: Date | null },
  read: number | null | undefined,
): Promise<void> {
  if (read == null || read === review.version) return;
  const last = await tx.journalEntry.findFirst({
    where: { subjectKind: 'review', subjectId: String(review.id) },
    select: { actorName: true, at: true },
    orderBy: { id: 'desc' },
  });
  // A pending review was last changed by its author, and a decided one by the staff member who decided.
  const isByAuthor = review.state === 'pending' || last === null;
  refuse({
    code: 'changed_since',
    by: isByAuthor ? review.firstName : last.actorName,
    at: parisMinuteOf(isByAuthor ? (review.changedAt ?? new Date()) : last.at),
  });
}
