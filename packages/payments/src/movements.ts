import { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import type { Answer } from './answer.ts';
import { idOf } from './id-of.ts';
import { listAll, PAGE } from './list-all.ts';
import type { Movement } from './shapes.ts';

/**
 * Lists all movements of the account's balance within a period, or up to the newest without `to`, newest
 * first. Their sum is the change of the balance.
 */
export function listMovements(
  client: AccountClient,
  { from, to }: { from: Date; to?: Date },
): Promise<Answer<Movement[]>> {
  const created = { gte: secondsOf(from), ...(to === undefined ? {} : { lt: secondsOf(to) }) };
  return listAll(client, async (after, options) => {
    const params = { created, expand: ['data.source'], limit: PAGE, ...after };
    const page = await client.stripe.balanceTransactions.list(params, options);
    return { ...page, data: page.data.map(toMovement) };
  });
}

const secondsOf = (moment: Date) => Math.ceil(moment.getTime() / 1000);

function toMovement(transaction: Stripe.BalanceTransaction): Movement {
  if (transaction.object !== 'balance_transaction') {
    throw new Stripe.errors.StripeAPIError({ message: 'the answer is no balance transaction' });
  }
  const { source } = transaction;
  return {
    id: transaction.id,
    kind: transaction.reporting_category,
    amountCents: transaction.amount,
    feeCents: transaction.fee,
    currency: transaction.currency,
    createdAt: new Date(transaction.created * 1000),
    sourceId: idOf(source),
    intentId:
      source !== null && typeof source === 'object' && 'payment_intent' in source
        ? idOf(source.payment_intent)
        : null,
    customerId:
      source !== null && typeof source === 'object' && source.object === 'charge'
        ? idOf(source.customer)
        : null,
  };
}
