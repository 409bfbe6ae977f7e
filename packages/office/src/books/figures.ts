import { defineRead } from '@agres/core/operations/operation';
import { Prisma, type Db } from '@agres/db/db';
import { addMonths, parisDayOf, startOfDay } from '@agres/domain/days';
import { formatDocumentNumber, vatCentsOf } from '@agres/money/invoices/invoice';
import { z } from 'zod';

const MONTHS = 24;
const INVOICES_PER_PAGE = 100;

/** A month in Paris, as `2026-11`. */
export const monthSchema = z.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/);

const monthFiguresSchema = z.object({
  month: z.string(),
  orders: z.int(),
  soldCents: z.int(),
  /** Card payments for subscriptions: first payments and renewals. */
  subscriptionCents: z.int(),
  /** The sum refunded of orders and subscriptions. */
  refundedCents: z.int(),
  /** The sum that banks took in disputes, less what they returned in disputes won. */
  disputedCents: z.int(),
  newSubscriptions: z.int(),
  /** Subscriptions that were paid at the end of the month; for the current month, those paid now. */
  activeSubscriptions: z.int(),
  invoices: z.int(),
  creditNotes: z.int(),
  /** VAT of invoices and subscription payments, less that of refunds and disputed sums. */
  vatCents: z.int(),
});
type MonthFigures = z.output<typeof monthFiguresSchema>;

/** Reads sales, refunds, subscriptions and VAT of the last 24 months, newest first. */
export const readMonths = defineRead({
  name: 'books.months',
  permission: 'books.read',
  input: z.object({}),
  output: z.object({ months: z.array(monthFiguresSchema) }),
  run: async ({ db, clock }) => {
    const now = clock();
    const thisMonth = `${parisDayOf(now).slice(0, 7)}-01`;
    const months = Array.from({ length: MONTHS }, (_, index) =>
      addMonths(thisMonth, -index).slice(0, 7),
    );
    const since = startOfMonth(addMonths(thisMonth, 1 - MONTHS).slice(0, 7));
    const period = { from: since, until: endOfMonth(thisMonth.slice(0, 7)) };
    const [orders, refunds, disputes, begun, active, invoices, subscriptions] = await Promise.all([
      countOrders(db, since),
      countRefunds(db, since),
      readDisputed(db, period),
      countBegun(db, since),
      countActive(db, { months, since, now }),
      countInvoices(db, since),
      readSubscriptionMoney(db, period),
    ]);
    return {
      months: months.map((month) => {
        const figures = {
          ...NONE,
          ...orders.get(month),
          ...refunds.get(month),
          ...begun.get(month),
          ...active.get(month),
          ...invoices.get(month),
          month,
        };
        const isOfMonth = (money: Money) => money.month === month;
        const paid = sumOf(subscriptions.filter(isOfMonth));
        const moved = sumOf(disputes.filter(isOfMonth));
        return {
          ...figures,
          subscriptionCents: paid.soldCents,
          refundedCents: figures.refundedCents + paid.refundedCents,
          disputedCents: moved.refundedCents - moved.soldCents,
          vatCents: figures.vatCents + paid.vatCents + moved.vatCents,
        };
      }),
    };
  },
});

const NONE = {
  orders: 0,
  soldCents: 0,
  subscriptionCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  newSubscriptions: 0,
  activeSubscriptions: 0,
  invoices: 0,
  creditNotes: 0,
  vatCents: 0,
} satisfies Omit<MonthFigures, 'month'>;

export const startOfMonth = (month: string) => startOfDay(`${month}-01`) ?? new Date(`${month}-01`);
export const endOfMonth = (month: string) => startOfMonth(addMonths(`${month}-01`, 1).slice(0, 7));

type MonthlyCount<Name extends keyof MonthFigures> = Pick<MonthFigures, Name | 'month'>;

const byMonth = <Row extends { month: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.month, row]));

const countOrders = async (db: Db, since: Date) =>
  byMonth(
    await db.$queryRaw<MonthlyCount<'orders' | 'soldCents'>[]>`
      SELECT to_char(order_date AT TIME ZONE 'Europe/Paris', 'YYYY-MM') AS month,
        count(*)::int AS orders, sum(amount_cents)::float8 AS "soldCents"
      FROM orders WHERE order_date >= ${since} GROUP BY 1`,
  );

/** The filter on `updated_at` is safe: a refund's row is last written when it settles, or later. */
const countRefunds = async (db: Db, since: Date) =>
  byMonth(
    await db.$queryRaw<MonthlyCount<'refundedCents'>[]>`
      SELECT to_char(coalesce(settled_at, updated_at) AT TIME ZONE 'Europe/Paris', 'YYYY-MM') AS month,
        sum(amount_cents)::float8 AS "refundedCents"
      FROM refund
      WHERE updated_at >= ${since} AND order_id IS NOT NULL AND state IN ('succeeded', 'transferred')
      GROUP BY 1`,
  );

const countBegun = async (db: Db, since: Date) =>
  byMonth(
    await db.$queryRaw<MonthlyCount<'newSubscriptions'>[]>`
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
    await db.$queryRaw<MonthlyCount<'activeSubscriptions'>[]>`
      SELECT ends.month, count(*)::int AS "activeSubscriptions"
      FROM (SELECT unnest(${[...months]}::text[]) AS month, unnest(${ends}::timestamptz[]) AS at) ends
      JOIN subscription s ON s.subscription_date <= ends.at AND s.paid_until > ends.at
        AND (s.access_ends_on IS NULL OR s.access_ends_on > ends.at)
      WHERE s.paid_until > ${since} GROUP BY 1`,
  );
}

const countInvoices = async (db: Db, since: Date) =>
  byMonth(
    await db.$queryRaw<MonthlyCount<'invoices' | 'creditNotes' | 'vatCents'>[]>`
      SELECT to_char(paid_at AT TIME ZONE 'Europe/Paris', 'YYYY-MM') AS month,
        count(*) FILTER (WHERE kind = 'invoice')::int AS invoices,
        count(*) FILTER (WHERE kind = 'credit_note')::int AS "creditNotes",
        sum(CASE kind WHEN 'invoice' THEN vat_cents ELSE -vat_cents END)::float8 AS "vatCents"
      FROM invoice WHERE paid_at >= ${since} GROUP BY 1`,
  );

/** `count` payments of the same amount, rate and month; negative amounts went back. */
type Money = {
  month: string;
  vatPercent: number | null;
  amountCents: number;
  count: number;
};

type Period = { from: Date; until: Date };

const readSubscriptionMoney = (db: Db, { from, until }: Period) =>
  db.$queryRaw<Money[]>`
    SELECT to_char(at AT TIME ZONE 'Europe/Paris', 'YYYY-MM') AS month, vat_percent AS "vatPercent",
      amount_cents AS "amountCents", count(*)::int AS count
    FROM (
      SELECT paid_at AS at, vat_percent, amount_cents FROM subscription_payment
      WHERE paid_at >= ${from} AND paid_at < ${until}
      UNION ALL
      SELECT coalesce(r.settled_at, r.updated_at), p.vat_percent, -r.amount_cents
      FROM refund r JOIN subscription_payment p ON p.payment_intent_id = r.payment_intent_id
      WHERE r.updated_at >= ${from} AND r.order_id IS NULL AND r.state IN ('succeeded', 'transferred')
        AND coalesce(r.settled_at, r.updated_at) >= ${from}
        AND coalesce(r.settled_at, r.updated_at) < ${until}
    ) moved GROUP BY 1, 2, 3`;

/** `itemId` is null for subscriptions. */
type Disputed = Money & { itemId: number | null };

/**
 * SQL for the sums that banks took in disputes (negative) and returned in disputes won. An inquiry takes no
 * money; a prevented dispute ends with a refund.
 */
const movedInDisputes = ({ from, until }: Period) => Prisma.sql`(
  SELECT opened_at AS at, -amount_cents AS cents, order_id, payment_intent_id FROM dispute
  WHERE opened_at >= ${from} AND opened_at < ${until}
    AND status NOT LIKE 'warning%' AND status <> 'prevented'
  UNION ALL
  SELECT closed_at, amount_cents, order_id, payment_intent_id FROM dispute
  WHERE closed_at >= ${from} AND closed_at < ${until} AND status = 'won')`;

/** Reads disputed sums at the invoiced rate. An order without an invoice has no VAT yet. */
const readDisputed = (db: Db, period: Period) =>
  db.$queryRaw<Disputed[]>`
    SELECT to_char(at AT TIME ZONE 'Europe/Paris', 'YYYY-MM') AS month, item_id AS "itemId",
      vat_percent AS "vatPercent", cents AS "amountCents", count(*)::int AS count
    FROM ${movedInDisputes(period)} moved
    LEFT JOIN LATERAL (
      SELECT io.item_id, (SELECT coalesce(vat_percent, 0) FROM invoice
        WHERE order_id = o.id AND kind = 'invoice') AS vat_percent
      FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id
      JOIN item_option io ON io.id = a.option_id
      WHERE o.id = moved.order_id
      UNION ALL
      SELECT NULL, p.vat_percent FROM subscription_payment p
      WHERE p.payment_intent_id = moved.payment_intent_id
    ) paid ON true
    GROUP BY 1, 2, 3, 4`;

function sumOf(money: readonly Money[]) {
  const sums = { units: 0, soldCents: 0, refundedCents: 0, netCents: 0, vatCents: 0 };
  for (const { vatPercent, amountCents, count } of money) {
    const vatCents = vatCentsOf(amountCents, vatPercent);
    if (amountCents > 0) {
      sums.units += count;
      sums.soldCents += count * amountCents;
    } else {
      sums.refundedCents -= count * amountCents;
    }
    sums.vatCents += count * vatCents;
    sums.netCents += count * (amountCents - vatCents);
  }
  return sums;
}

const itemFiguresSchema = z.object({
  id: z.int(),
  title: z.string(),
  titleEn: z.string(),
  units: z.int(),
  /** The amount sold, without delivery. */
  soldCents: z.int(),
  /** The amount refunded in this month, whenever the item was sold. */
  refundedCents: z.int(),
  /** The sum that banks took in disputes, less what they returned. */
  disputedCents: z.int(),
  /** VAT of invoices, delivery included, less that of credit notes and disputed sums. */
  vatCents: z.int(),
  /** Of it, the VAT of the delivery on the invoices. */
  deliveryVatCents: z.int(),
});

const rateFiguresSchema = z.object({
  /** Null without VAT ("franchise"). */
  ratePercent: z.number().nullable(),
  /**
   * The net sum of invoices, delivery included, and of subscription payments, less refunds and disputed sums.
   */
  netCents: z.int(),
  vatCents: z.int(),
});

const subscriptionFiguresSchema = itemFiguresSchema.omit({
  id: true,
  title: true,
  titleEn: true,
  deliveryVatCents: true,
});

/** Reads a month's sales, refunds and VAT by item and of subscriptions, and the VAT by rate. */
export const readItemSales = defineRead({
  name: 'books.items',
  permission: 'books.read',
  input: z.object({ month: monthSchema }),
  output: z.object({
    items: z.array(itemFiguresSchema),
    subscriptions: subscriptionFiguresSchema,
    rates: z.array(rateFiguresSchema),
  }),
  run: async ({ db }, { month }) => {
    const [from, until] = [startOfMonth(month), endOfMonth(month)];
    const items = await db.$queryRaw<Omit<z.output<typeof itemFiguresSchema>, 'disputedCents'>[]>`
      SELECT i.id, i.title_fr AS title, i.title_en AS "titleEn", sum(part.units)::int AS units,
        sum(part.sold)::float8 AS "soldCents", sum(part.refunded)::float8 AS "refundedCents",
        sum(part.vat)::float8 AS "vatCents", sum(part.fee_vat)::float8 AS "deliveryVatCents"
      FROM (
        SELECT id AS order_id, 1 AS units, amount_cents - fee_cents AS sold, 0 AS refunded, 0 AS vat,
          0 AS fee_vat
        FROM orders WHERE order_date >= ${from} AND order_date < ${until}
        UNION ALL
        SELECT order_id, 0, 0, amount_cents, 0, 0 FROM refund
        WHERE order_id IS NOT NULL AND state IN ('succeeded', 'transferred') AND updated_at >= ${from}
          AND coalesce(settled_at, updated_at) >= ${from} AND coalesce(settled_at, updated_at) < ${until}
        UNION ALL
        SELECT order_id, 0, 0, 0, CASE kind WHEN 'invoice' THEN vat_cents ELSE -vat_cents END,
          fee_cents - round(fee_cents / (1 + coalesce(vat_percent, 0) / 100))
        FROM invoice WHERE paid_at >= ${from} AND paid_at < ${until}
        UNION ALL
        SELECT order_id, 0, 0, 0, 0, 0 FROM ${movedInDisputes({ from, until })} moved
      ) part
      JOIN orders o ON o.id = part.order_id JOIN purchase_attempt a ON a.id = o.attempt_id
      JOIN item_option io ON io.id = a.option_id JOIN item i ON i.id = io.item_id
      GROUP BY i.id ORDER BY sum(part.sold) DESC, i.id`;
    const invoiced = await db.$queryRaw<z.output<typeof rateFiguresSchema>[]>`
      SELECT vat_percent AS "ratePercent",
        sum(CASE kind WHEN 'invoice' THEN net_cents ELSE -net_cents END)::float8 AS "netCents",
        sum(CASE kind WHEN 'invoice' THEN vat_cents ELSE -vat_cents END)::float8 AS "vatCents"
      FROM invoice WHERE paid_at >= ${from} AND paid_at < ${until}
      GROUP BY 1`;
    const paid = await readSubscriptionMoney(db, { from, until });
    const disputed = await readDisputed(db, { from, until });
    const withDisputed = <Row extends { vatCents: number }>(row: Row, id: number | null) => {
      const moved = sumOf(disputed.filter(({ itemId }) => itemId === id));
      return {
        ...row,
        disputedCents: moved.refundedCents - moved.soldCents,
        vatCents: row.vatCents + moved.vatCents,
      };
    };
    const { netCents: _net, ...subscriptions } = sumOf(paid);
    return {
      items: items.map((item) => withDisputed(item, item.id)),
      subscriptions: withDisputed(subscriptions, null),
      rates: byRate(invoiced, [...paid, ...disputed]),
    };
  },
});

type RateFigures = z.output<typeof rateFiguresSchema>;

/** Adds money to the invoiced amounts by rate, highest rate first. */
function byRate(invoiced: readonly RateFigures[], money: readonly Money[]) {
  const rates = new Map(invoiced.map((rate) => [rate.ratePercent, rate]));
  // Nothing is invoiced until the owner answers whether the shop charges VAT.
  for (const one of money.filter(({ vatPercent }) => vatPercent !== null)) {
    const ratePercent = one.vatPercent || null;
    const { netCents, vatCents } = sumOf([one]);
    const before = rates.get(ratePercent) ?? { netCents: 0, vatCents: 0 };
    rates.set(ratePercent, {
      ratePercent,
      netCents: before.netCents + netCents,
      vatCents: before.vatCents + vatCents,
    });
  }
  return [...rates.values()].toSorted(
    (one, other) => (other.ratePercent ?? 0) - (one.ratePercent ?? 0),
  );
}

/** Lists the invoices and credit notes of a month in order, starting after the number `after`. */
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
      take: INVOICES_PER_PAGE + 1,
    });
    return {
      invoices: rows.slice(0, INVOICES_PER_PAGE).map((row) => ({
        id: row.id,
        number: formatDocumentNumber(row),
        kind: row.kind === 'invoice' ? ('invoice' as const) : ('credit_note' as const),
        order: row.orderId,
        issuedOn: row.issuedOn.toISOString().slice(0, 10),
        amountCents: row.grossCents,
        vatCents: row.vatCents,
      })),
      areMore: rows.length > INVOICES_PER_PAGE,
    };
  },
});
