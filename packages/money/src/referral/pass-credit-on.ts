import { createHash } from 'node:crypto';

import { whoseIs, type Installation } from '@agres/core/installation';
import { defineJob, DONE, OF_ANOTHER, outcomeOf, type JobDeps } from '@agres/core/jobs/job';
import type { Db, Tx } from '@agres/db/db';
import { PAYMENT_ACCOUNTS } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';
import type { Customer } from '@agres/payments/shapes';
import { z } from 'zod';

import { findCustomers, type CustomerOfPerson } from '../checkout/customers.ts';

/**
 * Adds a credit to the referrer's balance at the provider, from where the next debits take it, and
 * records the debit in the ledger. Idempotent: the provider knows the credit by its identity, which
 * outlasts a restore of these rows. A customer of another installation gets nothing.
 */
export const passCreditOnJob = defineJob({
  kind: 'pass_credit_on',
  payload: z.object({
    creditId: z.int(),
    account: z.enum(PAYMENT_ACCOUNTS),
    customerId: z.string(),
  }),
  run: async (deps, { creditId, ...promised }, { attempts }) => {
    const { db, payments, installation } = deps;
    const credit = await findUnpassed(db, creditId);
    if (credit === null) return DONE;
    const { account, customerId, customer } = await readReceiver(deps, credit, promised);
    if (customer.outcome !== 'known') return outcomeOf(customer);
    if (customer.value === null) return { outcome: 'given_up', reason: 'no such customer' };
    if (whoseIs(installation, customer.value) === 'another') return OF_ANOTHER;
    const named = nameOf(installation, credit);
    // Since a backup it may have gone to the owner's customer in the other account; and a reversed one may
    // be there all the same, where the answer that said so was lost.
    const owned = await findCustomers(db, credit.ownerId);
    for (const other of owned.filter((one) => credit.isReversed || one.customerId !== customerId)) {
      const found = await payments.findCredit(other.account, { ...named, ...other });
      if (found.outcome !== 'known') return outcomeOf(found);
      // guard: a credit that went to another customer of its owner is not given again
      if (found.value !== null) {
        await recordDebit(db, { creditId, account: other.account, ...found.value });
        return DONE;
      }
    }
    // guard: a credit that was reversed is not passed on
    if (credit.isReversed) return DONE;
    const given = await payments.creditBalance(account, {
      ...named,
      customerId,
      tries: attempts,
    });
    if (given.outcome !== 'known') return outcomeOf(given);
    // Gone since it was read: the next try looks for another.
    if (given.value === null) return { outcome: 'postponed', reason: 'no such customer' };
    await recordDebit(db, { creditId, account, ...given.value });
    return DONE;
  },
});

/** Who a credit goes to, and what the provider has of them. */
type Receiver = CustomerOfPerson & { customer: Answer<Customer | null> };

/**
 * The customer that the credit was promised to or, where the provider has that no more, the one that its
 * owner has now: a job that waits is not enqueued again when they subscribe again.
 */
async function readReceiver(
  { db, payments }: Pick<JobDeps, 'db' | 'payments'>,
  { ownerId }: Unpassed,
  promised: CustomerOfPerson,
): Promise<Receiver> {
  const read = async (one: CustomerOfPerson) => ({
    ...one,
    customer: await payments.readCustomer(one.account, one.customerId),
  });
  const first = await read(promised);
  if (first.customer.outcome !== 'known' || first.customer.value !== null) return first;
  const present = await findCustomerToCredit(db, ownerId, promised.customerId);
  return present === null ? first : read(present);
}

/**
 * Where a person's credit goes: their customer in the account that debits them now, else in the main one;
 * not the one that is known to be gone. Null without customer.
 */
export async function findCustomerToCredit(
  db: Db | Tx,
  userId: number,
  goneId: string | null = null,
): Promise<CustomerOfPerson | null> {
  const [customer] = await db.$queryRaw<CustomerOfPerson[]>`
    SELECT p.stripe_account AS "account", p.stripe_customer_id AS "customerId"
    FROM payment_customer p
    LEFT JOIN subscription s ON s.user_id = p.user_id AND s.state IN ('active', 'past_due')
      AND s.stripe_account = p.stripe_account
    WHERE p.user_id = ${userId}::int AND p.stripe_customer_id IS DISTINCT FROM ${goneId}::text
    ORDER BY s.id IS NULL, p.stripe_account = 'bis' LIMIT 1`;
  return customer ?? null;
}

type Unpassed = NamedCredit & { ownerId: number; isReversed: boolean };

/** A credit that was not passed on, as far as our rows say, of a member who still has an account. */
async function findUnpassed(db: Db, creditId: number): Promise<Unpassed | null> {
  const credit = await db.referralCredit.findUnique({
    where: { id: creditId },
    select: {
      id: true,
      kind: true,
      ownerId: true,
      amountCents: true,
      debit: { select: { id: true } },
      referral: { select: { addressHash: true } },
      followups: { where: { kind: 'reversal' }, select: { id: true } },
    },
  });
  if (credit?.kind !== 'credit' || credit.ownerId === null || credit.debit !== null) return null;
  const { ownerId, amountCents, referral, followups } = credit;
  const addressHash = referral?.addressHash ?? null;
  return { id: creditId, ownerId, amountCents, addressHash, isReversed: followups.length > 0 };
}

/** What of a credit makes its name at the provider. */
export type NamedCredit = { id: number; amountCents: number; addressHash: Uint8Array | null };

/**
 * The credit as the provider knows it, or what takes it back. Its number is another one once a backup is
 * restored and the same referral decided again: what stays is whom it is for. Credits from before the
 * referral rows have their number alone, which a backup holds.
 */
export function nameOf(
  { id: installation }: Pick<Installation, 'id'>,
  { id, amountCents, addressHash }: NamedCredit,
  what: 'referral' | 'reversal' = 'referral',
) {
  const name = {
    amountCents,
    description: what === 'referral' ? 'Parrainage' : 'Parrainage annulé',
    reference: `${what}_${id}`,
    installation,
  };
  if (addressHash === null) return name;
  // Hashed once more: what stays at the provider is no hash that a row has.
  const subject = createHash('sha256').update(installation).update(addressHash).digest('hex');
  // guard: a credit is known by whom it is for
  return { ...name, identity: `${what}_${subject.slice(0, 32)}` };
}

type Debit = { creditId: number; account: string; transactionId: string };

async function recordDebit(db: Db, { creditId, account, transactionId }: Debit): Promise<void> {
  await db.$executeRaw`
    INSERT INTO referral_credit (owner_id, kind, amount_cents, credit_id, stripe_account,
      stripe_transaction_id)
    SELECT owner_id, 'debit', amount_cents, id, ${account}, ${transactionId}
    FROM referral_credit WHERE id = ${creditId}::int
    ON CONFLICT DO NOTHING`;
}
