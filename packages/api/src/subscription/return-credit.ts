import type { JobDeps } from '../jobs/handlers.ts';
import { DONE, type JobOutcome, type JobPayload } from '../jobs/job.ts';
import { outcomeOf } from '../jobs/provider-outcome.ts';

/** Gives back the credit that paid an invoice of a subscription which never began. */
export async function returnCredit(
  { payments }: JobDeps,
  { account, invoiceId }: JobPayload<'return_credit'>,
): Promise<JobOutcome> {
  const read = await payments.readInvoice(account, invoiceId);
  if (read.outcome !== 'known') return outcomeOf(read);
  const invoice = read.value;
  if (invoice?.status !== 'paid' || invoice.creditUsedCents === 0) return DONE;
  const returned = await payments.creditBalance(account, {
    customerId: invoice.customerId,
    amountCents: invoice.creditUsedCents,
    description: 'Abonnement non commencé',
    reference: `return_${invoiceId}`,
  });
  return outcomeOf(returned);
}
