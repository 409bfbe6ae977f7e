import type { Deps } from '@agres/core/context';
import { OTHER_INSTALLATION_ANSWER, ownershipOf } from '@agres/core/installation';
import { raiseAlert, type AlertDeps } from '@agres/core/jobs/alert';
import { secondsFromNow } from '@agres/db/database-clock';
import type { Answer, ProviderFault } from '@agres/payments/answer';
import type { ProviderSubscription } from '@agres/payments/shapes';

import { callWithRetries, unavailable } from '../checkout/ask-provider.ts';
import { CHECK_LEFT_SECONDS } from '../checkout/lease.ts';
import {
  syncSubscription,
  type SubscriptionRef,
  type SyncRequest,
  type PaidSubscription,
} from './sync-subscription.ts';

/** Resumes a subscription that is about to end; returns false if it has ended in the meantime. */
export async function resume(deps: Deps, subscriptionId: number): Promise<boolean> {
  const row = await change(deps, subscriptionId, {
    ask: ifOwnSubscription(deps, ({ account, stripeSubscriptionId }) =>
      deps.payments.resume(account, stripeSubscriptionId),
    ),
    wanted: { by: 'provider' },
  });
  return row !== null && row.state !== 'ended';
}

/** Changes a subscription at the provider. `provider` is its state there, which was just read. */
export type Change = (
  row: SubscriptionRef,
  provider: ProviderSubscription,
) => Promise<Answer<ProviderSubscription | null>>;

/**
 * Ends a subscription with its paid period. Ends it immediately if the provider has yet to charge the current
 * period, even one that started during the call: then no period is paid.
 */
export const endWithPeriod =
  ({ payments }: Pick<Deps, 'payments'>): Change =>
  async ({ account, stripeSubscriptionId }, provider) => {
    const endNow = () => payments.cancelNow(account, stripeSubscriptionId);
    if (provider.awaitsPayment) return endNow();
    const ending = await payments.endAtPeriodClose(account, stripeSubscriptionId);
    const hasRenewed = ending.outcome === 'known' && ending.value?.awaitsPayment === true;
    return hasRenewed ? endNow() : ending;
  };

/**
 * Makes a change unless the subscription belongs to another installation. The change depends on the
 * provider's state that was just read, never on our row.
 */
export function ifOwnSubscription(
  { payments, installation }: Pick<Deps, 'payments' | 'installation'>,
  askFor: Change,
): SyncRequest['ask'] {
  return async (row) => {
    const read = await payments.readSubscription(row.account, row.stripeSubscriptionId);
    if (read.outcome !== 'known' || read.value === null) return read;
    // guard: a subscription of another installation is neither ended nor resumed
    if (ownershipOf(installation, read.value) === 'another') return OTHER_INSTALLATION_ANSWER;
    return askFor(row, read.value);
  };
}

/** Stores and returns the status of a subscription at the provider; null if there is no such subscription. */
export async function checkSubscription(
  deps: Deps,
  subscriptionId: number,
): Promise<PaidSubscription | null> {
  return change(deps, subscriptionId, askStatus(deps));
}

/** The provider never deletes a subscription, so a missing one is a fault. */
const NOT_THERE = {
  outcome: 'misconfigured',
  cause: {
    kind: 'invalid_request',
    status: 404,
    code: 'resource_missing',
    param: 'subscription',
    requestId: null,
    message: 'no such subscription',
  },
} as const satisfies Answer<never>;

/**
 * Reads the status of a subscription, and ends one that the provider has stopped collecting: access is over,
 * and nothing more may be charged. A missing subscription does not end access, because the wrong account was
 * asked; it raises an alert, as does the mark of another installation (decision 017).
 */
export function askStatus({
  payments,
  clock,
  installation,
}: Pick<Deps, 'payments' | 'clock' | 'installation'>): SyncRequest {
  const ask: SyncRequest['ask'] = async ({ account, stripeSubscriptionId, accessEndsOn }) => {
    const read = await payments.readSubscription(account, stripeSubscriptionId);
    if (read.outcome !== 'known') return read;
    if (read.value === null) {
      // guard: a subscription unknown to the provider keeps its access until its end date
      return accessEndsOn !== null && accessEndsOn <= clock() ? read : NOT_THERE;
    }
    // guard: a check stores nothing about subscriptions of another installation
    if (ownershipOf(installation, read.value) === 'another') return OTHER_INSTALLATION_ANSWER;
    const isGivenUp = read.value.status === 'unpaid' || read.value.status === 'paused';
    return isGivenUp ? payments.cancelNow(account, stripeSubscriptionId) : read;
  };
  return { ask, wanted: { by: 'provider' } };
}

async function change(
  deps: Deps,
  subscriptionId: number,
  asking: SyncRequest,
): Promise<PaidSubscription | null> {
  const answer = await callWithRetries(deps.payments, () =>
    syncSubscription(deps, subscriptionId, asking),
  );
  if (answer.outcome === 'known') return answer.value;
  if (answer.outcome === 'misconfigured')
    await alertOfProviderError(deps, subscriptionId, answer.cause);
  await deps.db.$executeRaw`
    UPDATE subscription
    SET next_check_at = ${secondsFromNow(CHECK_LEFT_SECONDS)}
    WHERE id = ${subscriptionId}::int AND state <> 'ended'`;
  throw unavailable(answer.cause);
}

const EVENTS: ReadonlyMap<string | null, string> = new Map([
  [
    NOT_THERE.cause.code,
    'A subscription is not there at the provider: is it the right account and key?',
  ],
  [
    OTHER_INSTALLATION_ANSWER.cause.code,
    'A subscription here is that of another installation, and left alone',
  ],
]);

/**
 * Raises an alert, once a day, that the provider refused a call about a subscription because of a fault of
 * ours.
 */
export async function alertOfProviderError(
  deps: AlertDeps,
  subscriptionId: number,
  { kind, code, requestId }: ProviderFault,
): Promise<void> {
  await raiseAlert(deps, {
    event: EVENTS.get(code) ?? 'The payment provider refuses our calls',
    facts: { subscriptionId, fault: kind, code, requestId },
    dedupe: `misconfigured:subscription:${code ?? kind}`,
    every: 'day',
  });
}
