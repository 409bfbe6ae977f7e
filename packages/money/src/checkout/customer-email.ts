import { ownershipOf } from '@agres/core/installation';
import {
  defineJob,
  DONE,
  enqueue,
  OTHER_INSTALLATION_OUTCOME,
  outcomeOf,
} from '@agres/core/jobs/job';
import type { Tx } from '@agres/db/db';
import { PAYMENT_ACCOUNTS } from '@agres/domain/shapes';
import { z } from 'zod';

import { findCustomers } from './customers.ts';

/**
 * Enqueues the update of a person's email address at the provider, which sends receipts to that address. Call
 * it in the transaction that changes the address.
 */
export async function enqueueCustomerEmail(tx: Tx, userId: number): Promise<void> {
  for (const customer of await findCustomers(tx, userId)) {
    await enqueue(tx, { job: customerEmailJob, payload: { userId, ...customer } });
  }
}

/**
 * Sets the email of a customer at the provider to the person's current address. Does nothing if the account
 * or the customer was deleted, and leaves a customer of another installation unchanged.
 */
export const customerEmailJob = defineJob({
  kind: 'customer_email',
  payload: z.object({
    userId: z.int(),
    account: z.enum(PAYMENT_ACCOUNTS),
    customerId: z.string(),
  }),
  run: async ({ db, payments, installation }, { userId, account, customerId }) => {
    const customer = await payments.readCustomer(account, customerId);
    if (customer.outcome !== 'known') return outcomeOf(customer);
    if (customer.value === null) return DONE;
    if (ownershipOf(installation, customer.value) === 'another') return OTHER_INSTALLATION_OUTCOME;
    const read = () => db.user.findUnique({ where: { id: userId }, select: { email: true } });
    const person = await read();
    if (person === null) return DONE;
    const { email } = person;
    const updated = await payments.changeCustomerEmail(account, { customerId, email });
    if (updated.outcome !== 'known') return outcomeOf(updated);
    // A newer address may have been sent before this one.
    const now = await read();
    // guard: an older email address does not overwrite a newer one at the provider
    return now === null || now.email === email
      ? DONE
      : { outcome: 'postponed', reason: 'overtaken' };
  },
});
