import type { Stripe } from 'stripe';

import type { Account } from '../account.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import type { Operation } from '../api/operation.ts';
import { objectOf } from '../object.ts';

type Movement = {
  type: Extract<
    Stripe.BalanceTransaction.Type,
    'charge' | 'refund' | 'refund_failure' | 'adjustment'
  >;
  source: Stripe.Charge | Stripe.Refund | Stripe.Dispute;
  /** In cents; negative if money leaves the balance. */
  amount: number;
};

/** The provider's fee for a European card, in cents: 1.5 % plus 0.25 EUR. */
const feeOf = ({ type, amount }: Movement) =>
  type === 'charge' ? Math.round(amount * 0.015) + 25 : 0;

/** Records a movement of money; the account's balance is the sum of all movements. */
export function recordMovement(account: Account, movement: Movement): void {
  const { type, source, amount } = movement;
  const id = account.newId('txn');
  const created = account.clock.nowSeconds();
  const fee = feeOf(movement);
  const transaction = objectOf<Stripe.BalanceTransaction>({
    id,
    object: 'balance_transaction',
    amount,
    available_on: created,
    created,
    currency: source.currency,
    fee,
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source: source.id,
    status: 'available',
    type,
  });
  account.store.balanceTransactions.set(id, transaction);
}

export const BALANCE_TRANSACTION_OPERATIONS: readonly Operation[] = [
  {
    name: 'balance_transactions.list',
    method: 'GET',
    path: '/v1/balance_transactions',
    accepts: LIST_PARAMS,
    run: ({ account, params }) =>
      pageOf(account.store.balanceTransactions.values(), params, '/v1/balance_transactions'),
  },
];
