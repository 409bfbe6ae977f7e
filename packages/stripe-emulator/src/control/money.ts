import { idOf, type Account } from '../account.ts';

export type MoneyTotals = { succeeded: number; amountCents: number; refundedCents: number };

/** The money of one purchase attempt; at most one of its intents may succeed. */
export type AttemptMoney = MoneyTotals & { intents: { id: string; status: string }[] };

export type AccountMoney = MoneyTotals & { byAttempt: Record<string, AttemptMoney> };

/** Sums an account's payments, in total and by `metadata.attempt_id`. */
export function moneyOf(account: Account): AccountMoney {
  const total: AccountMoney = { ...nothing(), byAttempt: {} };
  for (const intent of account.store.intents.values()) {
    const charge = account.store.charges.get(idOf(intent.latest_charge) ?? '');
    const attemptId = intent.metadata['attempt_id'];
    const attempt =
      attemptId === undefined
        ? undefined
        : (total.byAttempt[attemptId] ??= { ...nothing(), intents: [] });
    attempt?.intents.push({ id: intent.id, status: intent.status });
    if (intent.status !== 'succeeded') continue;
    for (const sums of attempt ? [total, attempt] : [total]) {
      sums.succeeded += 1;
      sums.amountCents += intent.amount_received;
      sums.refundedCents += charge?.amount_refunded ?? 0;
    }
  }
  return total;
}

const nothing = (): MoneyTotals => ({ succeeded: 0, amountCents: 0, refundedCents: 0 });
