import { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import { andThen, ask, type Answer } from './answer.ts';
import { idOf } from './id-of.ts';
import { listAll, PAGE } from './list-all.ts';
import type { Movement } from './shapes.ts';

/**
 * Lists all movements of the account's balance within a period, or up to the newest without `to`, newest
 * first. Their sum is the change of the balance. Ends after the first answer that is not known.
 */
export async function* listMovements(
  client: AccountClient,
  { from, to }: { from: Date; to?: Date },
): AsyncGenerator<Answer<Movement>> {
  const created = { gte: secondsOf(from), ...(to === undefined ? {} : { lt: secondsOf(to) }) };
  const transactions = listAll(
    client,
    async (after, options) =>
      await client.stripe.balanceTransactions.list(
        { created, expand: ['data.source'], limit: PAGE, ...after },
        options,
      ),
  );
  for await (const answer of transactions) {
    const movement = await andThen(answer, (one) => ask(client, async () => toMovement(one)));
    yield movement;
    if (movement.outcome !== 'known') return;
  }
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
