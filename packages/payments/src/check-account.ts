import type { AccountClient } from './account-client.ts';
import { ask, type Answer } from './answer.ts';

/** What an account's settings are for; the plans by their prices. */
export type AccountUse = 'purchases' | 'monthly' | 'yearly';

/** Whether the provider takes the settings of an account, for each use. */
export type AccountCheck = Record<AccountUse, Answer<unknown>>;

/** Asks for what each use of an account needs; changes nothing. */
export async function checkAccount({
  stripe,
  config,
  timeoutMs,
}: AccountClient): Promise<AccountCheck> {
  const timeout = { timeout: timeoutMs };
  const [purchases, monthly, yearly] = await Promise.all([
    ask<unknown>(async () => await stripe.paymentIntents.list({ limit: 1 }, timeout), timeoutMs),
    ask<unknown>(
      async () => await stripe.prices.retrieve(config.prices.monthly, {}, timeout),
      timeoutMs,
    ),
    ask<unknown>(
      async () => await stripe.prices.retrieve(config.prices.yearly, {}, timeout),
      timeoutMs,
    ),
  ]);
  return { purchases, monthly, yearly };
}
