import { createHash } from 'node:crypto';

import { ownershipOf, type Installation } from '@agres/core/installation';
import {
  defineJob,
  DONE,
  OTHER_INSTALLATION_OUTCOME,
  outcomeOf,
  type JobDeps,
} from '@agres/core/jobs/job';
import type { Db, Tx } from '@agres/db/db';
import { PAYMENT_ACCOUNTS } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';
import type { Customer } from '@agres/payments/shapes';
import { z } from 'zod';

import { findCustomers, type CustomerOfPerson } from '../checkout/customers.ts';

/**
 * Adds a credit to the referrer's balance at the provider, which the next debits use up, and records it as a
 * debit in the ledger. Idempotent: the provider stores the credit's identity in its metadata, which survives
 * a restore of our rows. A customer of another installation gets nothing.
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
    const credit = await findPendingCredit(db, creditId);
    if (credit === null) return DONE;
    const { account, customerId, customer } = await readReceiver(deps, credit, promised);
    if (customer.outcome !== 'known') return outcomeOf(customer);
    if (customer.value === null) return { outcome: 'given_up', reason: 'no such customer' };
    if (ownershipOf(installation, customer.value) === 'another') return OTHER_INSTALLATION_OUTCOME;
    const named = nameOf(installation, credit);
    // Rows of a restored backup may not show that another customer of the owner got the credit. A lost answer
    // may hide that a reversed credit was given.
    const owned = await findCustomers(db, credit.ownerId);
    for (const other of owned.filter((one) => credit.isReversed || one.customerId !== customerId)) {
      const found = await payments.findCredit(other.account, { ...named, ...other });
      if (found.outcome !== 'known') return outcomeOf(found);
      // guard: a credit given to another customer of its owner is not given again
      if (found.value !== null) {
        await recordDebit(db, { creditId, account: other.account, ...found.value });
        return DONE;
      }
    }
    // guard: a reversed credit is not given to the customer
    if (credit.isReversed) return DONE;
    const given = await payments.creditBalance(account, {
      ...named,
      customerId,
      tries: attempts,
    });
    if (given.outcome !== 'known') return outcomeOf(given);
    // The customer was deleted after it was read; the retry looks for another one.
    if (given.value === null) return { outcome: 'postponed', reason: 'no such customer' };
    await recordDebit(db, { creditId, account, ...given.value });
    return DONE;
  },
});

type Receiver = CustomerOfPerson & { customer: Answer<Customer | null> };

/**
 * Reads the job's customer or, if the provider has deleted it, the owner's current one: a waiting job is not
 * enqueued again when its owner subscribes again.
 */
async function readReceiver(
  { db, payments }: Pick<JobDeps, 'db' | 'payments'>,
  { ownerId }: PendingCredit,
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
 * Returns the customer that receives a person's credit: in the account that currently debits them, or else in
 * the main account. Skips the deleted customer `goneId`; null if there is none.
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

type PendingCredit = NamedCredit & { ownerId: number; isReversed: boolean };

/** Returns null for a credit that our rows show as transferred, or whose owner's account was deleted. */
async function findPendingCredit(db: Db, creditId: number): Promise<PendingCredit | null> {
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

/** The parts of a credit that identify it at the provider. */
export type NamedCredit = { id: number; amountCents: number; addressHash: Uint8Array | null };

/**
 * Returns the parameters that identify a credit, or its reversal, at the provider. The identity comes from
 * the referred person's address hash, because the row id changes if a backup is restored and the referral is
 * decided again. Credits older than the referral rows have only their id, which a backup contains.
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
  // The hash is hashed again, so that the provider stores no hash that is in one of our rows.
  const subject = createHash('sha256').update(installation).update(addressHash).digest('hex');
  // guard: a credit is identified at the provider by the referred person’s address
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
