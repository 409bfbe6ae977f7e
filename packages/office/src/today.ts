import { dayOf, minuteOf } from '@agres/core/operations/days';
import { brief, counted, euros } from '@agres/core/operations/format';
import { defineRead } from '@agres/core/operations/operation';
import { Prisma, type Db } from '@agres/db/db';
import { trackingOf } from '@agres/domain/carriers';
import { lateDeliveryOn, lateOrderIncrease, lateRefundDay } from '@agres/domain/consumer-rights';
import { trackingSchema } from '@agres/domain/shapes.schema';
import { LOW_STOCK } from '@agres/domain/stock';
import { findNamedOrders } from '@agres/money/declarations/declaration';
import { promisedByOf } from '@agres/money/orders/order';
import { givenBackOf, isToSend, itemNameOf } from '@agres/money/orders/order-state';
import { findPurchaseViolations } from '@agres/money/purchase/purchase-invariants';
import { bankCentsOfOrder, findOwedRefunds } from '@agres/money/refund/refund';
import { CONTRACTS } from '@agres/shop/contracts';
import { z } from 'zod';

import { brokenLine } from './check-command.ts';
import { findMessagesToAnswer, messagesSchema } from './contact/answer-messages.ts';
import {
  contractWords,
  findFloods,
  findWaitingDeclarations,
  floodSchema,
  floodWords,
  increaseSchema,
  increaseWords,
  listedDeclarationSchema,
  waitsWords,
} from './declarations/list-declarations.ts';
import { defineOperationCommand } from './operations/command.ts';
import { lines, table, type Report } from './operations/report.ts';
import { findGiftsToSend, giftsSchema } from './referral/gifts.ts';
import { failedRefundSchema, failedRefundWords, findFailedRefunds } from './refund/list-refunds.ts';

const DAY_MS = 86_400_000;
/** The reply that the site promises (specification, section 1). */
const REPLY_DAYS = 2;
const OPEN_PURCHASE_MINUTES = 15;
/** Who has more to decide asks `pnpm shop declarations`. */
const DECLARATIONS = 20;
/** The number of lines per kind of trouble, oldest first. */
const TROUBLES = 20;
/** A parcel that was sent so long ago has arrived, or is lost. */
const UNDERWAY_DAYS = 8;
/** `order:deliver` takes so many at once. */
const UNDERWAY = 100;
/** Who has more to send goes through `pnpm shop orders`. */
const PARCELS = 200;

const parcelSchema = z.object({
  id: z.int(),
  orderDate: z.iso.datetime(),
  preparedDate: z.iso.datetime().nullable(),
  item: z.string(),
  amountCents: z.int(),
  refundedCents: z.int(),
  /** The last day of the promised delivery, in Paris, and when the buyer asked for the parcel. */
  promisedBy: z.iso.date(),
  deliveryRequestedDate: z.iso.datetime().nullable(),
  /** The open declaration without a log-in that may be about it. */
  declaration: z.int().nullable(),
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

/** A dispute that the bank has not decided. */
const disputeSchema = z.object({
  orderId: z.int().nullable(),
  subscriptionId: z.int().nullable(),
  intentId: z.string(),
  amountCents: z.int(),
  /** The payment provider's words. */
  status: z.string(),
  reason: z.string(),
  openedDate: z.iso.datetime(),
  answerByDate: z.iso.datetime().nullable(),
});

/** A parcel that was sent long ago, and is not marked as delivered. */
const underwaySchema = z.object({
  id: z.int(),
  item: z.string(),
  sentDate: z.iso.datetime(),
  tracking: trackingSchema.nullable(),
});

const todaySchema = z.object({
  failedRefunds: z.array(failedRefundSchema),
  disputes: z.array(disputeSchema),
  /** The oldest orders to send. */
  parcels: z.array(parcelSchema),
  areMoreParcels: z.boolean(),
  /** The declarations that wait, as `declarations` lists them. */
  declarations: z.array(listedDeclarationSchema),
  areMoreDeclarations: z.boolean(),
  floods: z.array(floodSchema),
  lateCancellations: z.array(lateCancellationSchema),
  held: z.array(z.object({ id: z.int(), heldFor: z.string() })),
  /** Waiting orders that were given back in full, and that nothing holds. */
  givenBack: z.array(z.int()),
  lowStock: z.array(optionSchema),
  underway: z.array(underwaySchema),
  /** Of the last two days, and not answered. */
  messages: z.int(),
  oldestMessage: z.iso.datetime().nullable(),
  /** Older than the reply that the site promises. */
  lateMessages: messagesSchema,
  gifts: giftsSchema,
  pastDue: z.int(),
  openPurchases: z.int(),
  deadJobs: z.int(),
  /** What the newest of them failed with. */
  deadJobErrors: z.array(z.object({ id: z.int(), kind: z.string(), error: z.string() })),
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
    const replyDue = daysAgo(now, REPLY_DAYS);
    const lately = { createdAt: { gte: replyDue }, answeredAt: null };
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
    const [failedRefunds, disputes, underway, lateMessages, gifts] = await Promise.all([
      findFailedRefunds(db, TROUBLES),
      findOpenDisputes(db),
      findUnderway(db, now),
      findMessagesToAnswer(db, { before: replyDue }),
      findGiftsToSend(db),
    ]);
    const [openPurchases, deadJobs, pastDue, deadJobErrors] = await Promise.all([
      countOf(db.$queryRaw`
        SELECT count(*)::int AS count FROM purchase_attempt
        WHERE state IN ('reserved', 'charging')
          AND created_at < ${new Date(now.getTime() - OPEN_PURCHASE_MINUTES * 60_000)}`),
      db.job.count({ where: { deadAt: { not: null } } }),
      countOf(db.$queryRaw`
        SELECT count(*)::int AS count FROM subscription WHERE state = 'past_due'`),
      db.$queryRaw<Today['deadJobErrors']>`
        SELECT id, kind, coalesce(last_error, 'unknown') AS error FROM job
        WHERE dead_at IS NOT NULL ORDER BY dead_at DESC LIMIT ${TROUBLES}::int`,
    ]);
    return {
      failedRefunds,
      disputes,
      underway,
      lateMessages,
      gifts,
      deadJobErrors,
      parcels: parcels.slice(0, PARCELS),
      areMoreParcels: parcels.length > PARCELS,
      declarations: declarations.slice(0, DECLARATIONS),
      areMoreDeclarations: declarations.length > DECLARATIONS,
      floods: await findFloods(db),
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
  printedAt: Date | null;
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
    SELECT id, order_date AS "orderDate", printed_at AS "printedAt", item_title_fr AS "itemTitleFr",
      chosen_option_title_fr AS "chosenOptionTitleFr", amount_cents AS "amountCents",
      refunded_cents AS "refundedCents", promised_by AS "promisedBy",
      (SELECT at FROM delivery_notice WHERE order_id = orders.id AND kind = 'delivery')
        AS "deliveryRequestedAt"
    FROM orders WHERE ${isToSend} ORDER BY order_date, id LIMIT ${PARCELS + 1}::int`;
  const named = await findNamedOrders(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    orderDate: row.orderDate.toISOString(),
    preparedDate: row.printedAt?.toISOString() ?? null,
    item: itemNameOf(row),
    amountCents: row.amountCents,
    refundedCents: row.refundedCents ?? 0,
    promisedBy: promisedByOf(row),
    deliveryRequestedDate: row.deliveryRequestedAt?.toISOString() ?? null,
    declaration: named.get(row.id) ?? null,
  }));
}

/** Late orders that their buyers cancelled: held for the owner's decision, or whose refund has not arrived. */
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

async function findOpenDisputes(db: Db): Promise<Today['disputes']> {
  const rows = await db.dispute.findMany({
    where: { closedAt: null },
    orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
    take: TROUBLES,
  });
  return rows.map(({ paymentIntentId, openedAt, answerBy, ...dispute }) => ({
    ...dispute,
    intentId: paymentIntentId,
    openedDate: openedAt.toISOString(),
    answerByDate: answerBy?.toISOString() ?? null,
  }));
}

type UnderwayRow = Omit<ParcelRow, 'printedAt' | 'promisedBy' | 'deliveryRequestedAt'> & {
  sentAt: Date;
  carrier: string | null;
  trackingNumber: string | null;
};

/** Parcels that were sent long ago and whose money is not back: until they are delivered, no right ends. */
async function findUnderway(db: Db, now: Date): Promise<Today['underway']> {
  const rows = await db.$queryRaw<UnderwayRow[]>`
    SELECT id, order_date AS "orderDate", item_title_fr AS "itemTitleFr",
      chosen_option_title_fr AS "chosenOptionTitleFr", sent_at AS "sentAt", carrier,
      tracking_number AS "trackingNumber", amount_cents AS "amountCents",
      refunded_cents AS "refundedCents"
    FROM orders
    WHERE status = 'waiting' AND sent_at < ${daysAgo(now, UNDERWAY_DAYS)} AND held_for IS NULL
      AND coalesce(refunded_cents, 0) < amount_cents
    ORDER BY order_date, id LIMIT ${UNDERWAY}::int`;
  return rows.map((row) => ({
    id: row.id,
    item: itemNameOf(row),
    sentDate: row.sentAt.toISOString(),
    tracking: trackingOf(row.carrier, row.trackingNumber),
  }));
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
    ...showMoney(today),
    ...showDeclarations(today),
    ...showParcels(today, now),
    ...showUnderway(today),
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

/** Money that is owed or may be lost, each with what to do. */
function showMoney({ failedRefunds, disputes }: Today): Report {
  const sentences = [...failedRefunds.map(failedRefundWords), ...disputes.map(disputeWords)];
  return sentences.length === 0 ? [] : [lines(...sentences)];
}

function disputeWords(dispute: Today['disputes'][number]): string {
  const { orderId, subscriptionId, intentId, amountCents, status, reason } = dispute;
  const ofPayment =
    subscriptionId === null ? intentId : `subscription ${subscriptionId}, ${intentId}`;
  const paid = orderId === null ? ofPayment : `order ${orderId}`;
  const since = dayOf(new Date(dispute.openedDate));
  const what = `The payment of ${paid} is disputed since ${since}: ${euros(amountCents)}, ${reason}`;
  // The provider's words for a case that waits for the shop: needs_response, warning_needs_response.
  if (!status.endsWith('needs_response')) return `${what}. The bank decides: nothing to do now.`;
  const by = dispute.answerByDate === null ? '' : ` by ${dayOf(new Date(dispute.answerByDate))}`;
  const refunded = `order:refund ${orderId ?? ''} ends it, or answer`;
  const isInquiry = status.startsWith('warning') && orderId !== null;
  return `${what}. ${isInquiry ? refunded : 'Answer'} in the dashboard of the payment provider${by}.`;
}

/** Parcels not marked as delivered, with the command that marks all of them. */
function showUnderway({ underway }: Today): Report {
  if (underway.length === 0) return [];
  const ids = underway.map(({ id }) => id).join(' ');
  return [
    table(
      ['#Order not delivered', 'Sent', 'Item', 'Carrier', 'Number'],
      underway.map(({ id, sentDate, item, tracking }) => [
        String(id),
        dayOf(new Date(sentDate)),
        brief(item),
        tracking?.carrier ?? '',
        tracking?.number ?? '',
      ]),
      '',
    ),
    lines(
      `Sent more than ${UNDERWAY_DAYS} days ago: the time to withdraw ends only after a delivery. If all of them have arrived: pnpm shop order:deliver ${ids}`,
    ),
  ];
}

function showParcels({ parcels, areMoreParcels }: Today, now: Date): Report {
  const rows = parcels.map((order) => {
    const bought = new Date(order.orderDate);
    const days = Math.floor((now.getTime() - bought.getTime()) / DAY_MS);
    return [
      String(order.id),
      minuteOf(bought),
      brief(order.item),
      [
        counted(days, 'day'),
        ...(order.preparedDate === null ? [] : ['prepared']),
        ...(order.declaration === null
          ? []
          : [`declaration ${order.declaration} may be about it: not to be sent among others`]),
        ...lateWords(order, now),
        ...givenBackOf(order),
      ].join(', '),
    ];
  });
  return [
    table(['#Order to send', 'Bought', 'Item', 'Waiting'], rows, 'No order waits.'),
    ...(areMoreParcels
      ? [lines('These are the oldest: `pnpm shop orders --status waiting` lists the newest.')]
      : []),
  ];
}

function showDeclarations(today: Today): Report {
  const { declarations, areMoreDeclarations, lateCancellations, floods } = today;
  if (declarations.length + lateCancellations.length + floods.length === 0) return [];
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
    ...(rows.length === 0 ? [] : [table(['By law', 'Since', 'About', 'Waits for'], rows, '')]),
    ...(areMoreDeclarations ? [lines('`pnpm shop declarations` lists the others.')] : []),
    ...(floods.length === 0 ? [] : [lines(...floodWords(floods))]),
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
  const { oldestMessage, messages, lateMessages, openPurchases, givenBack, held, broken } = today;
  const replyBy = new Date(Date.parse(oldestMessage ?? '') + REPLY_DAYS * DAY_MS);
  return [
    oldestMessage === null
      ? `No message of the last ${REPLY_DAYS} days waits for an answer.`
      : `${counted(messages, 'message')} of the last ${REPLY_DAYS} days to answer; the site promises a reply to the oldest by ${minuteOf(replyBy)}.`,
    ...lateMessageWords(lateMessages),
    ...today.gifts.map(
      ({ member, earnedDate }) =>
        `Parallettes to send to member ${member}, earned on ${dayOf(new Date(earnedDate))}; then: pnpm shop gift:send ${member}`,
    ),
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
    ...deadJobWords(today),
    ...(broken.length === 0
      ? [
          `Stock, orders and payments of the last day agree (${dayOf(now)}); \`pnpm shop check\` looks at all of them.`,
        ]
      : broken.map(brokenLine)),
  ];
}

function lateMessageWords(messages: Today['lateMessages']): string[] {
  const [oldest] = messages;
  if (oldest === undefined) return [];
  const told = messages.slice(0, TROUBLES);
  const ids = told.map(({ id }) => id).join(' ');
  return [
    `Older than ${REPLY_DAYS} days and not answered, since ${dayOf(new Date(oldest.sentDate))}: ${told.map(({ id, subject }) => `${id} (${brief(subject, 20)})`).join(', ')}. \`pnpm shop messages\` says whom to answer; then: pnpm shop message:answered ${ids}`,
  ];
}

function deadJobWords({ deadJobs, deadJobErrors }: Today): string[] {
  if (deadJobs === 0) return ['No email and no job was given up.'];
  return [
    `${counted(deadJobs, 'job')} given up, the newest first: ${deadJobErrors.map(({ id, kind, error }) => `${id} (${kind}: ${brief(error, 60)})`).join(', ')}.`,
  ];
}

/** Written by hand where the index holds only rows of these states: Prisma names them by parameters. */
async function countOf(counting: PromiseLike<{ count: number }[]>): Promise<number> {
  const [row] = await counting;
  return row?.count ?? 0;
}

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
