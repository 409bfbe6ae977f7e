import { defineDirect, type ProviderDeps } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { readSetting } from '@agres/core/settings';
import type { Db } from '@agres/db/db';
import { endOfDay, parisDayOf, startOfDay } from '@agres/domain/days';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import { vatCentsOf } from '@agres/money/invoices/invoice';
import { copySubscriptionPayments } from '@agres/money/subscription/subscription-payments';
import type { Movement } from '@agres/payments/shapes';
import { z } from 'zod';

import {
  CSV_HEAD,
  csvAmount,
  csvLine,
  csvSchema,
  styleInput,
  styleOf,
  type CsvStyle,
} from '../operations/csv.ts';
import { endOfMonth, monthSchema, startOfMonth } from './figures.ts';

/** The standard rate in France, in percent (article 278 of the Code général des impôts). */
const STANDARD_VAT_PERCENT = 20;

/**
 * The kinds of movements with VAT: those that customers paid or got back. Fees and payouts carry no VAT of
 * the shop.
 */
const TAXED_KINDS: ReadonlySet<string> = new Set([
  'charge',
  'refund',
  'refund_failure',
  'partial_capture_reversal',
  'dispute',
  'dispute_reversal',
]);

const COLUMNS = [
  'date',
  'kind',
  'order',
  'subscription',
  'area',
  'net',
  'vat_percent',
  'vat',
  'gross',
  'stripe_fee',
  'balance',
  'currency',
  'stripe_account',
  'payment',
  'stripe_source',
  'stripe_transaction',
];

type Entry = Movement & { account: PaymentAccount } & Contract;
type Contract = {
  orderId: number | null;
  subscriptionId: number | null;
  area: number | null;
  /** The VAT rate of its order or payment; null if it has none of its own. */
  vatPercent: number | null;
  /** The VAT of its credit note; null without one. */
  vatCents: number | null;
};

/** Exports every movement of money at the provider as CSV, without names or addresses. */
export const exportBooks = defineDirect({
  name: 'books.export',
  permission: 'payments.read',
  kind: 'read',
  input: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    /**
     * The VAT percentage included in prices, for payments without their own rate; 0 without VAT
     * ("franchise"). Null means the shop's rate, or the standard rate if the shop has none.
     */
    vat: z.number().min(0).max(99).nullable(),
    ...styleInput,
  }),
  output: csvSchema,
  perform: async ({ provider }, { from, to, vat, style: name }) => {
    const deps = await provider();
    const { value: regime } = await readSetting(deps.db, 'vat');
    const shopPercent = regime?.regime === 'franchise' ? 0 : regime?.ratePercent;
    const style = styleOf(name);
    const period = {
      from: startOfDay(from) ?? new Date(from),
      to: endOfDay(startOfDay(to) ?? new Date(to)),
    };
    const unread = await copySubscriptionPayments(deps);
    if (unread !== null) refuse({ code: 'payments_unreadable', account: unread });
    const entries: Entry[] = [];
    for (const account of PAYMENT_ACCOUNTS) {
      const movements = await readMovements(deps, account, period);
      entries.push(...(await withContracts(deps.db, account, movements)));
    }
    entries.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    const lines = entries.map((entry) =>
      csvLine(cellsOf(entry, { vat: vat ?? shopPercent ?? STANDARD_VAT_PERCENT, style }), style),
    );
    return { csv: [CSV_HEAD, csvLine(COLUMNS, style), ...lines].join('') };
  },
});

/** Sums a month's movements at the provider. The sums add up to the change of the balance. */
export const readBalance = defineDirect({
  name: 'books.balance',
  permission: 'payments.read',
  kind: 'read',
  input: z.object({ month: monthSchema }),
  output: z.object({
    receivedCents: z.int(),
    /** Refunds and disputes; zero or negative unless banks returned more. */
    returnedCents: z.int(),
    feesCents: z.int(),
    payoutCents: z.int(),
    /** Movements of other kinds, such as a reserve or a top-up. */
    otherCents: z.int(),
  }),
  perform: async ({ provider }, { month }) => {
    const deps = await provider();
    const period = { from: startOfMonth(month), to: endOfMonth(month) };
    const sums = {
      receivedCents: 0,
      returnedCents: 0,
      feesCents: 0,
      payoutCents: 0,
      otherCents: 0,
    };
    for (const account of PAYMENT_ACCOUNTS) {
      for (const { kind, amountCents, feeCents } of await readMovements(deps, account, period)) {
        sums.feesCents -= feeCents;
        sums[sumOf(kind)] += amountCents;
      }
    }
    return sums;
  },
});

/** Returns the sum to which a reporting category of the provider belongs. */
function sumOf(kind: string) {
  if (kind === 'charge') return 'receivedCents';
  if (TAXED_KINDS.has(kind)) return 'returnedCents';
  if (kind === 'payout' || kind === 'payout_reversal') return 'payoutCents';
  return kind === 'fee' ? 'feesCents' : 'otherCents';
}

/**
 * Reads the movements of an account, oldest first. Refuses if the provider does not answer, because half a
 * month would look complete.
 */
async function readMovements(
  { payments }: ProviderDeps,
  account: PaymentAccount,
  period: { from: Date; to: Date },
): Promise<Movement[]> {
  const answer = await payments.listMovements(account, period);
  if (answer.outcome !== 'known') return refuse({ code: 'payments_unreadable', account });
  // The provider lists the newest first. Reversing its list keeps the order within one second.
  return answer.value.toReversed();
}

/**
 * Finds the order or subscription of each movement. Movements of other applications that share the API keys
 * have none.
 */
async function withContracts(
  db: Db,
  account: PaymentAccount,
  movements: readonly Movement[],
): Promise<Entry[]> {
  const ids = (values: readonly (string | null)[]) => [
    ...new Set(values.filter((value) => value !== null)),
  ];
  const intentIds = ids(movements.map(({ intentId }) => intentId));
  const sourceIds = ids(movements.map(({ sourceId }) => sourceId));
  const orders = await db.order.findMany({
    where: { stripeAccount: account, attempt: { paymentIntentId: { in: intentIds } } },
    select: {
      id: true,
      area: true,
      vatPercent: true,
      attempt: { select: { paymentIntentId: true } },
      invoices: { where: { kind: 'invoice' }, select: { vatPercent: true } },
    },
  });
  const payments = await db.subscriptionPayment.findMany({
    where: { paymentIntentId: { in: intentIds } },
  });
  const notes = await db.invoice.findMany({
    where: { refund: { providerRefundId: { in: sourceIds } } },
    select: { vatCents: true, grossCents: true, refund: { select: { providerRefundId: true } } },
  });
  const orderOf = new Map(orders.map((order) => [order.attempt.paymentIntentId, order]));
  const paymentOf = new Map(payments.map((payment) => [payment.paymentIntentId, payment]));
  const noteOf = new Map(notes.map((note) => [note.refund?.providerRefundId, note]));
  return movements.map((movement) => {
    const order = orderOf.get(movement.intentId ?? '');
    const payment = paymentOf.get(movement.intentId ?? '');
    const note = noteOf.get(movement.sourceId ?? '');
    return {
      ...movement,
      account,
      orderId: order?.id ?? null,
      area: order?.area ?? null,
      vatPercent: order === undefined ? (payment?.vatPercent ?? null) : vatPercentOf(order),
      // The last credit note of an invoice takes the cent that rounding leaves.
      vatCents:
        note?.grossCents === Math.abs(movement.amountCents)
          ? Math.sign(movement.amountCents) * note.vatCents
          : null,
      subscriptionId: payment?.subscriptionId ?? null,
    };
  });
}

/** Returns the invoiced rate, or the one to be invoiced. */
const vatPercentOf = ({ invoices: [invoice], vatPercent }: TaxedOrder) =>
  invoice === undefined ? vatPercent : (invoice.vatPercent ?? 0);
type TaxedOrder = {
  vatPercent: number | null;
  invoices: readonly { vatPercent: number | null }[];
};

function cellsOf(
  entry: Entry,
  { vat: otherPercent, style }: { vat: number; style: CsvStyle },
): string[] {
  const { amountCents, feeCents } = entry;
  const vat = entry.vatPercent ?? otherPercent;
  const isTaxed = TAXED_KINDS.has(entry.kind);
  const vatCents = isTaxed ? (entry.vatCents ?? vatCentsOf(amountCents, vat)) : 0;
  const number = (value: number | null) => (value === null ? '' : String(value));
  return [
    parisDayOf(entry.createdAt),
    entry.kind,
    number(entry.orderId),
    number(entry.subscriptionId),
    number(entry.area),
    csvAmount(amountCents - vatCents, style),
    isTaxed ? String(vat).replace('.', style.decimal) : '',
    csvAmount(vatCents, style),
    csvAmount(amountCents, style),
    csvAmount(feeCents, style),
    csvAmount(amountCents - feeCents, style),
    entry.currency,
    entry.account,
    entry.intentId ?? '',
    entry.sourceId ?? '',
    entry.id,
  ];
}
