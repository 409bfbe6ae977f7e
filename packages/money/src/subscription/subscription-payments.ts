import type { Deps } from '@agres/core/context';
import { readSetting, type SettingValue } from '@agres/core/settings';
import type { Db } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import {
  PAYMENT_ACCOUNTS,
  paymentAccountOfName,
  type PaymentAccount,
  type SubscriptionInvoices,
} from '@agres/domain/shapes';
import type { Movement } from '@agres/payments/shapes';

import { callWithRetries, unavailable } from '../checkout/ask-provider.ts';

/** How far a reading overlaps the one before: the provider may list a movement a little late. */
const OVERLAP_MS = 3_600_000;
/** How far the clocks of provider and shop may differ. */
const CLOCKS_MS = 86_400_000;

const CURSOR = 'subscriptionPaymentsRead';

/** Returns the VAT rate of subscriptions, in percent; 0 under franchise, null if VAT is not answered. */
function subscriptionPercentOf(vat: SettingValue<'vat'>): number | null {
  if (vat === null) return null;
  return vat.regime === 'franchise' ? 0 : (vat.subscriptionPercent ?? vat.ratePercent);
}

type ReadDeps = Pick<Deps, 'db' | 'payments' | 'log'>;

/**
 * Copies the card payments of subscriptions from the provider's balance transactions, each with the VAT rate in
 * force. Payments from before the owner set a rate get the first one. Returns the account whose list was
 * incomplete, and copies nothing of it; null if all were complete. Idempotent.
 */
export async function copySubscriptionPayments(deps: ReadDeps): Promise<PaymentAccount | null> {
  for (const account of PAYMENT_ACCOUNTS) {
    if (!(await copyAccount(deps, account))) return account;
  }
  const vatPercent = subscriptionPercentOf((await readSetting(deps.db, 'vat')).value);
  if (vatPercent !== null) {
    await deps.db.subscriptionPayment.updateMany({
      where: { vatPercent: null },
      data: { vatPercent },
    });
  }
  return null;
}

async function copyAccount(deps: ReadDeps, account: PaymentAccount): Promise<boolean> {
  const { db, payments, log } = deps;
  const { value: read } = await readSetting(db, CURSOR);
  const from = read[account] === null ? await findBeginning(db, account) : new Date(read[account]);
  if (from === null) return true;
  const movements: Movement[] = [];
  for await (const answer of payments.listMovements(account, {
    from: new Date(from.getTime() - OVERLAP_MS),
  })) {
    if (answer.outcome !== 'known') {
      log.warn({ account, fault: answer.cause.kind }, 'payments of subscriptions not copied');
      return false;
    }
    movements.push(answer.value);
  }
  const paid = await findPaid(db, account, movements);
  // The list is newest first.
  const until = movements[0]?.createdAt ?? from;
  await inTransaction(db, async (tx) => {
    const vatPercent = subscriptionPercentOf((await readSetting(tx, 'vat')).value);
    await tx.subscriptionPayment.createMany({
      data: paid.map((payment) => ({ ...payment, vatPercent })),
      skipDuplicates: true,
    });
    const value = { ...read, [account]: until.toISOString() };
    await tx.setting.upsert({
      where: { name: CURSOR },
      create: { name: CURSOR, value },
      update: { value },
    });
  });
  return true;
}

/** Finds when the first subscription of an account was created; null without any. */
async function findBeginning(db: Db, stripeAccount: PaymentAccount): Promise<Date | null> {
  const { _min: first } = await db.subscription.aggregate({
    where: { stripeAccount },
    _min: { createdAt: true },
  });
  return first.createdAt === null ? null : new Date(first.createdAt.getTime() - CLOCKS_MS);
}

/** Finds the charges that pay a subscription; those of purchases have no customer. */
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
      // In a copy of another installation, its subscriptions have no id.
      stripeSubscriptionId: { not: null },
    },
    select: { id: true, stripeCustomerId: true, createdAt: true },
    orderBy: { id: 'asc' },
  });
  return charges.flatMap(({ intentId, customerId, amountCents, createdAt }) => {
    // A member has one subscription at a time: a charge belongs to the last one that began before it. The
    // first charge happens in the second in which it begins, by another clock.
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

/** Lists the paid invoices of a member's subscriptions, newest first. */
export async function listSubscriptionInvoices(
  db: Db,
  userId: number,
): Promise<SubscriptionInvoices['invoices']> {
  const rows = await db.subscriptionPayment.findMany({
    // Invoices are listed only for their subscriber.
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
 * Finds the address of the provider's invoice for a payment of a subscription; null if there is none or, if
 * `userId` is given, it belongs to another member. Throws if the provider does not answer.
 */
export async function findSubscriptionInvoice(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  { id, userId }: { id: string; userId?: number },
): Promise<string | null> {
  const payment = await db.subscriptionPayment.findFirst({
    // An invoice is shown only to its subscriber.
    where: { paymentIntentId: id, ...(userId === undefined ? {} : { subscription: { userId } }) },
    select: { stripeAccount: true },
  });
  if (payment === null) return null;
  const account = paymentAccountOfName(payment.stripeAccount);
  const answer = await callWithRetries(payments, () => payments.findInvoiceUrl(account, id));
  if (answer.outcome === 'known') return answer.value;
  throw unavailable(answer.cause);
}
