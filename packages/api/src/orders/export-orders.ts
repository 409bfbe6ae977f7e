import type { Db } from '@shop/db/db';
import { displayedCents } from '@shop/domain/prices';
import { z } from 'zod';

import { defineCommand } from '../operations/command.ts';
import { dayOf } from '../operations/days.ts';
import { document } from '../operations/report.ts';
import { boughtWithin, periodInput, periodParameters } from './find-orders.ts';

/** How a spreadsheet of each language reads a file without being asked. */
const STYLES = {
  fr: { separator: ';', decimal: ',', head: '\uFEFF' },
  en: { separator: ',', decimal: '.', head: '\uFEFF' },
} as const;
type Style = (typeof STYLES)[keyof typeof STYLES];

const COLUMNS = [
  'order',
  'bought',
  'status',
  'delivered',
  'item',
  'option',
  'area',
  'price',
  'delivery_fee',
  'paid',
  'currency',
  'stripe_account',
  'payment',
];

export const exportOrdersCommand = defineCommand({
  name: 'orders:export',
  summary: 'The orders as CSV, for the accounts',
  parameters: {
    ...periodParameters,
    style: {
      kind: 'option',
      value: 'STYLE',
      about: 'fr: semicolons and 19,99 (unless told else); en: commas and 19.99',
    },
  },
  notes: [
    'Holds no name and no address: the payment’s number leads to both at Stripe.',
    'With --out the file is written for you alone, and never over another.',
  ],
  examples: ['--from 2026-11-01 --to 2026-11-30 --out november.csv'],
  input: { ...periodInput, style: z.enum(['fr', 'en'], 'must be fr or en').optional() },
  run: async ({ db }, { style: styleName = 'fr', ...period }) => {
    const style = STYLES[styleName];
    const parts = [style.head, lineOf(COLUMNS, style)];
    let page = await readPage(db, period, BEFORE_EVERY_ORDER);
    while (page.length > 0) {
      parts.push(page.map((order) => lineOf(cellsOf(order, style), style)).join(''));
      page = await readPage(db, period, page.at(-1) ?? BEFORE_EVERY_ORDER);
    }
    return [document(parts.join(''))];
  },
});

/** Only so many are held at a time: a large shop exports a million. */
const PAGE = 2000;
const BEFORE_EVERY_ORDER = { orderDate: new Date(0), id: 0 };

type Period = Parameters<typeof boughtWithin>[0];
type Place = { orderDate: Date; id: number };

/** The next orders of a period, oldest first, behind one of them. */
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

const cellsOf = (order: ExportedOrder, style: Style): string[] => [
  String(order.id),
  dayOf(order.orderDate),
  order.status,
  order.postDate === null ? '' : dayOf(order.postDate),
  text(order.itemTitleFr),
  text(order.chosenOptionTitleFr ?? ''),
  String(order.area ?? 0),
  amount(displayedCents(order.priceCents), style),
  amount(order.feeCents, style),
  amount(order.amountCents, style),
  order.currency,
  order.stripeAccount,
  order.attempt.paymentIntentId ?? '',
];

const lineOf = (cells: readonly string[], style: Style): string =>
  `${cells.map((cell) => quoted(cell, style)).join(style.separator)}\r\n`;

const amount = (cents: number, { decimal }: Style) =>
  (cents / 100).toFixed(2).replace('.', decimal);

/** A spreadsheet would run a text that begins like a formula. */
const text = (cell: string) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

/** As RFC 4180 quotes. */
const quoted = (cell: string, { separator }: Style) =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
