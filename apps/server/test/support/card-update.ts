import type { PaymentAccount } from '@agres/domain/shapes';
import type { Fault } from '@agres/stripe-emulator/control/faults';

import type { Answer, TestClient } from './client.ts';
import { SHORT_CALL_MS, startMailedShop, type TestShopOptions } from './shop.ts';
import { newSubscriberOf } from './subscribing.ts';

export const PATH = '/api/updateMobileAppPaymentMethod';
export const MASTERCARD = '5555555555554444';
export const DECLINED = '4000000000000002';
export const SECURE = '4000000000003220';

/** Starts a shop with a short timeout for provider calls, whose subscribers change their cards. */
export async function startCardShop(options: TestShopOptions = {}) {
  const shop = await startMailedShop({ callTimeoutMs: SHORT_CALL_MS, ...options });

  const subscriber = async (account: PaymentAccount = 'main') => {
    const { customerId, stripeSubscriptionId, ...member } = await newSubscriberOf(shop, account);
    const { userId } = member;
    shop.provider.clearJournal();
    return {
      ...member,
      /** Returns the card brands that subscription and customer are debited from. */
      debited: () => debitedCards(account, { customerId, stripeSubscriptionId }),
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

  const forget = () => {
    shop.provider.clearFaults();
    shop.provider.clearJournal();
  };

  return { shop, subscriber, update, keyed, setUps, forget, close: shop.close };
}

/** Builds a fault for all calls of one request: three, each repeated once by the client. */
export function fault(operation: string, how: Pick<Fault, 'effect' | 'moment'>): Fault {
  return { operation, times: 6, ...how };
}
