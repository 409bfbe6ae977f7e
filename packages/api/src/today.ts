import { Prisma, type Db } from '@shop/db/db';
import { lateDeliveryOn, lateOrderIncrease, lateRefundDay } from '@shop/domain/consumer-rights';
import { LOW_STOCK } from '@shop/domain/stock';
import { z } from 'zod';

import { brokenLine } from './check-invariants.ts';
import { CONTRACTS } from './contracts.ts';
import {
  contractWords,
  findWaitingDeclarations,
  increaseSchema,
  increaseWords,
  listedDeclarationSchema,
  waitsWords,
} from './declarations/list-declarations.ts';
import { defineOperationCommand } from './operations/command.ts';
import { dayOf, minuteOf } from './operations/days.ts';
import { brief, counted, euros } from './operations/format.ts';
import { defineRead } from './operations/operation.ts';
import { lines, table, type Report } from './operations/report.ts';
import { givenBackOf, isToSend, itemNameOf } from './orders/order-state.ts';
import { promisedByOf } from './orders/order.ts';
import { findPurchaseViolations } from './purchase/purchase-invariants.ts';
import { bankCentsOfOrder, findOwedRefunds } from './refund/refund.ts';

const DAY_MS = 86_400_000;
/** The reply that the site promises (specification, section 1). */
const REPLY_DAYS = 2;
const OPEN_PURCHASE_MINUTES = 15;
/** Who has more to decide asks `pnpm shop declarations`. */
const DECLARATIONS = 20;
/** Who has more to send goes through `pnpm shop orders`. */
const PARCELS = 200;

const parcelSchema = z.object({
  id: z.int(),
  orderDate: z.iso.datetime(),
  item: z.string(),
  amountCents: z.int(),
  refundedCents: z.int(),
  /** The last day of the promised delivery, in Paris, and when the buyer asked for the parcel. */
  promisedBy: z.iso.date(),
  deliveryRequestedDate: z.iso.datetime().nullable(),
});

const optionSchema = z.object({
  id: z.int(),
  item: z.string(),
  title: z.string(),
  remaining: z.int(),
});

/** An order whose buyer cancelled it because it was late, and whose money has not gone back. */
const lateCancellationSchema = z.object({
  id: z.int(),
  requestedDate: z.iso.datetime(),
  leftCents: z.int(),
  due: z.object({ on: z.iso.date(), increase: increaseSchema }),
});

const todaySchema = z.object({
  /** The oldest orders to send. */
  parcels: z.array(parcelSchema),
  areMoreParcels: z.boolean(),
  /** The declarations that wait, as `declarations` lists them. */
  declarations: z.array(listedDeclarationSchema),
  areMoreDeclarations: z.boolean(),
  lateCancellations: z.array(lateCancellationSchema),
  held: z.array(z.object({ id: z.int(), heldFor: z.string() })),
  /** Waiting orders that were given back in full, and that nothing holds. */
  givenBack: z.array(z.int()),
  lowStock: z.array(optionSchema),
  messages: z.int(),
  oldestMessage: z.iso.datetime().nullable(),
  pastDue: z.int(),
  openPurchases: z.int(),
  deadJobs: z.int(),
  broken: z.array(z.object({ law: z.string(), subject: z.string(), detail: z.string() })),
});
type Today = z.output<typeof todaySchema>;

/** What waits for the people of the shop: parcels, stock, messages, trouble. */
const readToday = defineRead({
  name: 'today.read',
  permission: 'today.read',
  input: z.object({}),
  output: todaySchema,
  run: async ({ db, clock }) => {
    const now = clock();
    const lately = { createdAt: { gte: daysAgo(now, REPLY_DAYS) } };
    const [parcels, held, givenBack, lowStock, messages, oldest, broken] = await Promise.all([
      findParcels(db),
      db.$queryRaw<Today['held']>`
        SELECT id, held_for AS "heldFor" FROM orders WHERE held_for IS NOT NULL ORDER BY order_date, id`,
      db.$queryRaw<{ id: number }[]>`
        SELECT id FROM orders
        WHERE status = 'waiting' AND sent_at IS NULL AND cancelled_at IS NULL AND held_for IS NULL
          AND refunded_cents >= amount_cents
        ORDER BY id`,
      findLowStock(db, now),
      db.contactMessage.count({ where: lately }),
      db.contactMessage.findFirst({
        where: lately,
        orderBy: { createdAt: 'asc' },
        select: { createdAt: true },
      }),
      findPurchaseViolations(db, daysAgo(now, 1)),
    ]);
    const declarations = await findWaitingDeclarations(db, CONTRACTS, now);
    const lateCancellations = await findLateCancellations(db, now);
    const [openPurchases, deadJobs, pastDue] = await Promise.all([
      countOf(db.$queryRaw`
        SELECT count(*)::int AS count FROM purchase_attempt
        WHERE state IN ('reserved', 'charging')
          AND created_at < ${new Date(now.getTime() - OPEN_PURCHASE_MINUTES * 60_000)}`),
      db.job.count({ where: { deadAt: { not: null } } }),
      countOf(db.$queryRaw`
        SELECT count(*)::int AS count FROM subscription WHERE state = 'past_due'`),
    ]);
    return {
      parcels: parcels.slice(0, PARCELS),
      areMoreParcels: parcels.length > PARCELS,
      declarations: declarations.slice(0, DECLARATIONS),
      areMoreDeclarations: declarations.length > DECLARATIONS,
      lateCancellations,
      held,
      givenBack: givenBack.map(({ id }) => id),
      lowStock,
      messages,
      oldestMessage: oldest?.createdAt.toISOString() ?? null,
      pastDue,
      openPurchases,
      deadJobs,
      broken,
    };
  },
});

type ParcelRow = {
  id: number;
  orderDate: Date;
  itemTitleFr: string;
  chosenOptionTitleFr: string | null;
  amountCents: number;
  refundedCents: number | null;
  promisedBy: Date | null;
  deliveryRequestedAt: Date | null;
};

/** The oldest orders to send, and one more where there is one. */
async function findParcels(db: Db): Promise<Today['parcels']> {
  const rows = await db.$queryRaw<ParcelRow[]>`
    SELECT id, order_date AS "orderDate", item_title_fr AS "itemTitleFr",
      chosen_option_title_fr AS "chosenOptionTitleFr", amount_cents AS "amountCents",
      refunded_cents AS "refundedCents", promised_by AS "promisedBy",
      (SELECT at FROM delivery_notice WHERE order_id = orders.id AND kind = 'delivery')
        AS "deliveryRequestedAt"
    FROM orders WHERE ${isToSend} ORDER BY order_date, id LIMIT ${PARCELS + 1}::int`;
  return rows.map((row) => ({
    id: row.id,
    orderDate: row.orderDate.toISOString(),
    item: itemNameOf(row),
    amountCents: row.amountCents,
    refundedCents: row.refundedCents ?? 0,
    promisedBy: promisedByOf(row),
    deliveryRequestedDate: row.deliveryRequestedAt?.toISOString() ?? null,
  }));
}

/** Late orders that their buyers cancelled: held until somebody decides, or whose refund has not arrived. */
async function findLateCancellations(db: Db, now: Date): Promise<Today['lateCancellations']> {
  const owed = await findOwedRefunds(db, 'late');
  const ids = owed.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
  const requestedAt = Prisma.sql`(SELECT at FROM delivery_notice
    WHERE order_id = o.id AND kind = 'cancellation') AS "at"`;
  const left = Prisma.sql`greatest(0, o.amount_cents - coalesce(o.refunded_cents, 0)
    - ${bankCentsOfOrder(Prisma.sql`o.id`)}) AS "leftCents"`;
  const rows = await db.$queryRaw<{ id: number; at: Date | null; leftCents: number }[]>`
    SELECT o.id, ${left}, ${requestedAt} FROM orders o WHERE o.held_for = 'late'
    UNION
    SELECT o.id, ${left}, ${requestedAt} FROM orders o WHERE o.id = ANY(${ids}::int[])
    ORDER BY id`;
  return rows.flatMap(({ id, at, leftCents }) => {
    if (at === null) return [];
    const on = lateRefundDay(dayOf(at));
    const increase = lateOrderIncrease(dayOf(at), dayOf(now));
    return [{ id, requestedDate: at.toISOString(), leftCents, due: { on, increase } }];
  });
}

async function findLowStock(db: Db, now: Date): Promise<Today['lowStock']> {
  const options = await db.itemOption.findMany({
    where: { remaining: { lte: LOW_STOCK }, item: { publishedAt: { lte: now } } },
    select: { id: true, titleFr: true, remaining: true, item: { select: { titleFr: true } } },
    orderBy: [{ remaining: 'asc' }, { id: 'asc' }],
  });
  return options.map(({ id, titleFr, remaining, item }) => ({
    id,
    item: item.titleFr,
    title: titleFr,
    remaining,
  }));
}

export const todayCommand = defineOperationCommand({
  name: 'today',
  summary: 'What waits for you: parcels, stock, messages, trouble',
  parameters: {},
  examples: [''],
  input: {},
  operation: readToday,
  read: () => ({}),
  show: (today, { now }) => [
    ...showParcels(today, now),
    ...showDeclarations(today),
    table(
      ['#Option running out', 'Item', 'Of it', '#Left'],
      today.lowStock.map(({ id, item, title, remaining }) => [
        String(id),
        item,
        title,
        String(remaining),
      ]),
      'Nothing in the shop is running out.',
    ),
    lines(...signs(today, now)),
  ],
});

function showParcels({ parcels, areMoreParcels }: Today, now: Date): Report {
  const rows = parcels.map((order) => {
    const bought = new Date(order.orderDate);
    const days = Math.floor((now.getTime() - bought.getTime()) / DAY_MS);
    return [
      String(order.id),
      minuteOf(bought),
      brief(order.item),
      [counted(days, 'day'), ...lateWords(order, now), ...givenBackOf(order)].join(', '),
    ];
  });
  return [
    table(['#Order to send', 'Bought', 'Item', 'Waiting'], rows, 'No order waits.'),
    ...(areMoreParcels
      ? [lines('These are the oldest: `pnpm shop orders --status waiting` lists the newest.')]
      : []),
  ];
}

function showDeclarations({ declarations, areMoreDeclarations, lateCancellations }: Today): Report {
  if (declarations.length === 0 && lateCancellations.length === 0) return [];
  const rows = [
    ...declarations.map((row) => [
      `declaration ${row.id}`,
      minuteOf(new Date(row.declaredDate)),
      contractWords(row),
      waitsWords(row),
    ]),
    ...lateCancellations.map(({ id, requestedDate, leftCents, due: { on, increase } }) => [
      'late order, cancelled',
      minuteOf(new Date(requestedDate)),
      `order ${id}`,
      `${euros(leftCents)} due by ${on}${increase.kind === 'none' ? '' : `: ${increaseWords(increase, leftCents)}`}`,
    ]),
  ];
  return [
    table(['By law', 'Since', 'About', 'Waits for'], rows, ''),
    ...(areMoreDeclarations ? [lines('`pnpm shop declarations` lists the others.')] : []),
  ];
}

/** How late a parcel is, and what its buyer may do about it. */
function lateWords(
  { promisedBy, deliveryRequestedDate }: Today['parcels'][number],
  now: Date,
): string[] {
  const demandedOn = deliveryRequestedDate === null ? null : dayOf(new Date(deliveryRequestedDate));
  const late = lateDeliveryOn({ promisedBy, demandedOn }, dayOf(now));
  if (late.kind === 'in_time') return [];
  return [
    `promised by ${promisedBy}`,
    ...(demandedOn === null ? [] : [`asked for on ${demandedOn}`]),
    late.kind === 'cancellable'
      ? 'the buyer may cancel'
      : `the buyer may cancel from ${late.cancellableFrom} on`,
  ];
}

function signs(today: Today, now: Date): string[] {
  const { oldestMessage, messages, openPurchases, deadJobs, givenBack, held, broken } = today;
  const replyBy = new Date(Date.parse(oldestMessage ?? '') + REPLY_DAYS * DAY_MS);
  return [
    oldestMessage === null
      ? `No message in the last ${REPLY_DAYS} days.`
      : `${counted(messages, 'message')} in the last ${REPLY_DAYS} days; the site promises a reply to the oldest by ${minuteOf(replyBy)}.`,
    `${counted(today.pastDue, 'subscription')} whose last debit failed; Stripe tries again.`,
    ...(held.length === 0
      ? []
      : [
          `${counted(held.length, 'order')} held until you decide: ${held.map(({ id, heldFor }) => `${id} (${heldFor})`).join(', ')}. order:send --held, order:cancel or order:release.`,
        ]),
    ...(givenBack.length === 0
      ? []
      : [
          `${counted(givenBack.length, 'order')} given back in full, not to be sent: ${givenBack.join(', ')}.`,
        ]),
    openPurchases === 0
      ? 'No payment is unclear.'
      : `${counted(openPurchases, 'purchase')} open for more than ${OPEN_PURCHASE_MINUTES} minutes: the server settles them with Stripe; look at the log if they stay.`,
    deadJobs === 0
      ? 'No letter and no job was given up.'
      : `${counted(deadJobs, 'job')} given up: the alerts say which.`,
    ...(broken.length === 0
      ? [
          `Stock, orders and payments of the last day agree (${dayOf(now)}); \`pnpm shop check\` looks at all of them.`,
        ]
      : broken.map(brokenLine)),
  ];
}

/** Written by hand where the index holds only rows of these states: Prisma names them by parameters. */
async function countOf(counting: PromiseLike<{ count: number }[]>): Promise<number> {
  const [row] = await counting;
  return row?.count ?? 0;
}

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
