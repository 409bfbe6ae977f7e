import type { SettingValue } from '@agres/core/settings';
import type { Db } from '@agres/db/db';
import { isPlaceholder, type ShopFacts } from '@agres/domain/brand';
import { localeOf } from '@agres/domain/locale';

/** The number that stands on a document: `2026-00012`. Invoices and credit notes share one series. */
export const seriesOf = ({ year, number }: { year: number; number: number }): string =>
  `${year}-${String(number).padStart(5, '0')}`;

/** The VAT that a sum contains, in cents; none under franchise. A refund has that of its payment, negative. */
export function vatCentsOf(grossCents: number, vatPercent: number | null): number {
  if (vatPercent === null) return 0;
  // Math.round takes halves of negative numbers the other way.
  const netCents = Math.round(Math.abs(grossCents) / (1 + vatPercent / 100));
  return grossCents - Math.sign(grossCents) * netCents;
}

type Regime = SettingValue<'vat'>;

/**
 * The facts of the seller that an invoice has to name and that are still examples, by their places in
 * the brand: `seller.address`. No invoice is made while there is one.
 */
export function missingOnInvoices({ seller }: ShopFacts, regime: Regime): string[] {
  const { legalName, form, address, registration, vatNumber } = seller;
  const named = {
    legalName,
    form,
    address,
    registration,
    // Under franchise none is printed
    ...(regime?.regime === 'charged' ? { vatNumber } : {}),
  };
  return Object.entries(named).flatMap(([name, fact]) =>
    isPlaceholder(fact) ? [`seller.${name}`] : [],
  );
}

/** What stands on an invoice or a credit note. */
export type Invoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

/** One document; null for one that there is not and, where a member asks, for that of another. */
export async function findInvoice(db: Db, { id, userId }: { id: number; userId?: number }) {
  const row = await db.invoice.findFirst({
    // An invoice is shown to its buyer alone
    where: { id, ...(userId === undefined ? {} : { order: { userId } }) },
    include: { invoice: { select: { year: true, number: true, issuedOn: true } } },
  });
  if (row === null) return null;
  const { year, number, locale, kind, invoice, ...shown } = row;
  return {
    ...shown,
    series: seriesOf({ year, number }),
    locale: localeOf(locale),
    isCreditNote: kind === 'credit_note',
    /** The invoice that a credit note corrects. */
    corrects: invoice === null ? null : { series: seriesOf(invoice), issuedOn: invoice.issuedOn },
  };
}

/** The documents of an order of a member, in the order of their numbers. */
export async function listInvoicesOf(
  db: Db,
  { orderId, userId }: { orderId: number; userId: number },
): Promise<{ id: number; number: string; kind: 'invoice' | 'credit_note' }[]> {
  const rows = await db.invoice.findMany({
    // Invoices are listed to their buyer alone
    where: { orderId, order: { userId } },
    select: { id: true, year: true, number: true, kind: true },
    orderBy: [{ year: 'asc' }, { number: 'asc' }],
  });
  return rows.map(({ id, kind, ...series }) => ({
    id,
    number: seriesOf(series),
    kind: kind === 'invoice' ? 'invoice' : 'credit_note',
  }));
}
