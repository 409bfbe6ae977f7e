import { setTimeout as sleep } from 'node:timers/promises';

import type { Deps } from '@agres/core/context';
import { raiseAlert, type AlertDeps } from '@agres/core/jobs/alert';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';
import type { AccountCheck, AccountUse } from '@agres/payments/check-account';

/** Checks repeat, because a key may gain its permission and the provider may recover. */
const INITIAL_BACKOFF_MS = 10_000;
const MAX_BACKOFF_MS = 600_000;

type CheckDeps = AlertDeps & Pick<Deps, 'payments' | 'config' | 'installation'>;

export type KeyCheckOptions = {
  signal: AbortSignal;
  firstPauseMs?: number;
};

/**
 * Checks the settings of both accounts with the provider, and retries until they work or `signal` aborts. A
 * refused setting raises an alert and is logged once as an error. Once an account works, checks its webhook
 * and registers the site's host for wallets.
 */
export async function checkKeys(deps: CheckDeps, options: KeyCheckOptions): Promise<void> {
  await Promise.all(PAYMENT_ACCOUNTS.map((account) => checkAccount(deps, account, options)));
}

async function checkAccount(
  deps: CheckDeps,
  account: PaymentAccount,
  { signal, firstPauseMs = INITIAL_BACKOFF_MS }: KeyCheckOptions,
): Promise<void> {
  let last = '';
  for (
    let pauseMs = firstPauseMs;
    !signal.aborted;
    pauseMs = Math.min(pauseMs * 2, MAX_BACKOFF_MS)
  ) {
    const check = await deps.payments.checkAccount(account);
    if (signal.aborted) return;
    const sentence = refusedSettingsOf(account, check);
    if (sentence !== null) {
      const facts = { account, refused: sentence };
      await raiseAlert(deps, { event: EVENT, facts, dedupe: `keys:${account}`, every: 'day' });
      if (sentence !== last) deps.log.error({ account }, sentence);
      last = sentence;
    } else if (Object.values(check).every(({ outcome }) => outcome === 'known')) {
      if (last !== '') deps.log.info({ account }, 'the payment provider accepts the settings now');
      await checkWebhook(deps, account);
      await registerWallets(deps, account);
      return;
    } else {
      deps.log.warn(
        { account },
        'the payment provider does not answer, its settings are checked later',
      );
    }
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/**
 * Logs an error about webhook events that the provider will not send: without them the shop notices changes
 * later, by polling. A key without permission to read the endpoints raises no alert.
 */
async function checkWebhook(
  { payments, config, log }: CheckDeps,
  account: PaymentAccount,
): Promise<void> {
  const address = `${config.publicUrl}/api/webhooks/stripe/${account}`;
  const check = await payments.checkWebhook(account, address);
  if (check.outcome !== 'known') {
    log.info(
      { account, fault: check.cause.kind },
      'could not check which webhook events are enabled',
    );
    return;
  }
  const { hasEndpoint, missing } = check.value;
  if (missing.length === 0) return;
  const what = hasEndpoint
    ? `The webhook ${address} does not get ${missing.join(', ')}`
    : `Stripe has no webhook that leads to ${address}`;
  log.error(
    { account },
    `${what}. Changes to ${NAMES[account]} are noticed late, disputes and refunds only once a day. In the Stripe dashboard, add ${hasEndpoint ? 'these event types' : `it, with ${missing.join(', ')}`}.`,
  );
}

/**
 * Registers the site's host for Apple Pay and Google Pay, which require TLS. Cards work without it, so a
 * failure raises no alert.
 */
async function registerWallets(
  { payments, config, log, installation }: CheckDeps,
  account: PaymentAccount,
): Promise<void> {
  const { protocol, hostname } = new URL(config.publicUrl);
  // A copy changes nothing at the provider.
  if (protocol !== 'https:' || installation.copiedAt !== null) return;
  const answer = await payments.registerWallets(account, hostname);
  if (answer.outcome !== 'known') {
    log.warn(
      { account, fault: answer.cause.kind },
      'could not register this host for Apple Pay and Google Pay; card payments still work',
    );
  } else if (answer.value.inactive.length > 0) {
    const { inactive } = answer.value;
    log.warn(
      { account, inactive },
      'Apple Pay or Google Pay is not active on this host; card payments still work',
    );
  }
}

const EVENT = 'The payment provider refuses settings of an account';

function refusedSettingsOf(account: PaymentAccount, check: AccountCheck): string | null {
  const refused = USES.flatMap((use) => {
    const answer = check[use];
    return answer.outcome === 'misconfigured' ? [{ use, answer }] : [];
  });
  if (refused.length === 0) return null;
  const settings = new Set(
    refused.map(({ use, answer }) => `${settingOf(account, use, answer)} (${answer.cause.kind})`),
  );
  const stops = refused.map(({ use }) => STOPS[use]);
  return `Stripe refuses ${[...settings].join(' and ')}: no ${stops.join(', no ')} on ${NAMES[account]}. Pages are served, and it is asked again.`;
}

/**
 * A refused key affects every use; any other error concerns the requested object, which can only be a price.
 */
function settingOf(
  account: PaymentAccount,
  use: AccountUse,
  { cause }: Extract<Answer<unknown>, { outcome: 'misconfigured' }>,
): string {
  const isAboutPrice = cause.kind === 'invalid_request';
  return `${PREFIXES[account]}_${isAboutPrice ? SETTINGS[use] : 'SECRET_KEY'}`;
}

const USES = ['purchases', 'monthly', 'yearly'] as const satisfies readonly AccountUse[];

const STOPS = {
  purchases: 'purchases',
  monthly: 'monthly subscriptions',
  yearly: 'yearly subscriptions',
} as const satisfies Record<AccountUse, string>;

const SETTINGS = {
  purchases: 'SECRET_KEY',
  monthly: 'PRICE_MONTHLY',
  yearly: 'PRICE_YEARLY',
} as const satisfies Record<AccountUse, string>;

const PREFIXES = { main: 'STRIPE', bis: 'STRIPE_BIS' } as const satisfies Record<
  PaymentAccount,
  string
>;

const NAMES = {
  main: 'the main account',
  bis: 'the second account, which serves subscribers flagged isStripeBis',
} as const satisfies Record<PaymentAccount, string>;
