import { API_VERSION, type AccountClient } from './account-client.ts';
import { ask, type Answer } from './answer.ts';
import { WEBHOOK_EVENT_TYPES } from './events.ts';

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

/** A recurring price as the provider has it. */
export type PriceFacts = {
  amountCents: number | null;
  currency: string;
  /** `month`, or `2 year`; null for one that does not recur. */
  every: string | null;
  isActive: boolean;
  isLive: boolean;
};

/** Asks for the price of a plan; changes nothing. */
export async function readPrice(
  client: AccountClient,
  plan: 'monthly' | 'yearly',
): Promise<Answer<PriceFacts>> {
  return ask(client, async (options) => {
    const price = await client.stripe.prices.retrieve(client.config.prices[plan], {}, options);
    const { unit_amount: amountCents, currency, recurring, active, livemode } = price;
    const count = recurring?.interval_count ?? 1;
    const every =
      recurring === null ? null : `${count === 1 ? '' : `${count} `}${recurring.interval}`;
    return { amountCents, currency, every, isActive: active, isLive: livemode };
  });
}

/** How the events of an account reach a site: the types that it should get and does not. */
export type WebhookCheck = {
  hasEndpoint: boolean;
  missing: string[];
  /** Versions of the provider's API in which they come, other than the one that is read here. */
  otherVersions: string[];
};

/** Asks which of the site's webhook events the provider sends to this address; changes nothing. */
export async function checkWebhook(
  client: AccountClient,
  address: string,
): Promise<Answer<WebhookCheck>> {
  return ask(client, async (options) => {
    const { data } = await client.stripe.webhookEndpoints.list({ limit: 100 }, options);
    const ours = data.filter(({ url, status }) => url === address && status === 'enabled');
    const sent = new Set<string>(ours.flatMap((endpoint) => endpoint.enabled_events));
    const missing = sent.has('*') ? [] : WEBHOOK_EVENT_TYPES.filter((type) => !sent.has(type));
    const versions = new Set(ours.map(({ api_version: version }) => version ?? 'of the account'));
    versions.delete(API_VERSION);
    return { hasEndpoint: ours.length > 0, missing, otherVersions: [...versions] };
  });
}
