import type { RunningEmulator } from '@agres/stripe-emulator/testing/running-emulator';

import type { Payments } from '../payments.ts';
import type { ProviderSubscription } from '../shapes.ts';
import { subscribeWithCard } from './paid-subscription.ts';
import { valueOf } from './running-payments.ts';

type Provider = { emulator: RunningEmulator; payments: Payments };

export function createSubscriber({ emulator, payments }: Provider) {
  const ensureCustomer = async (userId = 1, email = 'a@example.org') =>
    valueOf(await payments.ensureCustomer('main', { userId, email }));

  async function subscribed(token = 'tok_visa', key = 'sub_1_1'): Promise<ProviderSubscription> {
    const { id: customerId } = await ensureCustomer();
    return subscribeWithCard(payments, 'main', { customerId, token, idempotencyKey: key });
  }

  async function begin(key = 'sub_1_1') {
    const { id: customerId } = await ensureCustomer();
    return payments.beginSubscription('main', {
      customerId,
      plan: 'monthly',
      metadata: { user_id: '1' },
      idempotencyKey: key,
    });
  }

  const passChallenge = (outcome: 'succeed' | 'fail' = 'succeed') => {
    const [challenge] = emulator.control.challenges();
    emulator.control.finishChallenge({ intentId: challenge?.intentId ?? '', outcome });
  };

  /** The clock only moves forward, and each test starts where the previous one left it. */
  const moveTo = (to: string) => {
    const later = Math.max(Date.parse(to), Date.parse(emulator.control.now()));
    return emulator.control.moveClock({ to: new Date(later).toISOString() });
  };
  const inDays = (days: number) =>
    new Date(Date.parse(emulator.control.now()) + days * 86_400_000).toISOString();

  return { ensureCustomer, subscribed, begin, passChallenge, moveTo, inDays };
}
