import { dayOf, endOfDay, minuteOf, startOfDay } from '@agres/core/operations/days';
import { brief, counted, euros } from '@agres/core/operations/format';
import { defineRead } from '@agres/core/operations/operation';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { guaranteesOf } from '@agres/domain/consumer-rights';
import { addressesOf, AREA_NAMES, deliveryAreaOf } from '@agres/domain/delivery';
import { checkAddressArea } from '@agres/domain/delivery-area';
import { displayedCents } from '@agres/domain/prices';
import { relayKeyOf, type RelayPoint } from '@agres/domain/relays';
import { relayPointSchema } from '@agres/domain/relays.schema';
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
} from '@agres/money/orders/order-state';
import { storedRelays } from '@agres/money/relays/relay-directory';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { lines, table } from '../operations/report.ts';
import { countValue, dayValue, idValue } from '../operations/values.ts';

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
  /** Whether the address tells that it lies in the area whose fee was paid. */
  isAreaChecked: z.boolean(),
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
          last_name AS "lastName", shipping_address AS "shippingAddress"
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
  shippingAddress: string;
};

const listedOrder = ({ area, firstName, lastName, ...row }: ListedRow) => ({
  ...shownState(row),
  item: { title: row.itemTitleFr, option: row.chosenOptionTitleFr },
  area,
  isAreaChecked: isAreaChecked(area, row.shippingAddress),
  firstName,
  lastName,
});

/** An order without area paid no fee for one, and the address of an old order is in the archive. */
function isAreaChecked(stored: number | null, shippingAddress: string): boolean {
  const area = deliveryAreaOf(stored);
  if (area === null || shippingAddress === '') return true;
  return checkAddressArea(area, shippingAddress) === 'fits';
}

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
        areaOf(order),
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

/** An order with everything that sending it needs. */
export const sendableOrderSchema = listedOrderSchema.extend({
  optionId: z.int(),
  priceCents: z.int(),
  feeCents: z.int(),
  cancelReason: z.string().nullable(),
  payment: z.object({ intentId: z.string().nullable(), account: z.string() }),
  shippingAddress: z.string(),
  relayId: z.string().nullable(),
  /** The pickup point as the list has it now; null where it has none. */
  relay: relayPointSchema.nullable(),
  buyer: z.object({ email: z.string(), locale: z.string() }).nullable(),
});
type SendableOrder = z.output<typeof sendableOrderSchema>;

const getOrder = defineRead({
  name: 'orders.get',
  permission: 'orders.read',
  input: z.object({ order: z.int().positive() }),
  output: sendableOrderSchema,
  run: ({ db }, { order: id }) => readSendableOrder(db, id),
});

/** Reads an order; refuses an unknown number. */
export async function readSendableOrder(db: Db | Tx, id: number): Promise<SendableOrder> {
  const row = await db.order.findUnique({
    where: { id },
    include: {
      user: { select: { email: true } },
      attempt: { select: { paymentIntentId: true, optionId: true } },
    },
  });
  if (row === null) refuseUnknown([id]);
  const { relayId } = row;
  return {
    ...listedOrder(row),
    optionId: row.attempt.optionId,
    priceCents: row.priceCents,
    feeCents: row.feeCents,
    cancelReason: row.cancelReason,
    payment: { intentId: row.attempt.paymentIntentId, account: row.stripeAccount },
    shippingAddress: row.shippingAddress,
    relayId,
    relay: relayId === null ? null : await storedRelays(db).findById(relayId),
    buyer: row.user === null ? null : { email: row.user.email, locale: row.locale },
  };
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
      parcelContent(order),
      `${euros(displayedCents(order.priceCents))} + ${euros(order.feeCents)} delivery = ${euros(order.amountCents)} paid`,
      ...givenBackOf(order).map((given) => `Of it ${given}`),
      `Payment ${order.payment.intentId ?? 'unknown'}, account ${order.payment.account}`,
      '',
      ...recipientOf(order),
      '',
      order.buyer === null
        ? 'The buyer has deleted the account: there is no address to write to.'
        : `Write to ${order.buyer.email}, in ${order.buyer.locale === 'fr' ? 'French' : 'English'}.`,
    ),
  ],
});

/** What is in a parcel. */
export const parcelContent = ({ item, optionId }: SendableOrder) =>
  `${nameOf(item)}   (option ${optionId})`;

/** Where a parcel goes and for whom; of an old order where that is to be found. */
export function recipientOf(order: SendableOrder): string[] {
  const { id, firstName, lastName, shippingAddress } = order;
  const to = `To ${areaOf(order)}`;
  if (shippingAddress === '') {
    return [
      `${to}. Name and address are in the archive: \`pnpm shop order:recipient ${id} --why …\``,
    ];
  }
  return [
    `${to}, for ${firstName} ${lastName}:`,
    ...shippingAddress.split('\n').map((line) => `  ${line}`),
    ...relayWords(order),
  ];
}

/** The pickup point that was chosen, and where the list has it, if the typed address is another one. */
function relayWords({ relayId, relay, shippingAddress }: SendableOrder): string[] {
  if (relayId === null) return [];
  if (relay === null) return [`Pickup point ${relayId}, which the list has lost`];
  const { name, number, street, postcode, town, country } = relay;
  const chosen = `Pickup point ${relayId} of the list`;
  if (isSamePlace(relay, shippingAddress)) return [chosen];
  return [
    chosen,
    `The list has it elsewhere: ${name}, ${number} ${street}, ${postcode} ${town}, ${country}`,
  ];
}

/** Compares without the country, which is typed in the buyer's language. */
function isSamePlace({ name, number, street, postcode, town }: RelayPoint, typed: string): boolean {
  const typedPoint = addressesOf(typed)?.pickupPoint.split('\n').slice(0, 3).join('\n') ?? typed;
  const listed = [name, `${number} ${street}`, `${postcode} ${town}`].join('\n');
  return relayKeyOf(typedPoint) === relayKeyOf(listed);
}

/** How far an order is, and how its parcel can be followed. */
function standing(order: SendableOrder): string[] {
  const { tracking, sentDate, preparedDate, cancelReason } = order;
  const words = stateWords(order);
  const followed = tracking === null ? '' : `, ${tracking.carrier ?? 'number'} ${tracking.number}`;
  if (words === 'waiting' || words.startsWith('prepared')) {
    if (isGivenBack(order)) return ['Given back in full: not to be sent'];
    return preparedDate === null
      ? [`Waiting to be sent: before its label is written, \`pnpm shop order:prepare ${order.id}\``]
      : [`Prepared ${minuteOf(new Date(preparedDate))}, to be sent`];
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

const areaOf = ({
  area,
  isAreaChecked: isChecked,
}: {
  area: number | null;
  isAreaChecked: boolean;
}) => `${AREA_NAMES[deliveryAreaOf(area) ?? 0]}${isChecked ? '' : ', area not checked'}`;
