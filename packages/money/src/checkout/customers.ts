import type { Tx } from '@agres/db/db';
import { paymentAccountOfName, type PaymentAccount } from '@agres/domain/shapes';

export type CustomerOfPerson = { account: PaymentAccount; customerId: string };

/** Returns every customer of a person at the provider, in both accounts, including former ones. */
export async function findCustomers(tx: Tx, userId: number): Promise<CustomerOfPerson[]> {
  const select = { stripeAccount: true, stripeCustomerId: true } as const;
  const rows = [
    ...(await tx.paymentCustomer.findMany({ where: { userId }, select })),
    ...(await tx.subscription.findMany({ where: { userId }, select })),
  ];
  const customers = new Map(
    rows.map((row) => [`${row.stripeAccount} ${row.stripeCustomerId}`, row]),
  );
  return [...customers.values()].map(({ stripeAccount, stripeCustomerId: customerId }) => ({
    account: paymentAccountOfName(stripeAccount),
    customerId,
  }));
}
