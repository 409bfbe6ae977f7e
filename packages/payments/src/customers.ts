import { createHash } from 'node:crypto';

import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import { ask, isMissing, known, andThen, type Answer } from './answer.ts';
import type { Customer } from './shapes.ts';

const LISTED = 100;

/**
 * The customer record of a user: found by address and user id, or made. The provider's list is
 * consistent, and two calls at once make one record under one key.
 */
export async function ensureCustomer(
  { stripe, timeoutMs }: AccountClient,
  { userId, email }: { userId: number; email: string },
): Promise<Answer<Customer>> {
  const timeout = { timeout: timeoutMs };
  const listed = await ask(
    async () => await stripe.customers.list({ email, limit: LISTED }, timeout),
    timeoutMs,
  );
  return andThen(listed, (page) => {
    const own = page.data.findLast(({ metadata }) => metadata['user_id'] === String(userId));
    if (own) return known(toCustomer(own));
    return ask(
      async () =>
        toCustomer(
          await stripe.customers.create(
            { email, metadata: { user_id: String(userId) } },
            { ...timeout, idempotencyKey: customerKeyOf(userId, email) },
          ),
        ),
      timeoutMs,
    );
  });
}

/** A customer's credit; null for one that this account does not have, or no longer. */
export async function readCustomer(
  { stripe, timeoutMs }: AccountClient,
  customerId: string,
): Promise<Answer<Customer | null>> {
  return ask<Customer | null>(
    async () => {
      const customer = await stripe.customers.retrieve(customerId, {}, { timeout: timeoutMs });
      return customer.deleted ? null : toCustomer(customer);
    },
    timeoutMs,
    (refusal) => (isMissing(refusal) ? known(null) : undefined),
  );
}

export type CreditInput = {
  customerId: string;
  amountCents: number;
  description: string;
  idempotencyKey: string;
};

/** Gives a customer credit, once per key, and answers what they have then. */
export async function creditBalance(
  client: AccountClient,
  { customerId, amountCents, description, idempotencyKey }: CreditInput,
): Promise<Answer<Customer | null>> {
  const { stripe, timeoutMs } = client;
  const credited = await ask<unknown>(
    async () =>
      await stripe.customers.createBalanceTransaction(
        customerId,
        { amount: -amountCents, currency: 'eur', description },
        { idempotencyKey, timeout: timeoutMs },
      ),
    timeoutMs,
    (refusal) => (isMissing(refusal) ? known(undefined) : undefined),
  );
  return andThen(credited, () => readCustomer(client, customerId));
}

/** The provider counts credit below zero. */
function toCustomer(customer: Stripe.Customer): Customer {
  return { id: customer.id, creditCents: Math.max(0, -customer.balance) };
}

// The address is part of the key: a key may not come back with another one.
function customerKeyOf(userId: number, email: string): string {
  const digest = createHash('sha256').update(email).digest('hex').slice(0, 16);
  return `customer_${userId}_${digest}`;
}
