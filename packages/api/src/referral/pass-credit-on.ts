import { REFERRAL_CREDIT_CENTS } from '@shop/domain/subscription';

import type { JobDeps } from '../jobs/handlers.ts';
import { DONE, type JobOutcome, type JobPayload } from '../jobs/job.ts';
import { outcomeOf } from '../jobs/provider-outcome.ts';

/**
 * Gives a credit to the owner's balance at the provider, from where the next debits take it, and
 * writes the debit into the ledger. However often it is tried, the provider is given it once: it
 * knows the credit by its reference.
 */
export async function passCreditOn(
  { db, payments }: JobDeps,
  { creditId, account, customerId }: JobPayload<'pass_credit_on'>,
): Promise<JobOutcome> {
  const credit = await db.referralCredit.findUnique({
    where: { id: creditId },
    select: { ownerId: true, debit: { select: { id: true } } },
  });
  if (credit === null || credit.ownerId === null || credit.debit !== null) return DONE;
  const given = await payments.creditBalance(account, {
    customerId,
    amountCents: REFERRAL_CREDIT_CENTS,
    description: 'Parrainage',
    reference: `referral_${creditId}`,
  });
  if (given.outcome !== 'known') return outcomeOf(given);
  if (given.value === null) return { outcome: 'given_up', reason: 'no such customer' };
  await db.$executeRaw`
    INSERT INTO referral_credit (owner_id, kind, amount_cents, credit_id, stripe_account,
      stripe_transaction_id)
    SELECT owner_id, 'debit', amount_cents, id, ${account}, ${given.value.transactionId}
    FROM referral_credit WHERE id = ${creditId}::int
    ON CONFLICT DO NOTHING`;
  return DONE;
}
