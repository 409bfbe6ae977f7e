import type { Plan } from '@agres/domain/shape-values';
import type { PaymentAccount } from '@agres/domain/shapes';

import type { Payments } from '../payments.ts';
import type { ProviderSubscription } from '../shapes.ts';
import { valueOf } from './running-payments.ts';

export type CardSubscription = {
  customerId: string;
  token: string;
  plan?: Plan;
  idempotencyKey: string;
};

export async function subscribeWithCard(
  payments: Payments,
  account: PaymentAccount,
  { customerId, token, plan = 'monthly', idempotencyKey }: CardSubscription,
): Promise<ProviderSubscription> {
  const begun = valueOf(
    await payments.beginSubscription(account, {
      customerId,
      plan,
      metadata: { user_id: '1' },
      idempotencyKey,
    }),
  );
  if (begun.openPayment?.state === 'created') {
    valueOf(
      await payments.confirmIntent(account, {
        intentId: begun.openPayment.id,
        token,
        idempotencyKey: `${idempotencyKey}_confirm`,
      }),
    );
  }
  const now = valueOf(await payments.readSubscription(account, begun.id));
  if (now === null) throw new Error('the new subscription was not found');
  return now;
}
