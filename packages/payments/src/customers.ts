import { createHash } from 'node:crypto';

import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import {
  ask,
  isKeptFailure,
  isMissing,
  known,
  andThen,
  unanswered,
  type Answer,
} from './answer.ts';
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

/** Gives a customer another address; null for one that this account does not have, or no longer. */
export async function changeCustomerEmail(
  { stripe, timeoutMs }: AccountClient,
  { customerId, email }: { customerId: string; email: string },
): Promise<Answer<Customer | null>> {
  return ask<Customer | null>(
    async () =>
      toCustomer(await stripe.customers.update(customerId, { email }, { timeout: timeoutMs })),
    timeoutMs,
    (refusal) => (isMissing(refusal) ? known(null) : undefined),
  );
}

export type CreditInput = {
  customerId: string;
  amountCents: number;
  description: string;
  /** Names this credit among the customer's for ever; the provider's own keys last a day. */
  reference: string;
};

/** A change of a customer's credit, as the provider keeps it. */
export type Credited = { transactionId: string };

/** So many failures that the provider keeps under their keys are gone round. */
const KEYS = ['', '_2', '_3'];

/** Gives a customer credit, once for each reference; null for one that this account does not have. */
export async function creditBalance(
  client: AccountClient,
  input: CreditInput,
): Promise<Answer<Credited | null>> {
  let answer = await findCredit(client, input);
  for (const suffix of KEYS) {
    if (answer.outcome !== 'known' || answer.value !== 'none') break;
    const given = await giveCredit(client, input, `${input.reference}${suffix}`);
    if (!isKeptFailure(given)) return given;
    // Under the key of a call that failed inside the provider, that failure is its answer for ever.
    answer = await findCredit(client, input);
  }
  return andThen(answer, (found) =>
    found === 'none' ? unanswered('the credit was refused under every key') : known(found),
  );
}

async function findCredit(
  { stripe, timeoutMs }: AccountClient,
  { customerId, reference }: CreditInput,
): Promise<Answer<Credited | 'none' | null>> {
  return ask<Credited | 'none' | null>(
    async () => {
      const entries = stripe.customers.listBalanceTransactions(
        customerId,
        { limit: LISTED },
        { timeout: timeoutMs },
      );
      for await (const { id, metadata } of entries) {
        if (metadata?.['reference'] === reference) return { transactionId: id };
      }
      return 'none';
    },
    timeoutMs,
    (refusal) => (isMissing(refusal) ? known(null) : undefined),
  );
}

async function giveCredit(
  { stripe, timeoutMs }: AccountClient,
  { customerId, amountCents, description, reference }: CreditInput,
  idempotencyKey: string,
): Promise<Answer<Credited | null>> {
  return ask<Credited | null>(
    async () => {
      const { id } = await stripe.customers.createBalanceTransaction(
        customerId,
        { amount: -amountCents, currency: 'eur', description, metadata: { reference } },
        { idempotencyKey, timeout: timeoutMs },
      );
      return { transactionId: id };
    },
    timeoutMs,
    (refusal) => (isMissing(refusal) ? known(null) : undefined),
  );
}

/** The provider counts credit below zero. */
function toCustomer(customer: Stripe.Customer): Customer {
  const { id, email } = customer;
  return { id, email, creditCents: Math.max(0, -customer.balance) };
}

// The address is part of the key: a key may not come back with another one.
function customerKeyOf(userId: number, email: string): string {
  const digest = createHash('sha256').update(email).digest('hex').slice(0, 16);
  return `customer_${userId}_${digest}`;
}
