import type { AccountClient } from './account-client.ts';
import { ask, type Answer } from './answer.ts';

/** What an account's settings are for; the plans by their prices. */
export type AccountUse = 'purchases' | 'monthly' | 'yearly';

/** Whether the provider takes the settings of an account, for each use. */
export type AccountCheck = Record<AccountUse, Answer<unknown>>;

/** Asks for what each use of an account needs; changes nothing. */
export async function checkAccount(client: AccountClient): Promise<AccountCheck> {
  const { stripe, config } = client;
  const [purchases, monthly, yearly] = await Promise.all([
    ask<unknown>(
      client,
      async (options) => await stripe.paymentIntents.list({ limit: 1 }, options),
    ),
    ask<unknown>(
      client,
      async (options) => await stripe.prices.retrieve(config.prices.monthly, {}, options),
    ),
    ask<unknown>(
      client,
      async (options) => await stripe.prices.retrieve(config.prices.yearly, {}, options),
    ),
  ]);
  return { purchases, monthly, yearly };
}
