import type { Tx } from '@shop/db/db';

import { enqueue } from '../jobs/enqueue.ts';
import type { JobDeps } from '../jobs/handlers.ts';
import { DONE, type JobOutcome, type JobPayload } from '../jobs/job.ts';
import { outcomeOf } from '../jobs/provider-outcome.ts';
import { findCustomers } from './customers.ts';

/**
 * Promises that the provider hears of a person's new address, where its receipts go: in the
 * transaction that changes it.
 */
export async function promiseNewEmail(tx: Tx, userId: number): Promise<void> {
  for (const customer of await findCustomers(tx, userId)) {
    await enqueue(tx, { kind: 'customer_email', payload: { userId, ...customer } });
  }
}

/**
 * Gives a person's customer at the provider the address that the person has now, however old the
 * promise is. Nothing to do for whoever has left, or for a customer that is gone there.
 */
export async function tellNewEmail(
  { db, payments }: JobDeps,
  { userId, account, customerId }: JobPayload<'customer_email'>,
): Promise<JobOutcome> {
  const read = () => db.user.findUnique({ where: { id: userId }, select: { email: true } });
  const person = await read();
  if (person === null) return DONE;
  const { email } = person;
  const told = await payments.changeCustomerEmail(account, { customerId, email });
  if (told.outcome !== 'known') return outcomeOf(told);
  // A newer address may have been told meanwhile, before this one.
  const now = await read();
  return now === null || now.email === email ? DONE : { outcome: 'postponed', reason: 'overtaken' };
}
