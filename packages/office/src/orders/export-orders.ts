import { defineRead } from '@agres/core/operations/operation';
import type { Db } from '@agres/db/db';
import { parisDayOf } from '@agres/domain/days';
import { displayedCents } from '@agres/domain/prices';
import { z } from 'zod';

import {
  CSV_HEAD,
  csvAmount,
  csvLine,
  csvText,
  csvSchema,
  styleInput,
  styleOf,
  type CsvStyle,
} from '../operations/csv.ts';
import { boughtWithin, periodInput } from './find-orders.ts';

const COLUMNS = [
  'order',
  'bought',
  'state',
  'sent',
  'delivered',
  'cancelled',
  'item',
  'option',
  'area',
  'price',
  'delivery_fee',
  'paid',
  'refunded',
  'currency',
  'stripe_account',
  'payment',
];

/** Exports orders as CSV, without names or addresses: the provider has both under the payment's id. */
export const exportOrders = defineRead({
  name: 'orders.export',
  permission: 'books.read',
  input: z.object({ ...periodInput, ...styleInput }),
  output: csvSchema,
  run: async ({ db }, { style: name, from, to }) => {
    const style = styleOf(name);
    const period = { from, to };
    const parts = [CSV_HEAD, csvLine(COLUMNS, style)];
    let page = await readPage(db, period, BEFORE_EVERY_ORDER);
    while (page.length > 0) {
      parts.push(page.map((order) => csvLine(cellsOf(order, style), style)).join(''));
      page = await readPage(db, period, page.at(-1) ?? BEFORE_EVERY_ORDER);
    }
    return { csv: parts.join('') };
  },
});

/** How many orders are in memory at a time, because a large shop exports a million. */
const PAGE = 2000;
const BEFORE_EVERY_ORDER = { orderDate: new Date(0), id: 0 };

type Period = Parameters<typeof boughtWithin>[0];
type Place = { orderDate: Date; id: number };

const readPage = (db: Db, period: Period, { orderDate, id }: Place) =>
  db.order.findMany({
    where: {
      AND: [
        boughtWithin(period),
        { orderDate: { gte: orderDate } },
        { OR: [{ orderDate: { gt: orderDate } }, { id: { gt: id } }] },
      ],
    },
    include: { attempt: { select: { paymentIntentId: true } } },
    orderBy: [{ orderDate: 'asc' }, { id: 'asc' }],
    take: PAGE,
  });

type ExportedOrder = Awaited<ReturnType<typeof readPage>>[number];

const dayOrNone = (moment: Date | null) => (moment === null ? '' : parisDayOf(moment));

function stateOf({ cancelledAt, status, sentAt }: ExportedOrder): string {
  if (cancelledAt !== null) return 'cancelled';
  if (status === 'delivered') return 'delivered';
  return sentAt === null ? 'waiting' : 'sent';
}

const namesOf = (order: ExportedOrder, { locale }: CsvStyle): string[] =>
  locale === 'en'
    ? [order.itemTitleEn, order.chosenOptionTitleEn ?? '']
    : [order.itemTitleFr, order.chosenOptionTitleFr ?? ''];

const cellsOf = (order: ExportedOrder, style: CsvStyle): string[] => [
  String(order.id),
  parisDayOf(order.orderDate),
  stateOf(order),
  dayOrNone(order.sentAt),
  dayOrNone(order.postDate),
  dayOrNone(order.cancelledAt),
  ...namesOf(order, style).map(csvText),
  String(order.area ?? 0),
  csvAmount(displayedCents(order.priceCents), style),
  csvAmount(order.feeCents, style),
  csvAmount(order.amountCents, style),
  csvAmount(order.refundedCents ?? 0, style),
  order.currency,
  order.stripeAccount,
  order.attempt.paymentIntentId ?? '',
];
