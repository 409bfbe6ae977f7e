import type { PaymentAccount } from '@agres/domain/shapes';
import type { Answer as ProviderAnswer } from '@agres/payments/answer';
import { subscribeWithCard } from '@agres/payments/testing/paid-subscription';
import type { Fault } from '@agres/stripe-emulator/control/faults';

import type { Answer, TestClient } from './client.ts';
import { addSubscription } from './rows.ts';
import { SHORT_CALL_MS, startMailedShop, type TestShopOptions } from './shop.ts';

export const PATH = '/api/updateMobileAppPaymentMethod';
export const MASTERCARD = '5555555555554444';
export const DECLINED = '4000000000000002';
export const SECURE = '4000000000003220';

/** Starts a shop with a short timeout for provider calls, whose subscribers change their cards. */
export async function startCardShop(options: TestShopOptions = {}) {
  const shop = await startMailedShop({ callTimeoutMs: SHORT_CALL_MS, ...options });

  const subscriber = async (account: PaymentAccount = 'main') => {
    const { client, userId, email } = await shop.app.member();
    const customer = valueOf(
      await shop.payments.ensureCustomer(account, {
        userId,
        email,
        installation: shop.app.deps.installation.id,
      }),
    );
    const { id: stripeSubscriptionId } = await subscribeWithCard(shop.payments, account, {
      customerId: customer.id,
      token: 'tok_visa',
      idempotencyKey: `sub_${userId}_1`,
    });
    const row = await addSubscription(shop.app.db, userId, { stripeAccount: account });
    await shop.app.db.subscription.update({
      where: { id: row.id },
      data: { stripeCustomerId: customer.id, stripeSubscriptionId },
    });
    shop.provider.clearJournal();
    return {
      client,
      userId,
      email,
      /** Returns the card brands that subscription and customer are debited from. */
      debited: () => debitedCards(account, { customerId: customer.id, stripeSubscriptionId }),
      attempts: () => shop.app.db.subscriptionAttempt.findMany({ where: { userId } }),
      emails: () =>
        shop.app.db.job.count({
          where: { kind: 'mail', payload: { path: ['userId'], equals: userId } },
        }),
    };
  };

  const debitedCards = async (
    account: PaymentAccount,
    { customerId, stripeSubscriptionId }: { customerId: string; stripeSubscriptionId: string },
  ) => {
    const read = async (path: string) => {
      const response = await fetch(`${shop.providerUrl}/v1/${path}`, {
        headers: { authorization: `Bearer sk_test_${account}` },
      });
      return response.json();
    };
    const subscription = await read(
      `subscriptions/${stripeSubscriptionId}?expand[]=default_payment_method`,
    );
    const customer = await read(
      `customers/${customerId}?expand[]=invoice_settings.default_payment_method`,
    );
    return [
      subscription.default_payment_method?.card.brand,
      customer.invoice_settings.default_payment_method?.card.brand,
    ];
  };

  const update = (client: TestClient, stripeToken: unknown, key?: string): Promise<Answer> =>
    client.post(PATH, { stripeToken }, key === undefined ? {} : keyed(key));
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
  const setUps = () => shop.provider.journal({ operation: 'setup_intents.create' });
  const answerChallenge = (outcome: 'succeed' | 'fail') => {
    const [challenge] = shop.provider.challenges();
    shop.provider.finishChallenge({ intentId: challenge?.intentId ?? '', outcome });
  };

  const forget = () => {
    shop.provider.clearFaults();
    shop.provider.clearJournal();
  };

  return { shop, subscriber, update, keyed, setUps, answerChallenge, forget, close: shop.close };
}

/** Builds a fault for all calls of one request: three, each repeated once by the client. */
export function fault(operation: string, how: Pick<Fault, 'effect' | 'moment'>): Fault {
  return { operation, times: 6, ...how };
}

function valueOf<T>(answer: ProviderAnswer<T>): T {
  if (answer.outcome !== 'known') throw new Error(answer.cause.message);
  return answer.value;
}
