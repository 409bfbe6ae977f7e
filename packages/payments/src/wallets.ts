import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import { ask, type Answer } from './answer.ts';

/**
 * `inactive` are the wallets that the account may not show on the host's pages, with the provider's reasons.
 */
export type WalletCheck = {
  state: 'missing' | 'disabled' | 'registered';
  inactive: string[];
};

export async function checkWallets(
  client: AccountClient,
  host: string,
): Promise<Answer<WalletCheck>> {
  return ask(client, async (options) => toCheck(await findDomain(client, host, options)));
}

/**
 * Registers a host for an account's wallets unless it is registered, and has the provider validate inactive
 * wallets again. A host that was disabled by hand stays disabled.
 */
export async function registerWallets(
  client: AccountClient,
  host: string,
): Promise<Answer<WalletCheck>> {
  const { paymentMethodDomains: domains } = client.stripe;
  return ask(client, async (options) => {
    const known = await findDomain(client, host, options);
    if (known === undefined) {
      return toCheck(await domains.create({ domain_name: host }, options));
    }
    const isActive = !known.enabled || toCheck(known).inactive.length === 0;
    return toCheck(isActive ? known : await domains.validate(known.id, {}, options));
  });
}

async function findDomain(
  { stripe }: AccountClient,
  host: string,
  options: Stripe.RequestOptions,
): Promise<Stripe.PaymentMethodDomain | undefined> {
  const { data } = await stripe.paymentMethodDomains.list({ domain_name: host }, options);
  return data.find(({ domain_name: name }) => name === host);
}

function toCheck(domain: Stripe.PaymentMethodDomain | undefined): WalletCheck {
  if (domain === undefined) return { state: 'missing', inactive: [] };
  const wallets = [
    ['Apple Pay', domain.apple_pay],
    ['Google Pay', domain.google_pay],
  ] as const;
  const inactive = wallets.flatMap(([name, { status, status_details: details }]) =>
    status === 'active' ? [] : [`${name} (${details?.error_message ?? status})`],
  );
  return { state: domain.enabled ? 'registered' : 'disabled', inactive };
}
