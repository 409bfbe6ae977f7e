import { defineRead } from '@agres/core/operations/operation';
import { readShopFacts } from '@agres/core/settings';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { guaranteesOf } from '@agres/domain/consumer-rights';
import { endOfDay, parisDayOf, startOfDay } from '@agres/domain/days';
import { addressesOf, deliveryAreaOf } from '@agres/domain/delivery';
import { checkAddressArea } from '@agres/domain/delivery-area';
import { displayedCents } from '@agres/domain/prices';
import { relayKeyOf, type RelayPoint } from '@agres/domain/relays';
import { relayPointSchema } from '@agres/domain/relays.schema';
import {
  ARE_GOODS_BACK,
  IS_TO_SEND,
  orderStateSchema,
  refuseUnknown,
  shownState,
  STATE_COLUMNS,
  type OrderState,
} from '@agres/money/orders/order-state';
import { readOrderPayment } from '@agres/money/refund/returned-money';
import { storedRelays } from '@agres/money/relays/relay-directory';
import { z } from 'zod';

import {
  boughtItemSchema,
  findOrderWithdrawals,
  listedDeclarationSchema,
} from '../declarations/list-declarations.ts';
import { matchOrders } from '../operations/search.ts';
import { nameOf } from '../operations/values.ts';
import { readVersion } from '../operations/versions.ts';
import { addressEditOf, noteEditOf, replacementAddressEditOf } from './edit-orders.ts';
import { findOpenDisputes, openDisputeSchema } from './open-disputes.ts';
import { replacementSchema, shownReplacement } from './read-replacements.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;
/** Further orders, and those of each state, are counted up to this number. */
const MAX_COUNTED_ORDERS = 10_000;

/** The first and last day of purchase, both inclusive. */
export const periodInput = { from: z.iso.date().nullable(), to: z.iso.date().nullable() };
type Period = { from: string | null; to: string | null };

export function boughtWithin({ from, to }: Period): Prisma.OrderWhereInput {
  const [first, last] = [from, to].map((day) => (day === null ? undefined : startOfDay(day)));
  return {
    orderDate: {
      ...(first === undefined ? {} : { gte: first }),
      ...(last === undefined ? {} : { lt: endOfDay(last) }),
    },
  };
}

const LISTED_NAMES = ['waiting', 'held', 'sent', 'delivered', 'refunded', 'cancelled'] as const;
const LISTED: Readonly<Record<(typeof LISTED_NAMES)[number], Prisma.Sql>> = {
  waiting: IS_TO_SEND,
  held: Prisma.sql`held_for IS NOT NULL`,
  // Excludes returned and fully refunded parcels, so that they are not marked as delivered with others.
  sent: Prisma.sql`(status = 'waiting' AND sent_at IS NOT NULL
    AND coalesce(refunded_cents, 0) < amount_cents AND NOT ${ARE_GOODS_BACK})`,
  delivered: Prisma.sql`status = 'delivered'`,
  refunded: Prisma.sql`refunded_cents > 0`,
  cancelled: Prisma.sql`cancelled_at IS NOT NULL`,
};

/** What else is under way for an order, beside its parcel. */
const UNDER_WAY = {
  /** Null without a withdrawal from the order. */
  withdrawal: listedDeclarationSchema.nullable(),
  /** The dispute of its payment that the bank has not decided, or null. */
  dispute: openDisputeSchema
    .pick({ status: true, amountCents: true, answerByDate: true })
    .nullable(),
  isReplacementWaiting: z.boolean(),
};

export type BoughtItem = z.output<typeof boughtItemSchema>;

export const listedOrderSchema = orderStateSchema.extend({
  item: boughtItemSchema,
  area: z.int().nullable(),
  /** Whether the address is known to be in the delivery area whose fee was paid. */
  isAreaChecked: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  ...UNDER_WAY,
});

/** Lists the orders, newest first; with the state “to send” alone, oldest first. */
export const listOrders = defineRead({
  name: 'orders.list',
  permission: 'orders.read',
  input: z.object({
    status: z.enum(LISTED_NAMES).nullable(),
    ...periodInput,
    /** An id, or prefixes of words of a name, an item, a tracking number or an address. */
    search: z.string().trim().max(100).nullable(),
    /** Returns only orders after this one in the list. */
    before: z.int().positive().nullable(),
    /** Null means 50. */
    limit: z.int().min(0).max(MAX_LIMIT).nullable(),
  }),
  output: z.object({
    orders: z.array(listedOrderSchema),
    /** The number of further orders, at most `MAX_COUNTED_ORDERS`. */
    more: z.int(),
    isMoreExact: z.boolean(),
    /** The orders of the search and period by state. Empty after the first page, and if they are too many. */
    counts: z.array(z.object({ status: z.enum(LISTED_NAMES), count: z.int() })),
  }),
  run: async ({ db, clock, has }, { status, from, to, search, before, limit: given }) => {
    const limit = given ?? DEFAULT_LIMIT;
    const within = [
      ...momentsOf(from).map((start) => Prisma.sql`order_date >= ${start}`),
      ...momentsOf(to).map((start) => Prisma.sql`order_date < ${endOfDay(start)}`),
    ];
    const where = whereAll([
      ...(before === null ? [] : [await afterOrder(db, before, status)]),
      ...(status === null ? [] : [LISTED[status]]),
      ...within,
    ]);
    const orders = await searchedOrders(db, search ?? '');
    const sorting =
      status === 'waiting' ? Prisma.sql`order_date, id` : Prisma.sql`order_date DESC, id DESC`;
    const [rows, [counted_], counts] = await Promise.all([
      db.$queryRaw<ListedRow[]>`
        SELECT ${STATE_COLUMNS}, item_title_fr AS "itemTitleFr",
          chosen_option_title_fr AS "chosenOptionTitleFr", item_title_en AS "itemTitleEn",
          chosen_option_title_en AS "chosenOptionTitleEn", area, first_name AS "firstName",
          last_name AS "lastName", shipping_address AS "shippingAddress"
        FROM ${orders} ${where} ORDER BY ${sorting} LIMIT ${limit}::int`,
      db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM (
          SELECT FROM ${orders} ${where} ORDER BY ${sorting}
          LIMIT ${limit + MAX_COUNTED_ORDERS}::int) counted`,
      before === null ? countStates(db, orders, whereAll(within)) : [],
    ]);
    const more = (counted_?.count ?? 0) - rows.length;
    return {
      orders: await shownOrders(db, rows, { now: clock(), maySeeMoney: has('payments.read') }),
      more,
      isMoreExact: more < MAX_COUNTED_ORDERS,
      counts,
    };
  },
});

const whereAll = (conditions: readonly Prisma.Sql[]): Prisma.Sql =>
  conditions.length === 0
    ? Prisma.empty
    : Prisma.sql`WHERE ${Prisma.join([...conditions], ' AND ')}`;

async function countStates(db: Db, orders: Prisma.Sql, where: Prisma.Sql) {
  const counted = LISTED_NAMES.map(
    (name) =>
      Prisma.sql`count(*) FILTER (WHERE ${LISTED[name]})::int AS ${Prisma.raw(`"${name}"`)}`,
  );
  const [row] = await db.$queryRaw<Record<'total' | (typeof LISTED_NAMES)[number], number>[]>`
    SELECT count(*)::int AS total, ${Prisma.join(counted)} FROM (
      SELECT * FROM ${orders} ${where} LIMIT ${MAX_COUNTED_ORDERS}::int) orders`;
  if (row === undefined || row.total === MAX_COUNTED_ORDERS) return [];
  return LISTED_NAMES.map((status) => ({ status, count: row[status] }));
}

/**
 * Returns the table of the orders that match a search. `OFFSET 0` makes PostgreSQL run it first: it finds few
 * rows, through its own indexes.
 */
async function searchedOrders(db: Db, search: string): Promise<Prisma.Sql> {
  if (search === '') return Prisma.sql`orders`;
  return Prisma.sql`(SELECT * FROM orders WHERE ${await matchOrders(db, search)} OFFSET 0) orders`;
}

/** Returns SQL for the orders after a given one in the list. */
async function afterOrder(db: Db, id: number, status: string | null): Promise<Prisma.Sql> {
  const place = await db.order.findUnique({ where: { id }, select: { orderDate: true } });
  if (place === null) refuseUnknown([id]);
  return status === 'waiting'
    ? Prisma.sql`(order_date, id) > (${place.orderDate}, ${id}::int)`
    : Prisma.sql`(order_date, id) < (${place.orderDate}, ${id}::int)`;
}

function momentsOf(day: string | null): Date[] {
  const start = day === null ? undefined : startOfDay(day);
  return start === undefined ? [] : [start];
}

type ListedRow = OrderState & {
  itemTitleFr: string;
  chosenOptionTitleFr: string | null;
  itemTitleEn: string;
  chosenOptionTitleEn: string | null;
  area: number | null;
  firstName: string;
  lastName: string;
  shippingAddress: string;
};

/** Converts rows to listed orders with what is under way. */
export async function shownOrders(db: Db, rows: readonly ListedRow[], reader: Reader) {
  const ids = rows.map(({ id }) => id);
  const underWayOf = await findUnderWay(db, ids, reader);
  return rows.map((row) => ({ ...listedOrder(row), ...underWayOf(row.id) }));
}

/** Without `maySeeMoney`, disputes and payments are left out. */
type Reader = { now: Date; maySeeMoney: boolean };

/** Reads what is under way for these orders, and returns a lookup by order id. */
async function findUnderWay(db: Db, ids: readonly number[], { now, maySeeMoney }: Reader) {
  const ofOrders = { orderId: { in: [...ids] } };
  const [withdrawals, disputes, replacements] = await Promise.all([
    findOrderWithdrawals(db, ids, now),
    maySeeMoney ? findOpenDisputes(db, { where: ofOrders }) : [],
    db.replacement.findMany({
      where: { ...ofOrders, sentAt: null, cancelledAt: null },
      select: { orderId: true },
    }),
  ]);
  return (id: number) => {
    const dispute = disputes.find(({ orderId }) => orderId === id);
    return {
      withdrawal: withdrawals.get(id) ?? null,
      dispute: dispute === undefined ? null : UNDER_WAY.dispute.unwrap().parse(dispute),
      isReplacementWaiting: replacements.some(({ orderId }) => orderId === id),
    };
  };
}

const listedOrder = ({ area, firstName, lastName, ...row }: ListedRow) => ({
  ...shownState(row),
  item: {
    title: row.itemTitleFr,
    option: row.chosenOptionTitleFr,
    titleEn: row.itemTitleEn,
    optionEn: row.chosenOptionTitleEn,
  },
  area,
  isAreaChecked: isAreaChecked(area, row.shippingAddress),
  firstName,
  lastName,
});

/**
 * Whether the address fits the area whose fee was paid. True without an area, because no fee was paid for
 * one, and for an archived address.
 */
function isAreaChecked(stored: number | null, shippingAddress: string): boolean {
  const area = deliveryAreaOf(stored);
  if (area === null || shippingAddress === '') return true;
  return checkAddressArea(area, shippingAddress) === 'fits';
}

/** An order with everything needed to send it. */
export const sendableOrderSchema = listedOrderSchema
  .omit({ withdrawal: true, dispute: true, isReplacementWaiting: true })
  .extend({
    optionId: z.int(),
    shownPriceCents: z.int(),
    feeCents: z.int(),
    cancelReason: z.string().nullable(),
    payment: z.object({ intentId: z.string().nullable(), account: z.string() }),
    shippingAddress: z.string(),
    relayId: z.string().nullable(),
    /** The pickup point as listed now; null if it is no longer listed or the order has none. */
    relay: relayPointSchema.nullable(),
    /** Whether the point is now listed at another place than the typed address. */
    isRelayMoved: z.boolean(),
    /** The last days to report damage, to report a defect and of the legal guarantee; null before delivery. */
    guarantees: z
      .object({
        damageBy: z.iso.date(),
        defectServiceBy: z.iso.date(),
        conformityBy: z.iso.date(),
      })
      .nullable(),
    /** Null once the account is erased. */
    buyer: z
      .object({
        id: z.int(),
        name: z.string().nullable(),
        email: z.string(),
        locale: z.string(),
      })
      .nullable(),
    note: z.string().nullable(),
    /** The seller's name, then the address for returned goods. */
    sender: z.string(),
  });
type SendableOrder = z.output<typeof sendableOrderSchema>;

/** `replacement` is its id. The recipient and option are those of the replacement. */
export const sendableReplacementSchema = sendableOrderSchema.extend({ replacement: z.int() });
type SendableReplacement = z.output<typeof sendableReplacementSchema>;

export const getOrder = defineRead({
  name: 'orders.get',
  permission: 'orders.read',
  input: z.object({ order: z.int().positive() }),
  output: sendableOrderSchema.extend({
    ...UNDER_WAY,
    itemId: z.int(),
    /** The picture of the bought option, otherwise the first of its item; null without one. */
    picture: z.string().nullable(),
    /** The refundable rest of the payment: less refunds, also in flight, and lost disputes. */
    leftCents: z.int(),
    /** Parcels sent free of charge in place of its own, oldest first. */
    replacements: z.array(replacementSchema),
    /** The options that a replacement may be of. */
    options: z.array(
      z.object({ id: z.int(), title: z.string(), titleEn: z.string(), remaining: z.int() }),
    ),
    versions: z.object({ address: z.int(), note: z.int(), replacementAddress: z.int() }),
  }),
  run: async ({ db, clock, has }, { order: id }) => {
    const maySeeMoney = has('payments.read');
    const versions = {
      address: await readVersion(db, addressEditOf(id)),
      note: await readVersion(db, noteEditOf(id)),
      replacementAddress: await readVersion(db, replacementAddressEditOf(id)),
    };
    const order = await readSendableOrder(db, id);
    const [underWayOf, payment, replacements, option] = await Promise.all([
      findUnderWay(db, [id], { now: clock(), maySeeMoney }),
      readOrderPayment(db, id),
      db.replacement.findMany({ where: { orderId: id }, orderBy: { id: 'asc' } }),
      db.itemOption.findUniqueOrThrow({
        where: { id: order.optionId },
        select: {
          item: {
            select: {
              id: true,
              options: {
                select: { id: true, titleFr: true, titleEn: true, remaining: true },
                orderBy: { position: 'asc' },
              },
              images: { select: { url: true, optionId: true }, orderBy: { position: 'asc' } },
            },
          },
        },
      }),
    ]);
    const { id: itemId, images, options } = option.item;
    const image = images.find(({ optionId }) => optionId === order.optionId) ?? images[0];
    return {
      ...order,
      ...underWayOf(id),
      itemId,
      picture: image?.url ?? null,
      ...(maySeeMoney
        ? { leftCents: payment?.leftCents ?? 0 }
        : { leftCents: 0, cancelReason: null, payment: { ...order.payment, intentId: null } }),
      replacements: replacements.map(shownReplacement),
      options: options.map(({ titleFr, ...one }) => ({ ...one, title: titleFr })),
      versions,
    };
  },
});

/** Reads an order. Refuses an unknown id. */
export async function readSendableOrder(db: Db | Tx, id: number): Promise<SendableOrder> {
  const row = await db.order.findUnique({
    where: { id },
    include: {
      user: { select: { id: true, email: true, firstName: true, lastName: true } },
      attempt: { select: { paymentIntentId: true, optionId: true } },
    },
  });
  if (row === null) refuseUnknown([id]);
  const { relayId, shippingAddress } = row;
  const relay = relayId === null ? null : await storedRelays(db).findById(relayId);
  const { seller, returnAddress } = await readShopFacts(db);
  return {
    ...listedOrder(row),
    optionId: row.attempt.optionId,
    shownPriceCents: displayedCents(row.priceCents),
    feeCents: row.feeCents,
    cancelReason: row.cancelReason,
    payment: { intentId: row.attempt.paymentIntentId, account: row.stripeAccount },
    shippingAddress,
    relayId,
    relay,
    isRelayMoved: relay !== null && shippingAddress !== '' && !isSamePlace(relay, shippingAddress),
    guarantees: row.postDate === null ? null : guaranteesOf(parisDayOf(row.postDate)),
    buyer:
      row.user === null
        ? null
        : { id: row.user.id, name: nameOf(row.user), email: row.user.email, locale: row.locale },
    note: row.note,
    sender: `${seller.legalName}\n${returnAddress ?? seller.address}`,
  };
}

/** Reads an order with the recipient and option of its replacement. */
export async function readSendableReplacement(
  db: Db | Tx,
  row: Prisma.ReplacementModel,
): Promise<SendableReplacement> {
  const { firstName, lastName, shippingAddress, relayId, optionTitleFr, optionTitleEn } = row;
  const order = await readSendableOrder(db, row.orderId);
  const item = { ...order.item, option: optionTitleFr, optionEn: optionTitleEn };
  return { ...order, item, firstName, lastName, shippingAddress, relayId, replacement: row.id };
}

/**
 * Whether a typed pickup point is the listed one at the same place. Ignores the country, which is typed in
 * the buyer's language.
 */
function isSamePlace({ name, number, street, postcode, town }: RelayPoint, typed: string): boolean {
  const typedPoint = addressesOf(typed)?.pickupPoint.split('\n').slice(0, 3).join('\n') ?? typed;
  const listed = [name, `${number} ${street}`, `${postcode} ${town}`].join('\n');
  return relayKeyOf(typedPoint) === relayKeyOf(listed);
}
