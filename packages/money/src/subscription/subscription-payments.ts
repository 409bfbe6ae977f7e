import type { Deps } from '@agres/core/context';
import { readSetting, storeSetting, vatFieldsOf } from '@agres/core/settings';
import type { Db, Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import {
  PAYMENT_ACCOUNTS,
  paymentAccountOfName,
  type PaymentAccount,
  type SubscriptionInvoices,
} from '@agres/domain/shapes';
import type { Movement } from '@agres/payments/shapes';

import { callWithRetries, unavailable } from '../checkout/ask-provider.ts';

/** How far a reading overlaps the previous one, because the provider may list a movement a little late. */
const OVERLAP_MS = 3_600_000;
/** How far the clocks of provider and shop may differ. */
const CLOCKS_MS = 86_400_000;

/** The period of one list. The cursor moves after each list, so that no list grows with the shop's age. */
const WINDOW_MS = 31 * 86_400_000;
/** How long a page waits for the provider to find an invoice. */
const INVOICE_BUDGET_MS = 5000;

const CURSOR = 'subscriptionPaymentsRead';

/** Returns 0 under franchise, and null until the owner has stated the VAT regime. */
function subscriptionPercentOf(vat: ReturnType<typeof vatFieldsOf>): number | null {
  if (vat.regime === null) return null;
  return vat.regime === 'franchise' ? 0 : (vat.subscriptionPercent ?? vat.ratePercent);
}

/** A VAT rate of subscriptions in percent, and since when it has been in force. */
type RatePeriod = { from: Date; percent: number | null };

/** Reads the VAT rates, newest first, from the setting and the journal of its changes. */
async function readRates(db: Db | Tx): Promise<RatePeriod[]> {
  const { value } = await readSetting(db, 'vat');
  const changes = await db.journalEntry.findMany({
    where: { subjectKind: 'setting', subjectId: 'vat' },
    orderBy: { id: 'desc' },
    select: { at: true, changes: true },
  });
  const periods: RatePeriod[] = [];
  const fields = vatFieldsOf(value);
  for (const { at, changes: changed } of changes) {
    periods.push({ from: at, percent: subscriptionPercentOf(fields) });
    for (const [name, pair] of Object.entries(Object(changed))) {
      Object.assign(fields, { [name]: Object(pair)[0] });
    }
  }
  return [...periods, { from: new Date(0), percent: subscriptionPercentOf(fields) }];
}

/** Returns the rate in force at a time; for a time before the owner set one, the first. */
const rateAt = (rates: readonly RatePeriod[], at: Date) =>
  rates.find(({ from, percent }) => from <= at && percent !== null)?.percent ??
  rates.findLast(({ percent }) => percent !== null)?.percent ??
  null;

type ReadDeps = Pick<Deps, 'db' | 'payments' | 'log' | 'clock'>;

/**
 * Copies the card payments of subscriptions from the provider's balance transactions, each with the VAT rate
 * in force when it was made. Payments from before the owner set a rate get the first one. If the list of an
 * account is incomplete, copies nothing of that period and returns the account; otherwise null. Idempotent.
 */
export async function copySubscriptionPayments(deps: ReadDeps): Promise<PaymentAccount | null> {
  for (const account of PAYMENT_ACCOUNTS) {
    if (!(await copyAccount(deps, account))) return account;
  }
  const vatPercent = rateAt(await readRates(deps.db), new Date(0));
  if (vatPercent !== null) {
    await deps.db.subscriptionPayment.updateMany({
      where: { vatPercent: null },
      data: { vatPercent },
    });
  }
  return null;
}

async function copyAccount(deps: ReadDeps, account: PaymentAccount): Promise<boolean> {
  const { db, clock } = deps;
  const { value: read } = await readSetting(db, CURSOR);
  let from = read[account] === null ? await findBeginning(db, account) : new Date(read[account]);
  while (from !== null) {
    const end = new Date(from.getTime() + WINDOW_MS);
    const isLast = end > clock();
    if (!(await copyPeriod(deps, account, isLast ? { from } : { from, to: end }))) return false;
    from = isLast ? null : end;
  }
  return true;
}

/** Copies the payments of a period; without `to`, all since `from`. Moves the cursor to its end. */
async function copyPeriod(
  { db, payments, log }: ReadDeps,
  account: PaymentAccount,
  { from, to }: { from: Date; to?: Date },
): Promise<boolean> {
  const answer = await payments.listMovements(account, {
    from: new Date(from.getTime() - OVERLAP_MS),
    ...(to === undefined ? {} : { to }),
  });
  if (answer.outcome !== 'known') {
    log.warn({ account, fault: answer.cause.kind }, 'payments of subscriptions not copied');
    return false;
  }
  const movements = answer.value;
  const paid = await findPaid(db, account, movements);
  // The list is newest first, so its first movement is the end of the period.
  const until = to ?? movements[0]?.createdAt ?? from;
  await inTransaction(db, async (tx) => {
    const rates = await readRates(tx);
    await tx.subscriptionPayment.createMany({
      data: paid.map((payment) => ({ ...payment, vatPercent: rateAt(rates, payment.paidAt) })),
      skipDuplicates: true,
    });
    const { value: read } = await readSetting(tx, CURSOR);
    const value = { ...read, [account]: until.toISOString() };
    await storeSetting(tx, CURSOR, { value });
  });
  return true;
}

/**
 * Returns a time before the first subscription of an account, also by the provider's clock; null without any.
 */
async function findBeginning(db: Db, stripeAccount: PaymentAccount): Promise<Date | null> {
  const { _min: first } = await db.subscription.aggregate({
    where: { stripeAccount },
    _min: { createdAt: true },
  });
  return first.createdAt === null ? null : new Date(first.createdAt.getTime() - CLOCKS_MS);
}

/** Returns the charges that pay a subscription; those of purchases have no customer. */
async function findPaid(db: Db, account: PaymentAccount, movements: readonly Movement[]) {
  const charges = movements.flatMap(({ kind, intentId, customerId, amountCents, createdAt }) =>
    kind === 'charge' && intentId !== null && customerId !== null
      ? [{ intentId, customerId, amountCents, createdAt }]
      : [],
  );
  const subscriptions = await db.subscription.findMany({
    where: {
      stripeAccount: account,
      stripeCustomerId: { in: [...new Set(charges.map(({ customerId }) => customerId))] },
      // A copied database has no provider ids of the original's subscriptions.
      stripeSubscriptionId: { not: null },
    },
    select: { id: true, stripeCustomerId: true, createdAt: true },
    orderBy: { id: 'asc' },
  });
  return charges.flatMap(({ intentId, customerId, amountCents, createdAt }) => {
    // A member has one subscription at a time, so a charge belongs to the last one that began before it. The
    // first charge happens in the second in which the subscription begins, by another clock.
    const own = subscriptions.filter((one) => one.stripeCustomerId === customerId);
    const subscription = own.findLast((one) => one.createdAt <= createdAt) ?? own[0];
    if (subscription === undefined) return [];
    return [
      {
        paymentIntentId: intentId,
        stripeAccount: account,
        subscriptionId: subscription.id,
        amountCents,
        paidAt: createdAt,
      },
    ];
  });
}

/** Lists the card payments of a member's subscriptions, newest first; each has an invoice. */
export async function listSubscriptionInvoices(
  db: Db,
  userId: number,
): Promise<SubscriptionInvoices['invoices']> {
  const rows = await db.subscriptionPayment.findMany({
    where: { subscription: { userId } },
    orderBy: { paidAt: 'desc' },
  });
  return rows.map(({ paymentIntentId, paidAt, amountCents }) => ({
    id: paymentIntentId,
    paidAt: paidAt.toISOString(),
    amountCents,
  }));
}

/**
 * Returns the URL of the provider's invoice for a payment of a subscription. Returns null if there is no such
 * invoice or, with `userId`, if it belongs to another member. Throws 503 if the provider does not answer.
 */
export async function findSubscriptionInvoice(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  { id, userId }: { id: string; userId?: number },
): Promise<string | null> {
  const payment = await db.subscriptionPayment.findFirst({
    where: { paymentIntentId: id, ...(userId === undefined ? {} : { subscription: { userId } }) },
    select: { stripeAccount: true },
  });
  if (payment === null) return null;
  const account = paymentAccountOfName(payment.stripeAccount);
  const endsAtMs = performance.now() + INVOICE_BUDGET_MS;
  const soon = payments.until({ leftMs: () => endsAtMs - performance.now() });
  const answer = await callWithRetries(soon, () => soon.findInvoiceUrl(account, id));
  if (answer.outcome === 'known') return answer.value;
  throw unavailable(answer.cause);
}
