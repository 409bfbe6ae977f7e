import type { Db, Prisma, Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { ORDER_STATUSES } from '@shop/domain/shapes';
import { AREA_NAMES, deliveryAreaOf, displayedCents } from '@shop/domain/shop';
import { z } from 'zod';

import { defineCommand } from './command.ts';
import { dayOf, endOfDay, minuteOf } from './days.ts';
import { brief, counted, euros } from './format.ts';
import { refuse } from './refuse.ts';
import { lines, table } from './report.ts';
import { countValue, dayValue, idsValue, idValue } from './values.ts';

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

export const ordersCommand = defineCommand({
  name: 'orders',
  summary: 'The orders, waiting ones on top, the newest first',
  parameters: {
    status: { kind: 'option', value: 'STATUS', about: 'waiting, or delivered; else both' },
    ...periodParameters,
    limit: { kind: 'option', value: 'N', about: `at most so many lines; ${DEFAULT_LIMIT} else` },
  },
  notes: ['Days are those of Paris. `pnpm shop order ID` shows where the parcel goes.'],
  examples: ['', '--status waiting', '--from 2026-11-01 --to 2026-11-30 --limit 500'],
  input: {
    status: z.enum(ORDER_STATUSES, 'must be waiting or delivered').optional(),
    ...periodInput,
    limit: countValue
      .refine((limit) => limit <= MAX_LIMIT, `must be ${MAX_LIMIT} at most`)
      .optional(),
  },
  run: async ({ db }, { status, limit = DEFAULT_LIMIT, ...period }) => {
    const where = {
      ...boughtWithin(period),
      ...(status === undefined ? {} : { status }),
      ...(status === 'waiting' ? { OR: notGivenBack(db) } : {}),
    };
    const [orders, count] = await Promise.all([
      db.order.findMany({
        where,
        orderBy: [{ status: 'desc' }, { orderDate: 'desc' }, { id: 'desc' }],
        take: limit,
      }),
      db.order.count({
        where,
        orderBy: [{ orderDate: 'desc' }],
        take: limit + MOST_COUNTED,
      }),
    ]);
    const rows = orders.map((order) => [
      String(order.id),
      minuteOf(order.orderDate),
      [
        order.postDate === null ? order.status : `delivered ${dayOf(order.postDate)}`,
        ...givenBackOf(order),
      ].join(', '),
      brief(itemNameOf(order)),
      areaOf(order.area),
      euros(order.amountCents),
      brief(`${order.firstName} ${order.lastName}`, 30),
    ]);
    const more = count - orders.length;
    return [
      table(['#Order', 'Bought', 'Status', 'Item', 'To', '#Paid', 'For'], rows, 'No order fits.'),
      ...(more > 0
        ? [
            lines(
              `${counted(more, 'order')}${more === MOST_COUNTED ? ' or more' : ''} more: give a --limit or a period.`,
            ),
          ]
        : []),
    ];
  },
});

export const orderCommand = defineCommand({
  name: 'order',
  summary: 'One order with everything that sending it needs',
  parameters: { order: { kind: 'word', value: 'ORDER', about: 'its number' } },
  examples: ['12'],
  input: { order: idValue('an order') },
  run: async ({ db }, { order: id }) => {
    const order = await db.order.findUnique({
      where: { id },
      include: {
        user: { select: { email: true } },
        attempt: { select: { paymentIntentId: true, optionId: true } },
      },
    });
    if (order === null) refuseUnknown(id);
    return [
      lines(
        `Order ${order.id}, bought ${minuteOf(order.orderDate)}`,
        order.postDate === null
          ? isGivenBack(order)
            ? 'Given back in full: not to be sent'
            : 'Waiting to be sent'
          : `Delivered ${dayOf(order.postDate)}`,
        '',
        `${itemNameOf(order)}   (option ${order.attempt.optionId})`,
        `${euros(displayedCents(order.priceCents))} + ${euros(order.feeCents)} delivery = ${euros(order.amountCents)} paid`,
        ...givenBackOf(order).map((given) => `Of it ${given}`),
        `Payment ${order.attempt.paymentIntentId ?? 'unknown'}, account ${order.stripeAccount}`,
        '',
        `To ${areaOf(order.area)}, for ${order.firstName} ${order.lastName}:`,
        ...order.shippingAddress.split('\n').map((line) => `  ${line}`),
        '',
        order.user === null
          ? 'The buyer has deleted the account: there is no address to write to.'
          : `Write to ${order.user.email}, in ${order.locale === 'fr' ? 'French' : 'English'}.`,
      ),
    ];
  },
});

export const deliverCommand = defineCommand({
  name: 'order:deliver',
  summary: 'Marks orders as delivered; their buyers see it in the profile',
  parameters: {
    orders: { kind: 'words', value: 'ORDER…', about: 'their numbers' },
    on: { kind: 'option', value: 'DAY', about: 'on this day; today else' },
  },
  notes: ['All of them or, where one cannot be marked, none.'],
  examples: ['12', '12 13 14', '12 --on 2026-11-20'],
  input: { orders: idsValue('order'), on: dayValue.optional() },
  run: async ({ db, clock }, { orders, on }) => {
    const now = clock();
    if (on !== undefined && on > now) refuse(`${dayOf(on)} is still to come.`);
    const isToday = on === undefined || dayOf(on) === dayOf(now);
    const postDate = isToday ? now : new Date(on.getTime() + NOON_MS);
    await inTransaction(db, async (tx) => {
      for (const id of orders) await deliver(tx, id, postDate);
    });
    return [
      lines(
        `${counted(orders.length, 'order')} delivered ${dayOf(postDate)}: ${orders.join(', ')}.`,
      ),
    ];
  },
});

const NOON_MS = 12 * 3_600_000;

async function deliver(tx: Tx, id: number, postDate: Date): Promise<void> {
  const order = await findStatus(tx, id);
  if (order.orderDate > postDate && dayOf(order.orderDate) > dayOf(postDate)) {
    refuse(
      `Order ${id} was bought on ${dayOf(order.orderDate)}, after ${dayOf(postDate)}. Nothing was changed.`,
    );
  }
  const { count } = await tx.order.updateMany({
    where: { id, status: 'waiting' },
    data: { status: 'delivered', postDate },
  });
  if (count === 1) return;
  const { postDate: before } = await findStatus(tx, id);
  const when = before === null ? 'already' : `on ${dayOf(before)}`;
  refuse(
    `Order ${id} was delivered ${when}. Nothing was changed. \`pnpm shop order:undo-delivery ${id}\` takes it back.`,
  );
}

export const undoDeliveryCommand = defineCommand({
  name: 'order:undo-delivery',
  summary: 'Takes a delivery back that was marked by mistake',
  parameters: { order: { kind: 'word', value: 'ORDER', about: 'its number' } },
  examples: ['12'],
  input: { order: idValue('an order') },
  run: async ({ db }, { order: id }) => {
    const { count } = await db.order.updateMany({
      where: { id, status: 'delivered' },
      data: { status: 'waiting', postDate: null },
    });
    if (count === 0) {
      await findStatus(db, id);
      refuse(`Order ${id} is waiting already.`);
    }
    return [lines(`Order ${id} is waiting again.`)];
  },
});

export const refundCommand = defineCommand({
  name: 'order:refund',
  summary: 'How to give the money of an order back; changes nothing by itself',
  parameters: { order: { kind: 'word', value: 'ORDER', about: 'its number' } },
  notes: ['Money goes back at the payment provider alone, where it is on record with who did it.'],
  examples: ['12'],
  input: { order: idValue('an order') },
  run: async ({ db }, { order: id }) => {
    const order = await db.order.findUnique({
      where: { id },
      include: { attempt: { select: { paymentIntentId: true, optionId: true } } },
    });
    if (order === null) refuseUnknown(id);
    const { paymentIntentId, optionId } = order.attempt;
    const account = order.stripeAccount === 'main' ? 'main' : 'second';
    return [
      lines(
        `Order ${id}: ${itemNameOf(order)}, ${euros(order.amountCents)} paid on ${dayOf(order.orderDate)}.`,
        '',
        `1. Sign in to the ${account} Stripe account and open`,
        `   https://dashboard.stripe.com/payments/${paymentIntentId ?? ''}`,
        '2. Refund it there: whole, or the part that you agreed on with the buyer.',
        '   By the terms of sale, within 15 days after the parcel came back.',
        '3. If the item can be sold again, count it in:',
        `   pnpm shop stock:adjust ${optionId} +1 --reason 'Return of order ${id}'`,
        '',
        'The order stays in the list and in the export: the refund is a line of its own at Stripe.',
      ),
    ];
  },
});

type Status = { orderDate: Date; postDate: Date | null };

async function findStatus(db: Db | Tx, id: number): Promise<Status> {
  const order = await db.order.findUnique({
    where: { id },
    select: { orderDate: true, postDate: true },
  });
  return order ?? refuseUnknown(id);
}

function refuseUnknown(id: number): never {
  refuse(`There is no order ${id}. \`pnpm shop orders\` lists them.`);
}

type Refunded = { refundedCents: number | null; amountCents: number };

/** Whether an order was refunded in full; its parcel then stays. */
export function isGivenBack({ refundedCents, amountCents }: Refunded): boolean {
  return (refundedCents ?? 0) >= amountCents;
}

/** What was refunded of an order, if anything was. */
export function givenBackOf(order: Refunded): string[] {
  const { refundedCents } = order;
  if (refundedCents === null || refundedCents === 0) return [];
  return [isGivenBack(order) ? 'given back in full' : `${euros(refundedCents)} given back`];
}

/** Orders that were not refunded in full, as alternatives of a condition. */
export function notGivenBack(db: Db): Prisma.OrderWhereInput[] {
  return [{ refundedCents: null }, { refundedCents: { lt: db.order.fields.amountCents } }];
}

const areaOf = (area: number | null) => AREA_NAMES[deliveryAreaOf(area) ?? 0];

/** What was bought, in one line. */
export function itemNameOf(order: {
  itemTitleFr: string;
  chosenOptionTitleFr: string | null;
}): string {
  const { itemTitleFr, chosenOptionTitleFr } = order;
  return chosenOptionTitleFr === null ? itemTitleFr : `${itemTitleFr}, ${chosenOptionTitleFr}`;
}
