import { defineRead } from '@agres/core/operations/operation';
import { Prisma, type Db } from '@agres/db/db';
import { REFUND_STATES, refundStateOf } from '@agres/money/refund/refund-outcome';
import { IS_OWED } from '@agres/money/refund/returned-money';
import { z } from 'zod';
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;

const listedSchema = z.object({
  id: z.uuid(),
  orderId: z.int().nullable(),
  subscriptionId: z.int().nullable(),
  account: z.string(),
  intentId: z.string(),
  amountCents: z.int(),
  state: z.enum(REFUND_STATES),
  /** Why the refund failed, usually the payment provider's code. */
  failureCode: z.string().nullable(),
  reason: z.string(),
  by: z.string(),
  origin: z.string(),
  date: z.iso.datetime(),
  settledDate: z.iso.datetime().nullable(),
  transferReference: z.string().nullable(),
  /** Whether it failed and its money has not been returned in another way. */
  isOwed: z.boolean(),
});
type ListedRefund = z.output<typeof listedSchema>;

/** Pending and failed refunds. `UNION ALL` lets each state use its own partial index. */
const OPEN_OR_FAILED = Prisma.sql`(
  SELECT * FROM refund WHERE state IN ('requested', 'sending', 'pending')
  UNION ALL
  SELECT * FROM refund WHERE state = 'failed')`;

type Row = Omit<ListedRefund, 'state' | 'date' | 'settledDate'> & {
  state: string;
  at: Date;
  settledAt: Date | null;
};

/** Lists the refunds that are pending or still owed, or with `all` every refund, newest first. */
export const listRefunds = defineRead({
  name: 'refunds.list',
  permission: 'payments.read',
  input: z.object({ all: z.boolean(), limit: z.int().min(1).max(MAX_LIMIT).nullable() }),
  output: z.object({ refunds: z.array(listedSchema), areMore: z.boolean() }),
  run: async ({ db }, { all, limit: given }) => {
    const limit = given ?? DEFAULT_LIMIT;
    const rows = await db.$queryRaw<Row[]>`
      SELECT r.id::text, r.order_id AS "orderId", r.subscription_id AS "subscriptionId",
        r.stripe_account AS "account", r.payment_intent_id AS "intentId",
        r.amount_cents AS "amountCents", r.state, r.failure_code AS "failureCode", r.reason, r.by,
        r.origin, r.at, r.settled_at AS "settledAt", r.transfer_reference AS "transferReference",
        ${IS_OWED} AS "isOwed"
      FROM ${all ? Prisma.sql`refund r` : Prisma.sql`${OPEN_OR_FAILED} r WHERE r.state <> 'failed' OR ${IS_OWED}`}
      ORDER BY r.at DESC LIMIT ${limit + 1}::int`;
    return {
      refunds: rows.slice(0, limit).map(({ at, settledAt, ...row }) => ({
        ...row,
        state: refundStateOf(row.state),
        date: at.toISOString(),
        settledDate: settledAt?.toISOString() ?? null,
      })),
      areMore: rows.length > limit,
    };
  },
});

export const failedRefundSchema = listedSchema.pick({
  orderId: true,
  subscriptionId: true,
  intentId: true,
  amountCents: true,
  failureCode: true,
  settledDate: true,
});
type FailedRefund = z.output<typeof failedRefundSchema>;

/** Returns the failed refunds that are still owed, one per payment, oldest first. */
export async function findFailedRefunds(db: Db, limit: number): Promise<FailedRefund[]> {
  const rows = await db.$queryRaw<(Omit<FailedRefund, 'settledDate'> & { at: Date | null })[]>`
    SELECT * FROM (
      SELECT DISTINCT ON (r.payment_intent_id) r.order_id AS "orderId",
        r.subscription_id AS "subscriptionId", r.payment_intent_id AS "intentId",
        r.amount_cents AS "amountCents", r.failure_code AS "failureCode", r.settled_at AS "at"
      FROM refund r WHERE r.state = 'failed' AND ${IS_OWED}
      ORDER BY r.payment_intent_id, r.at DESC) owed
    ORDER BY at LIMIT ${limit}::int`;
  return rows.map(({ at, ...row }) => ({ ...row, settledDate: at?.toISOString() ?? null }));
}
