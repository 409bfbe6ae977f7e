import { createHash } from 'node:crypto';

import type { Db } from '@shop/db/db';
import { PAYMENT_ACCOUNTS } from '@shop/domain/shapes';
import { z } from 'zod';

import { findCustomers } from '../checkout/customers.ts';
import { whoseIs, type Installation } from '../installation.ts';
import { defineJob, DONE, OF_ANOTHER, outcomeOf } from '../jobs/job.ts';

/**
 * Adds a credit to the referrer's balance at the provider, from where the next debits take it, and
 * records the debit in the ledger. Idempotent: the provider knows the credit by its identity, which
 * outlasts a restore of these rows (decision 036). A customer of another installation gets nothing.
 */
export const passCreditOnJob = defineJob({
  kind: 'pass_credit_on',
  payload: z.object({
    creditId: z.int(),
    account: z.enum(PAYMENT_ACCOUNTS),
    customerId: z.string(),
  }),
  run: async ({ db, payments, installation }, { creditId, account, customerId }, { attempts }) => {
    const credit = await findWaiting(db, creditId);
    if (credit === null) return DONE;
    const customer = await payments.readCustomer(account, customerId);
    if (customer.outcome !== 'known') return outcomeOf(customer);
    if (customer.value === null) return { outcome: 'given_up', reason: 'no such customer' };
    if (whoseIs(installation, customer.value) === 'another') return OF_ANOTHER;
    const named = nameOf(installation, credit);
    // Since a backup it may have gone to the owner's customer in the other account.
    const others = await findCustomers(db, credit.ownerId);
    for (const other of others.filter((one) => one.customerId !== customerId)) {
      const found = await payments.findCredit(other.account, { ...named, ...other });
      if (found.outcome !== 'known') return outcomeOf(found);
      // guard: a credit that went to another customer of its owner is not given again
      if (found.value !== null) {
        await recordDebit(db, { creditId, account: other.account, ...found.value });
        return DONE;
      }
    }
    const given = await payments.creditBalance(account, {
      ...named,
      customerId,
      tries: attempts,
    });
    if (given.outcome !== 'known') return outcomeOf(given);
    if (given.value === null) return { outcome: 'given_up', reason: 'no such customer' };
    await recordDebit(db, { creditId, account, ...given.value });
    return DONE;
  },
});

type Waiting = {
  id: number;
  ownerId: number;
  amountCents: number;
  addressHash: Uint8Array | null;
};

/** A credit that was not passed on, of somebody who is still here. */
async function findWaiting(db: Db, creditId: number): Promise<Waiting | null> {
  const credit = await db.referralCredit.findUnique({
    where: { id: creditId },
    select: {
      id: true,
      kind: true,
      ownerId: true,
      amountCents: true,
      debit: { select: { id: true } },
      referral: { select: { addressHash: true } },
    },
  });
  if (credit?.kind !== 'credit' || credit.ownerId === null || credit.debit !== null) return null;
  const { ownerId, amountCents, referral } = credit;
  return { id: creditId, ownerId, amountCents, addressHash: referral?.addressHash ?? null };
}

/**
 * The credit as the provider knows it. Its number is another one once a backup is restored and the same
 * referral decided again: what stays is whom it is for. Credits from before the referral rows have
 * their number alone, which a backup holds.
 */
function nameOf(
  { id: installation }: Pick<Installation, 'id'>,
  { id, amountCents, addressHash }: Waiting,
) {
  const name = {
    amountCents,
    description: 'Parrainage',
    reference: `referral_${id}`,
    installation,
  };
  if (addressHash === null) return name;
  // Hashed once more: what stays at the provider is no hash that a row has.
  const subject = createHash('sha256').update(installation).update(addressHash).digest('hex');
  // guard: a credit is known by whom it is for
  return { ...name, identity: `referral_${subject.slice(0, 32)}` };
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
