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

const configOf = (name: 'main' | 'bis') => {
  const { secretKey, publishableKey, webhookSecret } = DEVELOPMENT_ACCOUNTS[name];
  const prices = { monthly: `price_${name}_monthly`, yearly: `price_${name}_yearly` };
  return { secretKey, publishableKey, webhookSecret, prices };
};

/** The same accounts in the form that `createPayments` takes. */
export const DEVELOPMENT_CONFIG = { main: configOf('main'), bis: configOf('bis') };

/** Returns accounts as environment variables of the server. */
export function accountSettings(accounts = DEVELOPMENT_CONFIG): Record<string, string> {
  const settings = Object.entries(accounts).flatMap(([name, account]) => {
    const prefix = name === 'main' ? 'STRIPE' : 'STRIPE_BIS';
    return [
      [`${prefix}_SECRET_KEY`, account.secretKey],
      [`${prefix}_PUBLISHABLE_KEY`, account.publishableKey],
      [`${prefix}_WEBHOOK_SECRET`, account.webhookSecret],
      [`${prefix}_PRICE_MONTHLY`, account.prices.monthly],
      [`${prefix}_PRICE_YEARLY`, account.prices.yearly],
    ];
  });
  return Object.fromEntries(settings);
}

/** Returns the URLs at which a site receives the webhooks of the two accounts. */
export function webhookTargetsOf(siteUrl: string): WebhookTarget[] {
  return Object.entries(DEVELOPMENT_ACCOUNTS).map(([account, { webhookSecret }]) => ({
    account,
    url: new URL(`/api/webhooks/stripe/${account}`, siteUrl).href,
    secret: webhookSecret,
  }));
}
