import { API_VERSION, type AccountClient } from './account-client.ts';
import { ask, type Answer } from './answer.ts';
import { WEBHOOK_EVENT_TYPES } from './events.ts';

/** The uses of an account; the plans are checked by their prices. */
export type AccountUse = 'purchases' | 'monthly' | 'yearly';

export type AccountCheck = Record<AccountUse, Answer<unknown>>;

/** Checks what each use of an account needs, with reads only. */
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

export type PriceFacts = {
  amountCents: number | null;
  currency: string;
  /** The interval of the price, such as `month` or `2 year`; null for a one-time price. */
  every: string | null;
  isActive: boolean;
  isLive: boolean;
};

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

/** `missing` are the event types that the site should get but does not. */
export type WebhookCheck = {
  hasEndpoint: boolean;
  missing: string[];
  /** API versions of delivered events that differ from the one used here. */
  otherVersions: string[];
};

/** Checks which of the site's webhook events the provider sends to this URL, with reads only. */
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
