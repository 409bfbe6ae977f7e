import { createHash } from 'node:crypto';

import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import {
  ask,
  isForeign,
  isCachedFailure,
  isMissing,
  known,
  andThen,
  unanswered,
  type Answer,
  answerAbout,
  requireMatch,
  type Traits,
} from './answer.ts';
import { listAll, PAGE } from './list-all.ts';
import type { Customer } from './shapes.ts';

const MAX_LISTED = 100;

export type EnsureCustomerInput = {
  userId: number;
  email: string;
  /** The installation of the user id: another shop with the same API keys has its own user ids. */
  installation?: string;
  /**
   * Identifies the attempt and must differ for the next one: for a day, the provider returns the same
   * failure, wrong response or deleted record for the same key.
   */
  attempt?: string;
};

/**
 * Returns a user's customer, found by email, user id and installation, or creates one. The provider's list is
 * consistent, and concurrent calls of one attempt share an idempotency key, so they create one customer.
 */
export async function ensureCustomer(
  client: AccountClient,
  input: EnsureCustomerInput,
): Promise<Answer<Customer>> {
  const { stripe } = client;
  const { userId, email, installation } = input;
  const listed = await ask(
    client,
    async (options) => await stripe.customers.list({ email, limit: MAX_LISTED }, options),
  );
  return andThen(listed, async (page) => {
    const own = page.data.findLast(
      ({ metadata }) =>
        // guard: a customer of another installation is not reused
        metadata['user_id'] === String(userId) && metadata['installation'] === installation,
    );
    if (own) return known(toCustomer(own));
    const marks = {
      user_id: String(userId),
      ...(installation === undefined ? {} : { installation }),
    };
    const made = await ask(client, async (options) =>
      toCustomer(
        await stripe.customers.create(
          { email, metadata: marks },
          { ...options, idempotencyKey: customerKeyOf(input) },
        ),
      ),
    );
    return andThen(made, (customer) => requireMatch(customer, customer.metadata, marks));
  });
}

/** Returns a customer; null if this account does not have it, or no longer. */
export async function readCustomer(
  client: AccountClient,
  customerId: string,
): Promise<Answer<Customer | null>> {
  const read = await ask<Customer | null>(
    client,
    async (options) => {
      const customer = await client.stripe.customers.retrieve(customerId, {}, options);
      return customer.deleted ? null : toCustomer(customer);
    },
    (error) => (isMissing(error) ? known(null) : undefined),
  );
  return answerAbout(customerId, read);
}

/**
 * Changes the address for the provider's receipts. Returns null if this account does not have the customer,
 * or no longer.
 */
export async function changeCustomerEmail(
  client: AccountClient,
  { customerId, email }: { customerId: string; email: string },
): Promise<Answer<Customer | null>> {
  const changed = await ask<Customer | null>(
    client,
    async (options) =>
      toCustomer(await client.stripe.customers.update(customerId, { email }, options)),
    (error) => (isMissing(error) ? known(null) : undefined),
  );
  return answerAbout(customerId, changed);
}

/**
 * Returns the fingerprints of a customer's cards, the same as `Intent.cardFingerprint`; empty if this
 * account does not have the customer, or no longer.
 */
export async function listCardFingerprints(
  client: AccountClient,
  customerId: string,
): Promise<Answer<string[]>> {
  return ask<string[]>(
    client,
    async (options) => {
      const { data } = await client.stripe.customers.listPaymentMethods(
        customerId,
        { type: 'card', limit: MAX_LISTED },
        options,
      );
      return data.flatMap(({ card }) => (card?.fingerprint == null ? [] : [card.fingerprint]));
    },
    (error) => (isMissing(error) ? known([]) : undefined),
  );
}

export type CreditInput = {
  customerId: string;
  amountCents: number;
  description: string;
  /** Identifies this credit permanently; the provider's idempotency keys last a day. */
  reference: string;
  /** Identifies the credit in place of `reference`, which a restore may make ambiguous. */
  identity?: string;
  installation?: string;
  /** The number of attempts, including this one. */
  tries?: number;
};

export type CreditTransaction = { transactionId: string };

/**
 * How many idempotency keys the first attempt tries while responses are unusable. Each later attempt has one
 * more, or an outage that failed them all would last a day.
 */
const KEYS = 3;

const suffixOf = (index: number) => (index === 0 ? '' : `_${index + 1}`);

/**
 * Adds to the credit deducted from the customer's next invoices; it accumulates and carries over.
 * Idempotent by `identity`, or by `reference` without one. Returns null if this account does not have the
 * customer.
 */
export async function creditBalance(
  client: AccountClient,
  input: CreditInput,
): Promise<Answer<CreditTransaction | null>> {
  const given = await changeOnce(client, input);
  return andThen(given, (entry) => (entry === null ? known(null) : asWished(entry, sumOf(input))));
}

type Entry = Stripe.CustomerBalanceTransaction;

/**
 * Creates a balance transaction unless one with this name exists. Returns null if the customer does not
 * exist.
 */
async function changeOnce(
  client: AccountClient,
  input: CreditInput,
  keySuffix = '',
): Promise<Answer<Entry | null>> {
  let found = await findEntry(client, input);
  let made: Answer<Entry | null> = unanswered('the credit was refused under every key');
  // guard: each retry of a credit adds an unused idempotency key
  const keys = KEYS + (input.tries ?? 1) - 1;
  for (let index = 0; index < keys; index += 1) {
    if (found.outcome !== 'known' || found.value !== null) return found;
    made = await changeBalance(client, input, keySuffix + suffixOf(index));
    // The provider caches its own failure, or another installation's answer, under the idempotency key: a
    // retry needs another key.
    if (!isCachedFailure(made) && !isForeign(made)) return made;
    found = await findEntry(client, input);
  }
  return found.outcome === 'known' && found.value === null ? made : found;
}

/**
 * Returns a credit by its identity, or by its reference if the provider stored no identity; null without such
 * a credit or customer. If its amount differs, the answer is of kind `foreign`.
 */
export async function findCredit(
  client: AccountClient,
  input: CreditInput,
): Promise<Answer<CreditTransaction | null>> {
  const found = await findEntry(client, input);
  return andThen(found, (entry) => (entry === null ? known(null) : asWished(entry, sumOf(input))));
}

/** Returns null if there is no such balance transaction or customer. */
async function findEntry(
  client: AccountClient,
  named: CreditReference,
): Promise<Answer<Entry | null>> {
  const listed = await listAll(
    client,
    async (from, options) =>
      await client.stripe.customers.listBalanceTransactions(
        named.customerId,
        { limit: PAGE, ...from },
        options,
      ),
    isMissing,
  );
  // guard: a credit found at the provider is not given again
  return andThen(listed, (entries) => known(entries.find((one) => isNamed(one, named)) ?? null));
}

/** `transactionId` is null if all of the credit had been used. */
export type CreditTaken = { takenCents: number; transactionId: string | null };

/**
 * Takes back the unused part of a credit, once per name, without leaving a debt: what an invoice uses in
 * the meantime is returned. Returns null if this account does not have the customer.
 */
export async function takeCreditBack(
  client: AccountClient,
  input: CreditInput,
): Promise<Answer<CreditTaken | null>> {
  const found = await findEntry(client, input);
  return andThen(found, async (entry) => {
    if (entry !== null) return settleTaking(client, input, entry);
    const customer = await readCustomer(client, input.customerId);
    return andThen(customer, async (holder) => {
      if (holder === null) return known(null);
      const cents = Math.min(input.amountCents, holder.creditCents);
      if (cents === 0) return known(NOTHING_TAKEN);
      // The amount is part of the key: the provider rejects a key reused with another amount.
      const taken = await changeOnce(client, { ...input, amountCents: -cents }, `_${cents}`);
      return andThen(taken, (made) =>
        made === null ? known(null) : settleTaking(client, input, made),
      );
    });
  });
}

const NOTHING_TAKEN: CreditTaken = { takenCents: 0, transactionId: null };

/** Credits the part of a taking that put the balance in debt. */
async function settleTaking(
  client: AccountClient,
  input: CreditInput,
  { id, amount, ending_balance: endingBalance }: Stripe.CustomerBalanceTransaction,
): Promise<Answer<CreditTaken>> {
  const debtCents = Math.min(amount, Math.max(0, endingBalance));
  const takenCents = amount - debtCents;
  const taken = takenCents === 0 ? NOTHING_TAKEN : { takenCents, transactionId: id };
  if (debtCents === 0) return known(taken);
  const { identity, reference } = input;
  // guard: reversing a credit never creates a debt
  const excess = await creditBalance(client, {
    ...input,
    amountCents: debtCents,
    reference: `${reference}_excess`,
    ...(identity === undefined ? {} : { identity: `${identity}_excess` }),
  });
  return andThen(excess, () => known(taken));
}

type CreditReference = Pick<CreditInput, 'customerId' | 'reference' | 'identity'>;

function isNamed(
  { metadata }: Stripe.CustomerBalanceTransaction,
  { reference, identity }: CreditReference,
): boolean {
  const storedIdentity = metadata?.['identity'];
  return storedIdentity === undefined
    ? metadata?.['reference'] === reference
    : storedIdentity === identity;
}

/**
 * Changes a customer's balance by an amount, which may be negative. Returns null if the customer does not
 * exist.
 */
async function changeBalance(
  client: AccountClient,
  input: CreditInput,
  suffix: string,
): Promise<Answer<Entry | null>> {
  const { customerId, description, reference, identity, installation } = input;
  const marks = {
    reference,
    ...(identity === undefined ? {} : { identity }),
    ...(installation === undefined ? {} : { installation }),
  };
  const name = identity ?? reference;
  const made = await ask<Entry | null>(
    client,
    async (options) =>
      await client.stripe.customers.createBalanceTransaction(
        customerId,
        { ...sumOf(input), description, metadata: marks },
        // A former and a current customer record may be due the same credit.
        { ...options, idempotencyKey: `credit_${customerId}_${name}${suffix}` },
      ),
    (error) => (isMissing(error) ? known(null) : undefined),
  );
  return andThen(made, (entry) =>
    entry === null
      ? known(null)
      : andThen(asWished(entry, { ...sumOf(input), ...marks, customer: customerId }), () =>
          known(entry),
        ),
  );
}

function asWished(
  made: Stripe.CustomerBalanceTransaction,
  asked: Traits,
): Answer<CreditTransaction> {
  const { id, amount, currency, metadata } = made;
  const customer = typeof made.customer === 'object' ? made.customer.id : made.customer;
  return requireMatch({ transactionId: id }, { ...metadata, amount, currency, customer }, asked);
}

/** The provider counts credit as negative. */
const sumOf = ({ amountCents }: CreditInput) => ({ amount: -amountCents, currency: 'eur' });

function toCustomer(customer: Stripe.Customer): Customer {
  const { id, email, balance, metadata } = customer;
  return { id, email, creditCents: Math.max(0, -balance), metadata: { ...metadata } };
}

// The key contains the email and the installation, because a key must not be reused with other values.
function customerKeyOf(input: EnsureCustomerInput): string {
  const { userId, email, installation = '', attempt } = input;
  const digest = createHash('sha256').update(`${installation}${email}`).digest('hex').slice(0, 16);
  const key = `customer_${userId}_${digest}`;
  // guard: a customer is created under an idempotency key of its attempt
  return attempt === undefined ? key : `${key}_${attempt}`;
}
