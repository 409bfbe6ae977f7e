import { defineRead } from '@agres/core/operations/operation';
import { readSetting, readShopFacts } from '@agres/core/settings';
import { Prisma, type Db } from '@agres/db/db';
import { BRAND, type ShopFacts } from '@agres/domain/brand';
import { trackingOf } from '@agres/domain/carriers';
import { lateOrderIncrease, lateRefundDay } from '@agres/domain/consumer-rights';
import { addDays, parisDayOf, startOfDay } from '@agres/domain/days';
import { deliveryAreaOf } from '@agres/domain/delivery';
import { trackingSchema } from '@agres/domain/shapes.schema';
import { LOW_STOCK } from '@agres/domain/stock';
import { findNamedOrders } from '@agres/money/declarations/declaration';
import { missingOnInvoices } from '@agres/money/invoices/invoice';
import {
  ARE_GOODS_BACK,
  IS_REPLACEMENT_TO_SEND,
  IS_TO_SEND,
  IS_UNSENT,
} from '@agres/money/orders/order-state';
import { promisedByOf } from '@agres/money/orders/read-order';
import { findPurchaseViolations } from '@agres/money/purchase/purchase-invariants';
import { bankCentsOfOrder, findOwedRefunds } from '@agres/money/refund/returned-money';
import { z } from 'zod';

import { missingFacts } from './checks/check-law.ts';
import { findMessages, messagesSchema } from './contact/answer-messages.ts';
import {
  findFloods,
  findWaitingDeclarations,
  floodSchema,
  increaseSchema,
  listedDeclarationSchema,
} from './declarations/list-declarations.ts';
import { MAX_TEXTS_LISTED } from './operations/values.ts';
import { findOpenDisputes, openDisputeSchema } from './orders/open-disputes.ts';
import { findGiftsToSend, giftsSchema } from './referral/gifts.ts';
import { failedRefundSchema, findFailedRefunds } from './refund/list-refunds.ts';
import { findPause } from './settings/sales-pause.ts';

const DAY_MS = 86_400_000;
/** The promised time to reply, in days (S1.21). */
const REPLY_DAYS = 2;
const OPEN_PURCHASE_MINUTES = 15;
/** How many declarations are shown; `pnpm shop declarations list` shows more. */
const DECLARATIONS = 20;
/** How many rows of each kind of trouble are shown. */
const TROUBLES = 20;
/** A parcel sent this many days ago should have arrived, or is lost. */
const UNDERWAY_DAYS = 8;
/** How many parcels are shown under way: as many orders as one `orders deliver` accepts. */
const UNDERWAY = 100;
/** How many parcels to send are shown; `pnpm shop orders list` shows more. */
const PARCELS = 200;

const parcelSchema = z.object({
  id: z.int(),
  orderDate: z.iso.datetime(),
  preparedDate: z.iso.datetime().nullable(),
  item: z.string(),
  itemEn: z.string(),
  amountCents: z.int(),
  refundedCents: z.int(),
  /** The last day of the promised delivery, in Paris. */
  promisedBy: z.iso.date(),
  /** The last day of the usual delivery of its area; null if the shop states none. */
  usualBy: z.iso.date().nullable(),
  deliveryRequestedDate: z.iso.datetime().nullable(),
  /** An open declaration without a log-in that may be about this order. */
  declaration: z.int().nullable(),
});

const optionSchema = z.object({
  id: z.int(),
  itemId: z.int(),
  item: z.string(),
  itemEn: z.string(),
  title: z.string(),
  titleEn: z.string(),
  remaining: z.int(),
});

const withoutMakerSchema = z.object({
  id: z.int(),
  titleFr: z.string(),
  titleEn: z.string(),
});

/** A late order that its buyer cancelled and whose refund has not arrived. */
const lateCancellationSchema = z.object({
  id: z.int(),
  requestedDate: z.iso.datetime(),
  leftCents: z.int(),
  due: z.object({ on: z.iso.date(), increase: increaseSchema }),
});

const waitingReplacementSchema = z.object({
  id: z.int(),
  order: z.int(),
  item: z.string(),
  itemEn: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  createdDate: z.iso.datetime(),
  preparedDate: z.iso.datetime().nullable(),
});

/** A parcel sent long ago that is not marked as delivered. */
const underwaySchema = z.object({
  id: z.int(),
  /** Null for the order's own parcel. */
  replacement: z.int().nullable(),
  item: z.string(),
  itemEn: z.string(),
  sentDate: z.iso.datetime(),
  tracking: trackingSchema.nullable(),
});

const todaySchema = z.object({
  /** The orders of this day in Paris, and what their buyers paid. */
  ordersToday: z.int(),
  salesTodayCents: z.int(),
  /** Null if sales are not paused. */
  salesPausedSince: z.iso.datetime().nullable(),
  /** When `pnpm backup` last completed a file; null if never. */
  lastBackupDate: z.iso.datetime().nullable(),
  failedRefunds: z.array(failedRefundSchema),
  disputes: z.array(openDisputeSchema),
  /** The orders to send, oldest first. */
  parcels: z.array(parcelSchema),
  areMoreParcels: z.boolean(),
  declarations: z.array(listedDeclarationSchema),
  areMoreDeclarations: z.boolean(),
  floods: z.array(floodSchema),
  lateCancellations: z.array(lateCancellationSchema),
  held: z.array(z.object({ id: z.int(), heldFor: z.string() })),
  /** Unsent orders that were fully refunded and are not held. */
  givenBack: z.array(z.int()),
  /** The replacements to send, oldest first. */
  replacements: z.array(waitingReplacementSchema),
  lowStock: z.array(optionSchema),
  /** Items on the site that name no maker (GPSR, article 19). */
  withoutMaker: z.array(withoutMakerSchema),
  underway: z.array(underwaySchema),
  /** The number of unanswered messages of the last two days. */
  messages: z.int(),
  oldestMessage: z.iso.datetime().nullable(),
  /** The unanswered messages past the promised time to reply. */
  lateMessages: messagesSchema,
  /** The number of pending reviews. */
  reviews: z.int(),
  gifts: giftsSchema,
  pastDue: z.int(),
  /** True until the owner states whether the shop charges VAT. No invoice is made until then. */
  isVatUnanswered: z.boolean(),
  /** The missing facts that the law requires, as paths such as `seller.telephone`. */
  missingFacts: z.array(z.string()),
  /** The missing facts without which no invoice is made. */
  missingOnInvoices: z.array(z.string()),
  openPurchases: z.int(),
  deadJobs: z.int(),
  /** The errors of the newest dead jobs. */
  deadJobErrors: z.array(z.object({ id: z.int(), kind: z.string(), error: z.string() })),
  broken: z.array(z.object({ invariant: z.string(), subject: z.string(), detail: z.string() })),
});
type Today = z.output<typeof todaySchema>;

type Parcels = Pick<Today, 'parcels' | 'areMoreParcels' | 'replacements' | 'underway'>;

/** The other fields, as a person who may only send parcels gets them. */
const NOTHING_ELSE: Omit<Today, keyof Parcels> = {
  ordersToday: 0,
  salesTodayCents: 0,
  salesPausedSince: null,
  lastBackupDate: null,
  failedRefunds: [],
  disputes: [],
  declarations: [],
  areMoreDeclarations: false,
  floods: [],
  lateCancellations: [],
  held: [],
  givenBack: [],
  lowStock: [],
  withoutMaker: [],
  messages: 0,
  oldestMessage: null,
  lateMessages: [],
  reviews: 0,
  gifts: [],
  pastDue: 0,
  isVatUnanswered: false,
  missingFacts: [],
  missingOnInvoices: [],
  openPurchases: 0,
  deadJobs: 0,
  deadJobErrors: [],
  broken: [],
};

/** Lists the open tasks: parcels for all staff; money, stock, messages and trouble for owners. */
export const readToday = defineRead({
  name: 'today.read',
  permission: 'today.read',
  input: z.object({}),
  output: todaySchema,
  run: async ({ db, clock, has }) => {
    const now = clock();
    const facts = await readShopFacts(db);
    const waiting = await findParcels(db, facts.delivery.usualDays);
    const parcels: Parcels = {
      parcels: waiting.slice(0, PARCELS),
      areMoreParcels: waiting.length > PARCELS,
      replacements: await findReplacements(db),
      underway: await findUnderway(db, now),
    };
    if (!has('orders.release')) return { ...NOTHING_ELSE, ...parcels };
    const replyDue = daysAgo(now, REPLY_DAYS);
    const lately = { createdAt: { gte: replyDue }, answeredAt: null };
    const [held, givenBack, lowStock, messages, oldest, broken] = await Promise.all([
      db.$queryRaw<Today['held']>`
        SELECT id, held_for AS "heldFor" FROM orders WHERE held_for IS NOT NULL ORDER BY order_date, id`,
      db.$queryRaw<{ id: number }[]>`
        SELECT id FROM orders
        WHERE ${IS_UNSENT} AND held_for IS NULL AND refunded_cents >= amount_cents
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
    const declarations = await findWaitingDeclarations(db, now);
    const lateCancellations = await findLateCancellations(db, now);
    const [failedRefunds, disputes, lateMessages, gifts] = await Promise.all([
      findFailedRefunds(db, TROUBLES),
      findOpenDisputes(db, { take: TROUBLES }),
      findMessages(db, { state: 'unanswered', limit: MAX_TEXTS_LISTED, before: replyDue }),
      findGiftsToSend(db),
    ]);
    const [openPurchases, deadJobs, pastDue, deadJobErrors, reviews] = await Promise.all([
      readCount(db.$queryRaw`
        SELECT count(*)::int AS count FROM purchase_attempt
        WHERE state IN ('reserved', 'charging')
          AND created_at < ${new Date(now.getTime() - OPEN_PURCHASE_MINUTES * 60_000)}`),
      db.job.count({ where: { deadAt: { not: null } } }),
      readCount(db.$queryRaw`
        SELECT count(*)::int AS count FROM subscription WHERE state = 'past_due'`),
      db.$queryRaw<Today['deadJobErrors']>`
        SELECT id, kind, coalesce(last_error, 'unknown') AS error FROM job
        WHERE dead_at IS NOT NULL ORDER BY dead_at DESC LIMIT ${TROUBLES}::int`,
      db.review.count({ where: { state: 'pending' } }),
    ]);
    const withoutMaker = await db.item.findMany({
      where: { publishedAt: { lte: now }, makerName: null },
      select: { id: true, titleFr: true, titleEn: true },
      orderBy: { id: 'asc' },
    });
    const [boughtToday] = await db.$queryRaw<{ orders: number; cents: number }[]>`
      SELECT count(*)::int AS orders, coalesce(sum(amount_cents), 0)::int AS cents
      FROM orders WHERE order_date >= ${startOfDay(parisDayOf(now))}`;
    const installation = await db.installation.findFirst({ select: { backedUpAt: true } });
    const { value: regime } = await readSetting(db, 'vat');
    return {
      ...parcels,
      ordersToday: boughtToday?.orders ?? 0,
      salesTodayCents: boughtToday?.cents ?? 0,
      withoutMaker,
      lastBackupDate: installation?.backedUpAt?.toISOString() ?? null,
      salesPausedSince: (await findPause(db)).pausedSince,
      failedRefunds,
      disputes,
      lateMessages,
      reviews,
      gifts,
      deadJobErrors,
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
      missingFacts: missingFacts({ ...BRAND, ...facts }),
      missingOnInvoices: missingOnInvoices(facts, regime),
      isVatUnanswered: regime === null,
      openPurchases,
      deadJobs,
      broken,
    };
  },
});

/** The names of a bought item and of a replacement, as `itemNameOf` makes them. */
const BOUGHT = Prisma.sql`
  item_title_fr || coalesce(' · ' || chosen_option_title_fr, '') AS item,
  item_title_en || coalesce(' · ' || chosen_option_title_en, '') AS "itemEn"`;
const REPLACED = Prisma.sql`
  item_title_fr || coalesce(' · ' || p.option_title_fr, '') AS item,
  item_title_en || coalesce(' · ' || p.option_title_en, '') AS "itemEn"`;

type ParcelRow = {
  id: number;
  orderDate: Date;
  preparedAt: Date | null;
  item: string;
  itemEn: string;
  amountCents: number;
  refundedCents: number;
  promisedBy: Date | null;
  area: number | null;
  deliveryRequestedAt: Date | null;
};

/** Returns the oldest orders to send; one more than `PARCELS` if there are more. */
async function findParcels(
  db: Db,
  usualDays: ShopFacts['delivery']['usualDays'],
): Promise<Today['parcels']> {
  const rows = await db.$queryRaw<ParcelRow[]>`
    SELECT id, order_date AS "orderDate", printed_at AS "preparedAt", ${BOUGHT},
      amount_cents AS "amountCents", coalesce(refunded_cents, 0) AS "refundedCents",
      promised_by AS "promisedBy", area,
      (SELECT at FROM delivery_notice WHERE order_id = orders.id AND kind = 'delivery')
        AS "deliveryRequestedAt"
    FROM orders WHERE ${IS_TO_SEND} ORDER BY order_date, id LIMIT ${PARCELS + 1}::int`;
  const named = await findNamedOrders(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    orderDate: row.orderDate.toISOString(),
    preparedDate: row.preparedAt?.toISOString() ?? null,
    promisedBy: promisedByOf(row),
    usualBy: usualByOf(row, usualDays),
    deliveryRequestedDate: row.deliveryRequestedAt?.toISOString() ?? null,
    declaration: named.get(row.id) ?? null,
  }));
}

/** Returns the last day of the usual delivery, or null if the shop states none for the area. */
function usualByOf(
  { orderDate, area: stored }: ParcelRow,
  usualDays: ShopFacts['delivery']['usualDays'],
): string | null {
  const area = deliveryAreaOf(stored);
  const days = area === null ? null : usualDays[area];
  return days === null ? null : addDays(parisDayOf(orderDate), days[1]);
}

/** Returns late orders that their buyers cancelled: held for the owner's decision, or not refunded yet. */
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
    const on = lateRefundDay(parisDayOf(at));
    const increase = lateOrderIncrease(parisDayOf(at), parisDayOf(now));
    return [{ id, requestedDate: at.toISOString(), leftCents, due: { on, increase } }];
  });
}

type UnderwayRow = Pick<ParcelRow, 'id' | 'item' | 'itemEn'> & {
  replacement: number | null;
  sentAt: Date;
  carrier: string | null;
  trackingNumber: string | null;
};

/** Returns parcels sent long ago and not refunded. No right expires until they are marked as delivered. */
async function findUnderway(db: Db, now: Date): Promise<Today['underway']> {
  const sentBefore = daysAgo(now, UNDERWAY_DAYS);
  const isKept = Prisma.sql`(held_for IS NULL AND coalesce(refunded_cents, 0) < amount_cents
    AND NOT ${ARE_GOODS_BACK})`;
  const rows = await db.$queryRaw<UnderwayRow[]>`
    SELECT id, NULL::int AS replacement, ${BOUGHT}, sent_at AS "sentAt", carrier,
      tracking_number AS "trackingNumber", order_date AS "orderDate"
    FROM orders WHERE status = 'waiting' AND sent_at < ${sentBefore} AND ${isKept}
    UNION ALL
    SELECT orders.id, p.id, ${REPLACED}, p.sent_at, p.carrier, p.tracking_number, order_date
    FROM replacement p JOIN orders ON orders.id = p.order_id
    WHERE p.sent_at < ${sentBefore} AND p.delivered_at IS NULL AND ${isKept}
    ORDER BY "orderDate", id, replacement NULLS FIRST LIMIT ${UNDERWAY}::int`;
  return rows.map((row) => ({
    ...row,
    sentDate: row.sentAt.toISOString(),
    tracking: trackingOf(row.carrier, row.trackingNumber),
  }));
}

type ReplacementRow = Omit<Today['replacements'][number], 'createdDate' | 'preparedDate'> & {
  createdAt: Date;
  preparedAt: Date | null;
};

/** Returns the replacements to send, oldest first. */
async function findReplacements(db: Db): Promise<Today['replacements']> {
  const rows = await db.$queryRaw<ReplacementRow[]>`
    SELECT p.id, p.order_id AS "order", ${REPLACED}, p.created_at AS "createdAt",
      p.printed_at AS "preparedAt", p.first_name AS "firstName", p.last_name AS "lastName"
    FROM (SELECT * FROM replacement WHERE ${IS_REPLACEMENT_TO_SEND}) p
    JOIN orders o ON o.id = p.order_id
    ORDER BY p.created_at, p.id LIMIT ${PARCELS}::int`;
  return rows.map(({ createdAt, preparedAt, ...row }) => ({
    ...row,
    createdDate: createdAt.toISOString(),
    preparedDate: preparedAt?.toISOString() ?? null,
  }));
}

async function findLowStock(db: Db, now: Date): Promise<Today['lowStock']> {
  const options = await db.itemOption.findMany({
    where: { remaining: { lte: LOW_STOCK }, item: { publishedAt: { lte: now } } },
    select: {
      id: true,
      titleFr: true,
      titleEn: true,
      remaining: true,
      itemId: true,
      item: { select: { titleFr: true, titleEn: true } },
    },
    orderBy: [{ remaining: 'asc' }, { id: 'asc' }],
  });
  return options.map(({ id, itemId, titleFr, titleEn, remaining, item }) => ({
    id,
    itemId,
    item: item.titleFr,
    itemEn: item.titleEn,
    title: titleFr,
    titleEn,
    remaining,
  }));
}

/** The counts are raw SQL to use partial indexes: Prisma passes the states as parameters. */
async function readCount(counting: PromiseLike<{ count: number }[]>): Promise<number> {
  const [row] = await counting;
  return row?.count ?? 0;
}

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
