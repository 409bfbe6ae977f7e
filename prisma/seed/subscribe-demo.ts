import type { PaymentAccount, Plan } from '@shop/domain/shapes';
import type { Answer } from '@shop/payments/answer';
import type { Payments } from '@shop/payments/payments';

import type { ProviderSubscription } from '../seed.ts';

export type DemoSubscriber = { email: string; stripeAccount: PaymentAccount; plan: Plan };

/** Begins a demonstration subscription at a payment emulator, paid with a test card. */
export async function subscribeDemo(
  payments: Payments,
  { email, stripeAccount, plan }: DemoSubscriber,
): Promise<ProviderSubscription> {
  const customer = valueOf(await payments.ensureCustomer(stripeAccount, { userId: 0, email }));
  const begun = valueOf(
    await payments.subscribe(stripeAccount, {
      customerId: customer.id,
      plan,
      token: 'tok_visa',
      metadata: {},
      idempotencyKey: `demo_${email}`,
    }),
  );
  if (begun.state !== 'begun') throw new Error(`The demonstration card of ${email} was refused.`);
  return {
    stripeCustomerId: customer.id,
    stripeSubscriptionId: begun.subscription.id,
    paidUntil: begun.subscription.periodEnd,
  };
}

function valueOf<T>(answer: Answer<T>): T {
  if (answer.outcome === 'known') return answer.value;
  throw new Error(`The payment emulator failed: ${answer.cause.message}`);
}
