import type { Plan } from '@agres/domain/shape-values';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';
import type { Payments } from '@agres/payments/payments';

import type { DemoPayment, ProviderSubscription } from '../seed.ts';

export type DemoSubscriber = { email: string; stripeAccount: PaymentAccount; plan: Plan };

/** Starts a demonstration subscription at the payment emulator, paid with a test card. */
export async function subscribeDemo(
  payments: Payments,
  { email, stripeAccount, plan }: DemoSubscriber,
): Promise<ProviderSubscription> {
  const customer = valueOf(await payments.ensureCustomer(stripeAccount, { userId: 0, email }));
  const { id, openPayment } = valueOf(
    await payments.beginSubscription(stripeAccount, {
      customerId: customer.id,
      plan,
      metadata: {},
      idempotencyKey: `demo_${email}`,
    }),
  );
  const paid = await payments.confirmIntent(stripeAccount, {
    intentId: openPayment?.id ?? '',
    token: 'tok_visa',
    idempotencyKey: `demo_${email}_confirm`,
  });
  if (valueOf(paid).state !== 'succeeded') throw new Error(`The card of ${email} was refused.`);
  const begun = valueOf(await payments.readSubscription(stripeAccount, id));
  return {
    stripeCustomerId: customer.id,
    stripeSubscriptionId: id,
    // The provider's period starts now, so the subscription does too: the next debit depends on it.
    subscriptionDate: new Date(),
    paidUntil: begun?.periodEnd ?? new Date(),
  };
}

/** Pays a demonstration order at the payment emulator with a test card; returns the payment's id. */
export async function payDemo(
  payments: Payments,
  { account, amountCents, metadata, key }: DemoPayment,
): Promise<string> {
  const intent = valueOf(
    await payments.createIntent(account, { amountCents, metadata, idempotencyKey: `demo_${key}` }),
  );
  const paid = await payments.confirmIntent(account, {
    intentId: intent.id,
    token: 'tok_visa',
    idempotencyKey: `demo_${key}_confirm`,
  });
  if (valueOf(paid).state !== 'succeeded') throw new Error(`The card of ${key} was refused.`);
  return intent.id;
}

function valueOf<T>(answer: Answer<T>): T {
  if (answer.outcome === 'known') return answer.value;
  throw new Error(`The payment emulator failed: ${answer.cause.message}`);
}
