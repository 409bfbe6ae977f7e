import type { AccountConfig } from './account.ts';
import type { WebhookTarget } from './events/webhooks.ts';

type NamedAccount = AccountConfig & { webhookSecret: string };

const accountOf = (name: 'main' | 'bis'): NamedAccount & { prices: Prices } => ({
  secretKey: `sk_test_emulator_${name}`,
  publishableKey: `pk_test_emulator_${name}`,
  webhookSecret: `whsec_emulator_${name}`,
  prices: [
    {
      id: `price_${name}_monthly`,
      name: 'Programme personnel (mensuel)',
      amountCents: 1999,
      interval: 'month',
    },
    {
      id: `price_${name}_yearly`,
      name: 'Programme personnel (annuel)',
      amountCents: 19_999,
      interval: 'year',
    },
  ],
});

type Prices = NonNullable<AccountConfig['prices']>;

/** The two accounts used in development and tests; their keys work only with an emulator. */
export const DEVELOPMENT_ACCOUNTS = { main: accountOf('main'), bis: accountOf('bis') };

/** Returns the URLs at which a site receives the webhooks of the two accounts. */
export function webhookTargetsOf(siteUrl: string): WebhookTarget[] {
  return Object.entries(DEVELOPMENT_ACCOUNTS).map(([account, { webhookSecret }]) => ({
    account,
    url: new URL(`/api/webhooks/stripe/${account}`, siteUrl).href,
    secret: webhookSecret,
  }));
}
