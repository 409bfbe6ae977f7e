import { Prisma, type Db } from '@shop/db/db';
import { guaranteesOf } from '@shop/domain/consumer-rights';
import { AREA_NAMES, deliveryAreaOf } from '@shop/domain/delivery';
import { displayedCents } from '@shop/domain/prices';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { dayOf, endOfDay, minuteOf, startOfDay } from '../operations/days.ts';
import { brief, counted, euros } from '../operations/format.ts';
import { defineRead } from '../operations/operation.ts';
import { lines, table } from '../operations/report.ts';
import { countValue, dayValue, idValue } from '../operations/values.ts';
import {
  givenBackOf,
  isGivenBack,
  isToSend,
  itemNameOf,
  orderStateSchema,
  refuseUnknown,
  shownState,
  STATE_COLUMNS,
  stateWords,
  type OrderState,
} from './order-state.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;
/** How many orders beyond the list are counted. */
const MOST_COUNTED = 10_000;

/** Days of a purchase, the first and the last included. */
export const periodInput = { from: dayValue.optional(), to: dayValue.optional() };

/** The same as options of a command. */
export const periodParameters = {
  from: { kind: 'option', value: 'DAY', about: 'bought on this day or later: 2026-11-01' },
  to: { kind: 'option', value: 'DAY', about: 'bought on this day or before' },
} as const;

/** Orders that were bought within a period. */
export function boughtWithin({
  from,
  to,
}: {
  from?: Date | undefined;
  to?: Date | undefined;
}): Prisma.OrderWhereInput {
  return {
    orderDate: {
      ...(from === undefined ? {} : { gte: from }),
      ...(to === undefined ? {} : { lt: endOfDay(to) }),
    },
  };
}

/** What a list of orders may be narrowed to. */
const LISTED_NAMES = ['waiting', 'held', 'delivered'] as const;
const LISTED: Readonly<Record<(typeof LISTED_NAMES)[number], Prisma.Sql>> = {
  waiting: isToSend,
  held: Prisma.sql`held_for IS NOT NULL`,
  delivered: Prisma.sql`status = 'delivered'`,
};

const boughtItemSchema = z.object({ title: z.string(), option: z.string().nullable() });

const listedOrderSchema = orderStateSchema.extend({
  item: boughtItemSchema,
  area: z.int().nullable(),
  firstName: z.string(),
  lastName: z.string(),
});

/** The orders, those that wait on top, the newest first. */
const listOrders = defineRead({
  name: 'orders.list',
  permission: 'orders.read',
  input: z.object({
    status: z.enum(LISTED_NAMES).nullable(),
    /** Days in Paris, both included. */
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable(),
    limit: z.int().min(0).max(MAX_LIMIT),
  }),
  output: z.object({
    orders: z.array(listedOrderSchema),
    /** How many more there are; no more than this are counted. */
    more: z.int(),
    isMoreExact: z.boolean(),
  }),
  run: async ({ db }, { status, from, to, limit }) => {
    const conditions = [
      ...(status === null ? [] : [LISTED[status]]),
      ...momentsOf(from).map((start) => Prisma.sql`order_date >= ${start}`),
      ...momentsOf(to).map((start) => Prisma.sql`order_date < ${endOfDay(start)}`),
    ];
    const where =
      conditions.length === 0
        ? Prisma.empty
        : Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}`;
    const byStatus = status === null ? Prisma.sql`status DESC,` : Prisma.empty;
    const [rows, [counted_]] = await Promise.all([
      db.$queryRaw<ListedRow[]>`
        SELECT ${STATE_COLUMNS}, item_title_fr AS "itemTitleFr",
          chosen_option_title_fr AS "chosenOptionTitleFr", area, first_name AS "firstName",
          last_name AS "lastName"
        FROM orders ${where} ORDER BY ${byStatus} order_date DESC, id DESC LIMIT ${limit}::int`,
      db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM (
          SELECT FROM orders ${where} ORDER BY order_date DESC
          LIMIT ${limit + MOST_COUNTED}::int) counted`,
    ]);
    const more = (counted_?.count ?? 0) - rows.length;
    return { orders: rows.map(listedOrder), more, isMoreExact: more < MOST_COUNTED };
  },
});

function momentsOf(day: string | null): Date[] {
  const start = day === null ? undefined : startOfDay(day);
  return start === undefined ? [] : [start];
}

type ListedRow = OrderState & {
  itemTitleFr: string;
  chosenOptionTitleFr: string | null;
  area: number | null;
  firstName: string;
  lastName: string;
};

const listedOrder = ({ area, firstName, lastName, ...row }: ListedRow) => ({
  ...shownState(row),
  item: { title: row.itemTitleFr, option: row.chosenOptionTitleFr },
  area,
  firstName,
  lastName,
});

const nameOf = ({ title, option }: z.output<typeof boughtItemSchema>) =>
  itemNameOf({ itemTitleFr: title, chosenOptionTitleFr: option });

export const ordersCommand = defineOperationCommand({
  name: 'orders',
  summary: 'The orders, waiting ones on top, the newest first',
  parameters: {
    status: {
      kind: 'option',
      value: 'STATUS',
      about: 'waiting (to be sent), held, or delivered; else all',
    },
    ...periodParameters,
    limit: { kind: 'option', value: 'N', about: `at most so many lines; ${DEFAULT_LIMIT} else` },
  },
  notes: ['Days are those of Paris. `pnpm shop order ID` shows where the parcel goes.'],
  examples: ['', '--status waiting', '--from 2026-11-01 --to 2026-11-30 --limit 500'],
  input: {
    status: z.enum(LISTED_NAMES, 'must be waiting, held or delivered').optional(),
    ...periodInput,
    limit: countValue
      .refine((limit) => limit <= MAX_LIMIT, `must be ${MAX_LIMIT} at most`)
      .optional(),
  },
  operation: listOrders,
  read: ({ status = null, from, to, limit = DEFAULT_LIMIT }) => ({
    status,
    from: from === undefined ? null : dayOf(from),
    to: to === undefined ? null : dayOf(to),
    limit,
  }),
  show: ({ orders, more, isMoreExact }) => [
    table(
      ['#Order', 'Bought', 'Status', 'Item', 'To', '#Paid', 'For'],
      orders.map((order) => [
        String(order.id),
        minuteOf(new Date(order.orderDate)),
        [stateWords(order), ...givenBackOf(order)].join(', '),
        brief(nameOf(order.item)),
        areaOf(order.area),
        euros(order.amountCents),
        brief(`${order.firstName} ${order.lastName}`, 30),
      ]),
      'No order fits.',
    ),
    ...(more > 0
      ? [
          lines(
            `${counted(more, 'order')}${isMoreExact ? '' : ' or more'} more: give a --limit or a period.`,
          ),
        ]
      : []),
  ],
});

/** One order with everything that sending it needs. */
const getOrder = defineRead({
  name: 'orders.get',
  permission: 'orders.read',
  input: z.object({ order: z.int().positive() }),
  output: listedOrderSchema.extend({
    optionId: z.int(),
    priceCents: z.int(),
    feeCents: z.int(),
    cancelReason: z.string().nullable(),
    payment: z.object({ intentId: z.string().nullable(), account: z.string() }),
    shippingAddress: z.string(),
    relayId: z.string().nullable(),
    buyer: z.object({ email: z.string(), locale: z.string() }).nullable(),
  }),
  run: async ({ db }, { order: id }) => {
    const row = await findOrder(db, id);
    return {
      ...listedOrder(row),
      optionId: row.attempt.optionId,
      priceCents: row.priceCents,
      feeCents: row.feeCents,
      cancelReason: row.cancelReason,
      payment: { intentId: row.attempt.paymentIntentId, account: row.stripeAccount },
      shippingAddress: row.shippingAddress,
      relayId: row.relayId,
      buyer: row.user === null ? null : { email: row.user.email, locale: row.locale },
    };
  },
});

async function findOrder(db: Db, id: number) {
  const row = await db.order.findUnique({
    where: { id },
    include: {
      user: { select: { email: true } },
      attempt: { select: { paymentIntentId: true, optionId: true } },
    },
  });
  return row ?? refuseUnknown([id]);
}

export const orderCommand = defineOperationCommand({
  name: 'order',
  summary: 'One order with everything that sending it needs',
  parameters: { order: { kind: 'word', value: 'ORDER', about: 'its number' } },
  examples: ['12'],
  input: { order: idValue('an order') },
  operation: getOrder,
  read: (typed) => typed,
  show: (order) => [
    lines(
      `Order ${order.id}, bought ${minuteOf(new Date(order.orderDate))}`,
      ...standing(order),
      '',
      `${nameOf(order.item)}   (option ${order.optionId})`,
      `${euros(displayedCents(order.priceCents))} + ${euros(order.feeCents)} delivery = ${euros(order.amountCents)} paid`,
      ...givenBackOf(order).map((given) => `Of it ${given}`),
      `Payment ${order.payment.intentId ?? 'unknown'}, account ${order.payment.account}`,
      '',
      ...recipientOf(order),
      ...(order.relayId === null ? [] : [`Pickup point ${order.relayId} of the list`]),
      '',
      order.buyer === null
        ? 'The buyer has deleted the account: there is no address to write to.'
        : `Write to ${order.buyer.email}, in ${order.buyer.locale === 'fr' ? 'French' : 'English'}.`,
    ),
  ],
});

/** Where a parcel goes and for whom; of an old order where that is to be found. */
function recipientOf({
  id,
  area,
  firstName,
  lastName,
  shippingAddress,
}: z.output<typeof getOrder.output>): string[] {
  const to = `To ${areaOf(area)}`;
  if (shippingAddress === '') {
    return [
      `${to}. Name and address are in the archive: \`pnpm shop order:recipient ${id} --why …\``,
    ];
  }
  return [
    `${to}, for ${firstName} ${lastName}:`,
    ...shippingAddress.split('\n').map((line) => `  ${line}`),
  ];
}

/** How far an order is, and how its parcel can be followed. */
function standing(order: z.output<typeof getOrder.output>): string[] {
  const { tracking, sentDate, cancelReason } = order;
  const words = stateWords(order);
  const followed = tracking === null ? '' : `, ${tracking.carrier ?? 'number'} ${tracking.number}`;
  if (words === 'waiting') {
    return [isGivenBack(order) ? 'Given back in full: not to be sent' : 'Waiting to be sent'];
  }
  return [
    `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${sentDate === null ? '' : followed}`,
    ...(cancelReason === null ? [] : [`Cancelled for: ${cancelReason}`]),
    ...guaranteeWords(order.postDate),
    ...(order.postDate === null || sentDate === null ? [] : [`Sent ${dayOf(new Date(sentDate))}`]),
  ];
}

/** Until when the buyer of a delivered order may tell of what. */
function guaranteeWords(postDate: string | null): string[] {
  if (postDate === null) return [];
  const { damageBy, defectServiceBy, conformityBy } = guaranteesOf(dayOf(new Date(postDate)));
  return [
    `Damage is told by ${damageBy}, a defect by ${defectServiceBy}; the legal guarantee ends on ${conformityBy}`,
  ];
}

const areaOf = (area: number | null) => AREA_NAMES[deliveryAreaOf(area) ?? 0];
