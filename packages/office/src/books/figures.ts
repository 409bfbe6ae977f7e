import { dayOf, startOfDay } from '@agres/core/operations/days';
import { defineRead } from '@agres/core/operations/operation';
import type { Db } from '@agres/db/db';
import { addMonths } from '@agres/domain/days';
import { seriesOf } from '@agres/money/invoices/invoice';
import { z } from 'zod';

const MONTHS = 24;
/** The number of invoices on a page. */
const LISTED = 100;

const monthSchema = z.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/);

const monthFiguresSchema = z.object({
  month: z.string(),
  orders: z.int(),
  soldCents: z.int(),
  refundedCents: z.int(),
  newSubscriptions: z.int(),
  /** Subscriptions that were paid at the end of the month, or are now. */
  activeSubscriptions: z.int(),
  invoices: z.int(),
  creditNotes: z.int(),
  /** The VAT of the invoices, less that of the credit notes. */
  vatCents: z.int(),
});
type MonthFigures = z.output<typeof monthFiguresSchema>;

/** Reads sales, refunds, subscriptions and VAT by month, newest first. */
export const readMonths = defineRead({
  name: 'books.months',
  permission: 'books.read',
  input: z.object({}),
  output: z.object({ months: z.array(monthFiguresSchema) }),
  run: async ({ db, clock }) => {
    const now = clock();
    const thisMonth = `${dayOf(now).slice(0, 7)}-01`;
    const months = Array.from({ length: MONTHS }, (_, index) =>
      addMonths(thisMonth, -index).slice(0, 7),
    );
    const since = startOfMonth(addMonths(thisMonth, 1 - MONTHS).slice(0, 7));
    const [orders, refunds, begun, active, invoices] = await Promise.all([
      countOrders(db, since),
      countRefunds(db, since),
      countBegun(db, since),
      countActive(db, { months, since, now }),
      countInvoices(db, since),
    ]);
    return {
      months: months.map((month) => ({
        ...NONE,
        ...orders.get(month),
        ...refunds.get(month),
        ...begun.get(month),
        ...active.get(month),
        ...invoices.get(month),
        month,
      })),
    };
  },
});

const NONE = {
  orders: 0,
  soldCents: 0,
  refundedCents: 0,
  newSubscriptions: 0,
  activeSubscriptions: 0,
  invoices: 0,
  creditNotes: 0,
  vatCents: 0,
} satisfies Omit<MonthFigures, 'month'>;

const startOfMonth = (month: string) => startOfDay(`${month}-01`) ?? new Date(`${month}-01`);
const endOfMonth = (month: string) => startOfMonth(addMonths(`${month}-01`, 1).slice(0, 7));

type Counted<Name extends keyof MonthFigures> = Pick<MonthFigures, Name | 'month'>;

const byMonth = <Row extends { month: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.month, row]));

const countOrders = async (db: Db, since: Date) =>
  byMonth(
    await db.$queryRaw<Counted<'orders' | 'soldCents'>[]>`
      SELECT to_char(order_date AT TIME ZONE 'Europe/Paris', 'YYYY-MM') AS month,
        count(*)::int AS orders, sum(amount_cents)::float8 AS "soldCents"
      FROM orders WHERE order_date >= ${since} GROUP BY 1`,
  );

/** A refund's row was last written when it was settled, or later. */
const countRefunds = async (db: Db, since: Date) =>
  byMonth(
    await db.$queryRaw<Counted<'refundedCents'>[]>`
      SELECT to_char(coalesce(settled_at, updated_at) AT TIME ZONE 'Europe/Paris', 'YYYY-MM') AS month,
        sum(amount_cents)::float8 AS "refundedCents"
      FROM refund
      WHERE updated_at >= ${since} AND order_id IS NOT NULL AND state IN ('succeeded', 'transferred')
      GROUP BY 1`,
  );

const countBegun = async (db: Db, since: Date) =>
  byMonth(
    await db.$queryRaw<Counted<'newSubscriptions'>[]>`
      SELECT to_char(subscription_date AT TIME ZONE 'Europe/Paris', 'YYYY-MM') AS month,
        count(*)::int AS "newSubscriptions"
      FROM subscription WHERE subscription_date >= ${since} GROUP BY 1`,
  );

type Ends = { months: readonly string[]; since: Date; now: Date };

async function countActive(db: Db, { months, since, now }: Ends) {
  const ends = months.map(
    (month) => new Date(Math.min(endOfMonth(month).getTime(), now.getTime())),
  );
  return byMonth(
    await db.$queryRaw<Counted<'activeSubscriptions'>[]>`
      SELECT ends.month, count(*)::int AS "activeSubscriptions"
      FROM (SELECT unnest(${[...months]}::text[]) AS month, unnest(${ends}::timestamptz[]) AS at) ends
      JOIN subscription s ON s.subscription_date <= ends.at AND s.paid_until > ends.at
        AND (s.access_ends_on IS NULL OR s.access_ends_on > ends.at)
      WHERE s.paid_until > ${since} GROUP BY 1`,
  );
}

const countInvoices = async (db: Db, since: Date) =>
  byMonth(
    await db.$queryRaw<Counted<'invoices' | 'creditNotes' | 'vatCents'>[]>`
      SELECT to_char(paid_at AT TIME ZONE 'Europe/Paris', 'YYYY-MM') AS month,
        count(*) FILTER (WHERE kind = 'invoice')::int AS invoices,
        count(*) FILTER (WHERE kind = 'credit_note')::int AS "creditNotes",
        sum(CASE kind WHEN 'invoice' THEN vat_cents ELSE -vat_cents END)::float8 AS "vatCents"
      FROM invoice WHERE paid_at >= ${since} GROUP BY 1`,
  );

const itemFiguresSchema = z.object({
  id: z.int(),
  title: z.string(),
  titleEn: z.string(),
  units: z.int(),
  /** Excludes delivery. */
  soldCents: z.int(),
  /** Refunded in this month, whenever it was sold. */
  refundedCents: z.int(),
  /** The VAT of the invoices, delivery included, less that of the credit notes. */
  vatCents: z.int(),
});

const rateFiguresSchema = z.object({
  /** Null without VAT ("franchise"). */
  ratePercent: z.number().nullable(),
  /** The net amount of the invoices, delivery included, less the credit notes; likewise the VAT. */
  netCents: z.int(),
  vatCents: z.int(),
});

/** Reads a month's sales, refunds and VAT by item, and the VAT by rate. */
export const readItemSales = defineRead({
  name: 'books.items',
  permission: 'books.read',
  input: z.object({ month: monthSchema }),
  output: z.object({ items: z.array(itemFiguresSchema), rates: z.array(rateFiguresSchema) }),
  run: async ({ db }, { month }) => {
    const [from, until] = [startOfMonth(month), endOfMonth(month)];
    const items = await db.$queryRaw<z.output<typeof itemFiguresSchema>[]>`
      SELECT i.id, i.title_fr AS title, i.title_en AS "titleEn", sum(part.units)::int AS units,
        sum(part.sold)::float8 AS "soldCents", sum(part.refunded)::float8 AS "refundedCents",
        sum(part.vat)::float8 AS "vatCents"
      FROM (
        SELECT id AS order_id, 1 AS units, amount_cents - fee_cents AS sold, 0 AS refunded, 0 AS vat
        FROM orders WHERE order_date >= ${from} AND order_date < ${until}
        UNION ALL
        SELECT order_id, 0, 0, amount_cents, 0 FROM refund
        WHERE order_id IS NOT NULL AND state IN ('succeeded', 'transferred') AND updated_at >= ${from}
          AND coalesce(settled_at, updated_at) >= ${from} AND coalesce(settled_at, updated_at) < ${until}
        UNION ALL
        SELECT order_id, 0, 0, 0, CASE kind WHEN 'invoice' THEN vat_cents ELSE -vat_cents END
        FROM invoice WHERE paid_at >= ${from} AND paid_at < ${until}
      ) part
      JOIN orders o ON o.id = part.order_id JOIN purchase_attempt a ON a.id = o.attempt_id
      JOIN item_option io ON io.id = a.option_id JOIN item i ON i.id = io.item_id
      GROUP BY i.id ORDER BY sum(part.sold) DESC, i.id`;
    const rates = await db.$queryRaw<z.output<typeof rateFiguresSchema>[]>`
      SELECT vat_percent AS "ratePercent",
        sum(CASE kind WHEN 'invoice' THEN net_cents ELSE -net_cents END)::float8 AS "netCents",
        sum(CASE kind WHEN 'invoice' THEN vat_cents ELSE -vat_cents END)::float8 AS "vatCents"
      FROM invoice WHERE paid_at >= ${from} AND paid_at < ${until}
      GROUP BY 1 ORDER BY 1 DESC NULLS LAST`;
    return { items, rates };
  },
});

/** Lists the invoices and credit notes of a month's payments, in order; `after` starts behind a number. */
export const listInvoices = defineRead({
  name: 'books.invoices',
  permission: 'books.read',
  input: z.object({
    month: monthSchema,
    /** An invoice number, such as `2026-00012`. */
    after: z
      .string()
      .regex(/^20\d{2}-\d{5,9}$/)
      .nullable(),
  }),
  output: z.object({
    invoices: z.array(
      z.object({
        id: z.int(),
        number: z.string(),
        kind: z.enum(['invoice', 'credit_note']),
        order: z.int(),
        issuedOn: z.iso.date(),
        amountCents: z.int(),
        vatCents: z.int(),
      }),
    ),
    areMore: z.boolean(),
  }),
  run: async ({ db }, { month, after }) => {
    const [year = 0, number = 0] = (after ?? '').split('-').map(Number);
    const rows = await db.invoice.findMany({
      where: {
        paidAt: { gte: startOfMonth(month), lt: endOfMonth(month) },
        ...(after === null
          ? {}
          : { OR: [{ year: { gt: year } }, { year, number: { gt: number } }] }),
      },
      orderBy: [{ year: 'asc' }, { number: 'asc' }],
      take: LISTED + 1,
    });
    return {
      invoices: rows.slice(0, LISTED).map((row) => ({
        id: row.id,
        number: seriesOf(row),
        kind: row.kind === 'invoice' ? ('invoice' as const) : ('credit_note' as const),
        order: row.orderId,
        issuedOn: row.issuedOn.toISOString().slice(0, 10),
        amountCents: row.grossCents,
        vatCents: row.vatCents,
      })),
      areMore: rows.length > LISTED,
    };
  },
});
