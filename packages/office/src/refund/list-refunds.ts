import { dayOf, minuteOf } from '@agres/core/operations/days';
import { brief, counted, euros } from '@agres/core/operations/format';
import { defineRead } from '@agres/core/operations/operation';
import { Prisma, type Db } from '@agres/db/db';
import { isOwed, REFUND_STATES, refundStateOf } from '@agres/money/refund/refund';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { lines, table } from '../operations/report.ts';
import { countValue, flagValue } from '../operations/values.ts';

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
  /** Why it failed, as the payment provider says it. */
  failureCode: z.string().nullable(),
  reason: z.string(),
  by: z.string(),
  origin: z.string(),
  date: z.iso.datetime(),
  settledDate: z.iso.datetime().nullable(),
  transferReference: z.string().nullable(),
  /** It failed, and what it was to give has not gone back another way. */
  isOwed: z.boolean(),
});
type Listed = z.output<typeof listedSchema>;

/** SQL for what is on its way and what failed: few rows, each part found by its own partial index. */
const OPEN_OR_FAILED = Prisma.sql`(
  SELECT * FROM refund WHERE state IN ('requested', 'sending', 'pending')
  UNION ALL
  SELECT * FROM refund WHERE state = 'failed')`;

type Row = Omit<Listed, 'state' | 'date' | 'settledDate'> & {
  state: string;
  at: Date;
  settledAt: Date | null;
};

/** The refunds that are on their way or still owed, else all, the newest first. */
const listRefunds = defineRead({
  name: 'refunds.list',
  permission: 'orders.read',
  input: z.object({ all: z.boolean(), limit: z.int().min(1).max(MAX_LIMIT) }),
  output: z.object({ refunds: z.array(listedSchema), areMore: z.boolean() }),
  run: async ({ db }, { all, limit }) => {
    const rows = await db.$queryRaw<Row[]>`
      SELECT r.id::text, r.order_id AS "orderId", r.subscription_id AS "subscriptionId",
        r.stripe_account AS "account", r.payment_intent_id AS "intentId",
        r.amount_cents AS "amountCents", r.state, r.failure_code AS "failureCode", r.reason, r.by,
        r.origin, r.at, r.settled_at AS "settledAt", r.transfer_reference AS "transferReference",
        ${isOwed} AS "isOwed"
      FROM ${all ? Prisma.sql`refund r` : Prisma.sql`${OPEN_OR_FAILED} r WHERE r.state <> 'failed' OR ${isOwed}`}
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

/** What a refund was for, as the commands name it. */
function subjectText({
  orderId,
  subscriptionId,
  intentId,
}: Pick<Listed, 'orderId' | 'subscriptionId' | 'intentId'>): string {
  if (orderId !== null) return `order ${orderId}`;
  return subscriptionId === null ? intentId : `subscription ${subscriptionId}, ${intentId}`;
}

function refundStateWords({ state, failureCode, transferReference, isOwed: owed }: Listed): string {
  switch (state) {
    case 'requested':
    case 'sending':
      return 'on its way';
    case 'pending':
      return 'with the bank';
    case 'succeeded':
      return 'arrived';
    case 'failed':
      return `failed (${failureCode ?? 'unknown'}), ${owed ? 'still owed' : 'settled otherwise'}`;
    case 'transferred':
      return `sent by transfer: ${brief(transferReference ?? '', 30)}`;
  }
}

/** What gives money back whose refund failed. */
function remedyOf({ orderId, intentId }: Pick<Listed, 'orderId' | 'intentId'>): string {
  const [card, transfer] =
    orderId === null
      ? [`payment:refund ${intentId}\``, `payment:transfer ${intentId}`]
      : [
          `order:refund ${orderId} --reason …\` (order:cancel where it is cancelled)`,
          `order:transfer ${orderId}`,
        ];
  return `\`pnpm shop ${card} tries the card again; after a bank transfer \`pnpm shop ${transfer} --reference …\``;
}

/** What helps where money is still owed. */
function remedies(refunds: readonly Listed[]): string[] {
  const owed = refunds.filter((refund) => refund.isOwed);
  const order = owed.find(({ orderId }) => orderId !== null);
  const payment = owed.find(({ orderId }) => orderId === null);
  return [
    ...(order === undefined ? [] : [`Of an order that failed: ${remedyOf(order)}.`]),
    ...(payment === undefined
      ? []
      : [
          `Of ${payment.subscriptionId === null ? 'a payment without an order' : `subscription ${payment.subscriptionId}`} that failed: ${remedyOf(payment)}.`,
        ]),
  ];
}

/** Money that is owed because its refund failed. */
export const failedRefundSchema = listedSchema.pick({
  orderId: true,
  subscriptionId: true,
  intentId: true,
  amountCents: true,
  failureCode: true,
  settledDate: true,
});
type FailedRefund = z.output<typeof failedRefundSchema>;

/** The failed refunds that are still owed, one for a payment, the oldest first. */
export async function findFailedRefunds(db: Db, limit: number): Promise<FailedRefund[]> {
  const rows = await db.$queryRaw<(Omit<FailedRefund, 'settledDate'> & { at: Date | null })[]>`
    SELECT * FROM (
      SELECT DISTINCT ON (r.payment_intent_id) r.order_id AS "orderId",
        r.subscription_id AS "subscriptionId", r.payment_intent_id AS "intentId",
        r.amount_cents AS "amountCents", r.failure_code AS "failureCode", r.settled_at AS "at"
      FROM refund r WHERE r.state = 'failed' AND ${isOwed}
      ORDER BY r.payment_intent_id, r.at DESC) owed
    ORDER BY at LIMIT ${limit}::int`;
  return rows.map(({ at, ...row }) => ({ ...row, settledDate: at?.toISOString() ?? null }));
}

/** What happened to a refund that failed, and what to do. */
export function failedRefundWords(refund: FailedRefund): string {
  const { amountCents, failureCode, settledDate } = refund;
  const on = settledDate === null ? '' : ` on ${dayOf(new Date(settledDate))}`;
  const whatToDo =
    failureCode === 'disputed'
      ? 'Nothing can be refunded while the bank decides'
      : remedyOf(refund);
  return `${euros(amountCents)} of ${subjectText(refund)} are owed, their refund failed${on} (${failureCode ?? 'unknown'}): ${whatToDo}.`;
}

export const refundsCommand = defineOperationCommand({
  name: 'refunds',
  summary: 'Money that is going back, and what failed and is still owed; with --all every refund',
  parameters: {
    all: { kind: 'flag', about: 'also what arrived' },
    limit: { kind: 'option', value: 'N', about: `at most so many lines; ${DEFAULT_LIMIT} else` },
  },
  notes: ['The newest first. What was given back in the dashboard is in it, by "provider".'],
  examples: ['', '--all --limit 200'],
  input: {
    all: flagValue.optional(),
    limit: countValue
      .refine((limit) => limit >= 1 && limit <= MAX_LIMIT, `must be from 1 to ${MAX_LIMIT}`)
      .optional(),
  },
  operation: listRefunds,
  read: ({ all, limit = DEFAULT_LIMIT }) => ({ all: all !== undefined, limit }),
  show: ({ refunds, areMore }, { typed }) => [
    table(
      ['For', 'Asked', '#Amount', 'State', 'By', 'Why'],
      refunds.map((refund) => [
        subjectText(refund),
        minuteOf(new Date(refund.date)),
        euros(refund.amountCents),
        refundStateWords(refund),
        refund.by,
        brief(refund.reason),
      ]),
      typed.all === undefined
        ? 'No money is on its way back, and none is owed.'
        : 'Nothing was given back yet.',
    ),
    ...(areMore
      ? [lines(`There are more than ${counted(refunds.length, 'refund')}: give a --limit.`)]
      : []),
    ...remedies(refunds).map((sentence) => lines(sentence)),
  ],
});
