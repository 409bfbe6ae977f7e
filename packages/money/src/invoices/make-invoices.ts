import { findInstallation } from '@agres/core/installation';
import type { JobDeps } from '@agres/core/jobs/job';
import { BOOKS_KEPT_FROM, eraseRows, type RetentionRule } from '@agres/core/run-retention';
import { readSetting, readShopFacts, type SettingValue } from '@agres/core/settings';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import type { ShopFacts } from '@agres/domain/brand';
import { laterOf, parisDayOf, type Day } from '@agres/domain/days';
import { addressesOf } from '@agres/domain/delivery';
import { localeOf } from '@agres/domain/locale';

import { missingOnInvoices, vatCentsOf } from './invoice.ts';

const BATCH_SIZE = 200;
/**
 * A payment gets a number only at this age, when all transactions that started before it have ended.
 * Otherwise one that commits late would be numbered after a later payment.
 */
const SETTLED_SECONDS = 60;
/** The job looks this far before the last document's payment, for payments that became visible late. */
const LOOKBACK_DAYS = 2;

type Basis = { regime: NonNullable<SettingValue<'vat'>>; seller: ShopFacts['seller'] };

/** An order without an invoice, or a refund without a credit note. */
type Payment = {
  orderId: number;
  /** Null for an order. */
  refundId: string | null;
  amountCents: number;
  paidAt: Date;
  feeCents: number;
  /** Null means the shop's current rate, 0 means franchise. A credit note uses the rate of its invoice. */
  vatPercent: number | null;
  buyerName: string;
  shippingAddress: string;
  titleFr: string;
  titleEn: string;
  optionFr: string | null;
  optionEn: string | null;
  locale: string;
  /** The refunded amount of the order that no credit note covers yet; only set for a refund. */
  owedCents?: number;
};

type Document = Prisma.InvoiceCreateManyInput;

/**
 * Creates the invoices of paid orders and the credit notes of refunds, ordered by the time of payment, and
 * returns how many. Creates none until the owner has stated whether VAT is charged and entered the facts that
 * an invoice must name. Idempotent and safe under concurrent runs.
 */
export async function makeInvoices(deps: Pick<JobDeps, 'db' | 'clock'>): Promise<number> {
  // A shop that cannot make invoices yet needs no transaction.
  if ((await findBasis(deps.db)) === null) return 0;
  let all = 0;
  for (;;) {
    const made = await inTransaction(deps.db, (tx) => makeNext(tx, deps.clock()));
    all += made;
    if (made < BATCH_SIZE) return all;
  }
}

/** Returns null while required facts are missing, because issued invoices cannot be corrected. */
async function findBasis(db: Db | Tx): Promise<Basis | null> {
  const { value: regime } = await readSetting(db, 'vat');
  if (regime === null) return null;
  const facts = await readShopFacts(db);
  return missingOnInvoices(facts, regime).length > 0 ? null : { regime, seller: facts.seller };
}

async function makeNext(tx: Tx, now: Date): Promise<number> {
  // One process at a time assigns numbers; the others skip this round instead of waiting.
  const [lock] = await tx.$queryRaw<{ isMine: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtext('invoices')) AS "isMine"`;
  if (lock?.isMine !== true) return 0;
  const basis = await findBasis(tx);
  if (basis === null) return 0;
  // A copy creates no invoices, and a restored shop none until its owner has decided about the lost sales.
  const installation = await findInstallation(tx);
  if (installation?.copiedAt != null || installation?.restoredFrom != null) return 0;
  const payments = creditedOnce(await findPayments(tx));
  if (payments.length === 0) return 0;

  const last = await tx.invoice.findFirst({
    orderBy: [{ year: 'desc' }, { number: 'desc' }],
    select: { year: true, number: true, issuedOn: true },
  });
  // The dates of a series never decrease, even if this process's clock is wrong.
  const issuedOn = laterOf(parisDayOf(now), last?.issuedOn.toISOString().slice(0, 10) ?? '');
  const year = Number(issuedOn.slice(0, 4));
  const { value: left } = await readSetting(tx, 'invoiceNumbersLeftOut');
  const next = Math.max(
    last?.year === year ? last.number + 1 : 1,
    left.year === year ? left.upTo + 1 : 1,
  );

  const orderIds = payments.map(({ orderId }) => orderId);
  const numbered = payments.map((payment, index) => ({ payment, year, number: next + index }));
  await tx.invoice.createMany({
    data: numbered.flatMap(({ payment, ...series }) =>
      payment.refundId === null ? [invoiceOf(payment, { ...series, ...basis, issuedOn })] : [],
    ),
  });
  const invoices = await tx.invoice.findMany({
    where: { orderId: { in: orderIds }, kind: 'invoice' },
    include: { creditNotes: { select: { grossCents: true } } },
  });
  const known = new Map(
    invoices.map(({ creditNotes, ...invoice }) => [
      invoice.orderId,
      { ...invoice, creditedCents: creditNotes.reduce((sum, one) => sum + one.grossCents, 0) },
    ]),
  );
  const notes: Document[] = [];
  for (const { payment, ...series } of numbered) {
    const { refundId } = payment;
    if (refundId === null) continue;
    const invoice = known.get(payment.orderId);
    if (invoice === undefined) throw new Error(`refund ${refundId} before its order`);
    notes.push(creditNoteOf({ ...payment, refundId }, { ...series, ...basis, issuedOn, invoice }));
    invoice.creditedCents += payment.amountCents;
  }
  await tx.invoice.createMany({ data: notes });
  return payments.length;
}

/** Finds the next payments without a document by time; an order precedes its refund of the same time. */
async function findPayments(tx: Tx): Promise<Payment[]> {
  const since = (kind: 'invoice' | 'credit_note') => Prisma.sql`greatest(${BOOKS_KEPT_FROM},
    (SELECT max(paid_at) FROM invoice WHERE kind = ${kind})
      - make_interval(days => ${LOOKBACK_DAYS}::int))`;
  const until = Prisma.sql`now() - make_interval(secs => ${SETTLED_SECONDS}::float8)`;
  const recipient = Prisma.sql`
    trim(coalesce(a.first_name, o.first_name) || ' ' || coalesce(a.last_name, o.last_name))
      AS "buyerName",
    coalesce(a.shipping_address, o.shipping_address) AS "shippingAddress"`;
  const facts = Prisma.sql`o.item_title_fr AS "titleFr", o.item_title_en AS "titleEn",
    o.chosen_option_title_fr AS "optionFr", o.chosen_option_title_en AS "optionEn", o.locale`;
  const orders = await tx.$queryRaw<Payment[]>`
    SELECT o.id AS "orderId", NULL AS "refundId", o.amount_cents AS "amountCents",
      o.order_date AS "paidAt", o.fee_cents AS "feeCents",
      -- The release before wrote orders without the rate that their purchase had begun with.
      coalesce(o.vat_percent, (p.item_snapshot->>'vatPercent')::float8) AS "vatPercent",
      ${recipient}, ${facts}
    FROM orders o JOIN purchase_attempt p ON p.id = o.attempt_id
      LEFT JOIN order_archive a ON a.order_id = o.id
    WHERE o.order_date < ${until} AND o.amount_cents > 0
      AND (o.order_date >= ${since('invoice')}
        -- A lost order that was rebuilt has its old day and a new number.
        OR o.id > (SELECT max(order_id) FROM invoice WHERE kind = 'invoice'))
      AND o.order_date >= ${BOOKS_KEPT_FROM}
      AND NOT EXISTS (SELECT FROM invoice i WHERE i.order_id = o.id AND i.kind = 'invoice')
    ORDER BY o.order_date, o.id LIMIT ${BATCH_SIZE}::int`;
  const refunds = await tx.$queryRaw<Payment[]>`
    SELECT o.id AS "orderId", r.id AS "refundId", r.amount_cents AS "amountCents",
      greatest(coalesce(r.settled_at, r.updated_at), o.order_date) AS "paidAt", 0 AS "feeCents",
      NULL::float8 AS "vatPercent", given.cents - credited.cents AS "owedCents",
      ${recipient}, ${facts}
    FROM refund r JOIN orders o ON o.id = r.order_id
      LEFT JOIN order_archive a ON a.order_id = o.id,
      LATERAL (SELECT coalesce(sum(amount_cents), 0)::int AS cents FROM refund
        WHERE order_id = o.id AND state IN ('succeeded', 'transferred')) given,
      LATERAL (SELECT coalesce(sum(gross_cents), 0)::int AS cents FROM invoice
        WHERE order_id = o.id AND kind = 'credit_note') credited
    WHERE r.updated_at >= ${since('credit_note')} AND r.updated_at < ${until}
      AND o.order_date >= ${BOOKS_KEPT_FROM} AND o.order_date < ${until}
      AND r.state IN ('succeeded', 'transferred')
      AND NOT EXISTS (SELECT FROM invoice i WHERE i.refund_id = r.id)
      AND given.cents > credited.cents
      AND (o.id = ANY(${orders.map(({ orderId }) => orderId)}::int[])
        OR EXISTS (SELECT FROM invoice i WHERE i.order_id = o.id AND i.kind = 'invoice'))
    ORDER BY 4, r.at LIMIT ${BATCH_SIZE}::int`;
  return [...orders, ...refunds]
    .toSorted(
      (one, other) =>
        one.paidAt.getTime() - other.paidAt.getTime() ||
        Number(one.refundId !== null) - Number(other.refundId !== null) ||
        one.orderId - other.orderId,
    )
    .slice(0, BATCH_SIZE);
}

/**
 * Drops or reduces refunds that are already credited: money that a bank returned to us and that we refunded
 * again is credited only once.
 */
function creditedOnce(payments: readonly Payment[]): Payment[] {
  const owed = new Map<number, number>();
  return payments.flatMap((payment) => {
    const { orderId, owedCents } = payment;
    if (owedCents === undefined) return [payment];
    const left = owed.get(orderId) ?? owedCents;
    const amountCents = Math.min(payment.amountCents, left);
    owed.set(orderId, left - amountCents);
    return amountCents > 0 ? [{ ...payment, amountCents }] : [];
  });
}

type Series = Basis & { year: number; number: number; issuedOn: Day };

function invoiceOf(payment: Payment, series: Series): Document {
  const { regime, seller } = series;
  const shopPercent = regime.regime === 'charged' ? regime.ratePercent : 0;
  // Delivery has the same VAT rate as the delivered item.
  const vatPercent = (payment.vatPercent ?? shopPercent) || null;
  return {
    ...commonOf(payment, series),
    kind: 'invoice',
    feeCents: payment.feeCents,
    sellerVatNumber: vatPercent === null ? null : seller.vatNumber,
    vatPercent,
    ...sumsOf(payment.amountCents, vatCentsOf(payment.amountCents, vatPercent)),
  };
}

type CreditedInvoice = {
  id: number;
  creditedCents: number;
  vatPercent: number | null;
  sellerVatNumber: string | null;
};

function creditNoteOf(
  payment: Payment & { refundId: string },
  { invoice, ...series }: Series & { invoice: CreditedInvoice },
): Document {
  const { amountCents, refundId } = payment;
  const { id, creditedCents, vatPercent, sellerVatNumber } = invoice;
  // The VAT comes from the running total, so that several credit notes add up to the VAT of the invoice.
  const vatCents =
    vatCentsOf(creditedCents + amountCents, vatPercent) - vatCentsOf(creditedCents, vatPercent);
  return {
    ...commonOf(payment, series),
    kind: 'credit_note',
    refundId,
    ofInvoice: id,
    feeCents: 0,
    sellerVatNumber,
    vatPercent,
    ...sumsOf(amountCents, vatCents),
  };
}

const sumsOf = (grossCents: number, vatCents: number) => ({
  netCents: grossCents - vatCents,
  vatCents,
  grossCents,
});

function commonOf(payment: Payment, { year, number, issuedOn, seller }: Series) {
  const { orderId, paidAt, buyerName, shippingAddress } = payment;
  const locale = localeOf(payment.locale);
  const { legalName, form, capitalEuros, address, registration } = seller;
  const [itemTitle, optionTitle] =
    locale === 'fr' ? [payment.titleFr, payment.optionFr] : [payment.titleEn, payment.optionEn];
  return {
    year,
    number,
    orderId,
    issuedOn: new Date(issuedOn),
    paidAt,
    seller: [legalName, `${form}, ${capitalEuros} €`, address, registration].join('\n'),
    buyerName,
    // An invoice names the buyer's own address even if the parcel goes to a pickup point.
    buyerAddress: addressesOf(shippingAddress)?.recipient ?? shippingAddress,
    itemTitle,
    optionTitle,
    locale,
  };
}

/** Erases the buyer from invoices ten years after the end of the year of the payment, as from the order. */
export const invoiceRetention: readonly RetentionRule[] = [
  {
    name: 'invoices',
    run: ({ db }) =>
      eraseRows(db, 'invoice', {
        set: Prisma.sql`buyer_name = '', buyer_address = ''`,
        where: Prisma.sql`(buyer_name <> '' OR buyer_address <> '') AND paid_at < ${BOOKS_KEPT_FROM}`,
      }),
  },
];
