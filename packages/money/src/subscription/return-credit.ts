import { markOf, ownershipOf } from '@agres/core/installation';
import { defineJob, DONE, OTHER_INSTALLATION_OUTCOME, outcomeOf } from '@agres/core/jobs/job';
import { PAYMENT_ACCOUNTS } from '@agres/domain/shapes';
import { z } from 'zod';

/** Returns the credit that paid the invoice of a subscription which never started. */
export const returnCreditJob = defineJob({
  kind: 'return_credit',
  payload: z.object({ account: z.enum(PAYMENT_ACCOUNTS), invoiceId: z.string() }),
  run: async ({ payments, installation }, { account, invoiceId }, { attempts }) => {
    const read = await payments.readInvoice(account, invoiceId);
    if (read.outcome !== 'known') return outcomeOf(read);
    const invoice = read.value;
    if (invoice?.status !== 'paid' || invoice.creditUsedCents === 0) return DONE;
    const customer = await payments.readCustomer(account, invoice.customerId);
    if (customer.outcome !== 'known') return outcomeOf(customer);
    if (customer.value === null) return DONE;
    // guard: a customer of another installation gets no credit back
    if (ownershipOf(installation, customer.value) === 'another') return OTHER_INSTALLATION_OUTCOME;
    const returned = await payments.creditBalance(account, {
      customerId: invoice.customerId,
      amountCents: invoice.creditUsedCents,
      description: 'Abonnement non commencé',
      reference: `return_${invoiceId}`,
      ...markOf(installation),
      tries: attempts,
    });
    return outcomeOf(returned);
  },
});
