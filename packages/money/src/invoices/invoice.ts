import type { SettingValue } from '@agres/core/settings';
import type { Db } from '@agres/db/db';
import { isPlaceholder, type ShopFacts } from '@agres/domain/brand';
import { localeOf } from '@agres/domain/locale';

/** Formats the number of a document, such as `2026-00012`. Invoices and credit notes share one series. */
export const formatDocumentNumber = ({ year, number }: { year: number; number: number }): string =>
  `${year}-${String(number).padStart(5, '0')}`;

/**
 * Returns the VAT included in an amount, in cents; 0 if the shop charges none. A refund has that of its
 * payment, negated.
 */
export function vatCentsOf(grossCents: number, vatPercent: number | null): number {
  if (vatPercent === null) return 0;
  // `Math.round` rounds halves up, which differs for negative numbers.
  const netCents = Math.round(Math.abs(grossCents) / (1 + vatPercent / 100));
  return grossCents - Math.sign(grossCents) * netCents;
}

type Regime = SettingValue<'vat'>;

/**
 * Returns the facts that an invoice must name and that are still placeholders, as paths such as
 * `seller.address`. No invoice is made while one is missing.
 */
export function missingOnInvoices({ seller }: ShopFacts, regime: Regime): string[] {
  const { legalName, form, address, registration, vatNumber } = seller;
  const named = {
    legalName,
    form,
    address,
    registration,
    // An invoice under franchise does not print it.
    ...(regime?.regime === 'charged' ? { vatNumber } : {}),
  };
  return Object.entries(named).flatMap(([name, fact]) =>
    isPlaceholder(fact) ? [`seller.${name}`] : [],
  );
}

export type Invoice = NonNullable<Awaited<ReturnType<typeof findInvoice>>>;

/** Returns a document; null if it does not exist or, with `userId`, belongs to another member's order. */
export async function findInvoice(db: Db, { id, userId }: { id: number; userId?: number }) {
  const row = await db.invoice.findFirst({
    where: { id, ...(userId === undefined ? {} : { order: { userId } }) },
    include: { invoice: { select: { year: true, number: true, issuedOn: true } } },
  });
  if (row === null) return null;
  const { year, number, locale, kind, invoice, ...shown } = row;
  return {
    ...shown,
    series: formatDocumentNumber({ year, number }),
    locale: localeOf(locale),
    isCreditNote: kind === 'credit_note',
    corrects:
      invoice === null
        ? null
        : { series: formatDocumentNumber(invoice), issuedOn: invoice.issuedOn },
  };
}

/** Lists the documents of a member's order by number; none if the order is another member's. */
export async function listInvoicesOf(
  db: Db,
  { orderId, userId }: { orderId: number; userId: number },
): Promise<{ id: number; number: string; kind: 'invoice' | 'credit_note' }[]> {
  const rows = await db.invoice.findMany({
    where: { orderId, order: { userId } },
    select: { id: true, year: true, number: true, kind: true },
    orderBy: [{ year: 'asc' }, { number: 'asc' }],
  });
  return rows.map(({ id, kind, ...series }) => ({
    id,
    number: formatDocumentNumber(series),
    kind: kind === 'invoice' ? 'invoice' : 'credit_note',
  }));
}
