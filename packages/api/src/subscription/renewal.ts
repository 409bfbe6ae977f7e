import { secondsFromNow } from '@shop/db/database-clock';
import { DomainError } from '@shop/domain/errors';
import type { Locale } from '@shop/domain/locale';
import type { Answer, ProviderFault } from '@shop/payments/answer';

import { callWithRetries, unavailable } from '../checkout/ask-provider.ts';
import { CHECK_LEFT_SECONDS, withDeadline } from '../checkout/lease.ts';
import type { Deps, MemberContext } from '../context.ts';
import { NOT_OURS, whoseIs } from '../installation.ts';
import { raiseAlert, type AlertDeps } from '../jobs/alert.ts';
import { emailLocale } from '../localized.ts';
import { currentSubscription } from './access.ts';
import { syncSubscription, type Asking, type LivingSubscription } from './sync-subscription.ts';

/**
 * Ends the caller's subscription with the period that is paid, and answers when access ends. One
 * whose renewal failed has no paid period left and ends at once. Repeating it changes nothing.
 * Throws `not_subscribed`, and 503 `error_message` where the provider does not answer.
 */
export async function unsubscribe(ctx: MemberContext): Promise<Date> {
  const deps: Deps = withDeadline({ ...ctx.deps, log: ctx.log });
  const { userId } = ctx.session;
  const row = await deps.db.subscription.findFirst({
    where: { userId, ...currentSubscription(deps.clock()) },
    select: { id: true, accessEndsOn: true, user: { select: { locale: true } } },
  });
  if (row === null) throw new DomainError('not_subscribed');
  if (row.accessEndsOn !== null) return row.accessEndsOn;
  const locale = emailLocale(ctx, { locale: row.user?.locale ?? '' });
  const ended = await change(deps, row.id, {
    ask: ifOurs(deps, endWithPeriod(deps)),
    wanted: { by: 'member', locale },
  });
  if (ended?.accessEndsOn == null) throw unavailable(new Error('the provider names no end'));
  return ended.accessEndsOn;
}

/** Resumes a subscription that is about to end; false if it has ended meanwhile. */
export async function resume(deps: Deps, subscriptionId: number, locale: Locale): Promise<boolean> {
  const row = await change(deps, subscriptionId, {
    ask: ifOurs(deps, ({ account, stripeSubscriptionId }) =>
      deps.payments.resume(account, stripeSubscriptionId),
    ),
    wanted: { by: 'member', locale },
  });
  return row !== null && row.state !== 'ended';
}

/** Ends a subscription with its paid period; at once where its renewal failed: no period is paid then. */
export const endWithPeriod =
  ({ payments }: Pick<Deps, 'payments'>): Asking['ask'] =>
  ({ account, stripeSubscriptionId, state }) =>
    state === 'past_due'
      ? payments.cancelNow(account, stripeSubscriptionId)
      : payments.endAtPeriodClose(account, stripeSubscriptionId);

/** Asks for a change, unless the subscription bears the mark of another installation. */
export function ifOurs(
  { payments, installation }: Pick<Deps, 'payments' | 'installation'>,
  ask: Asking['ask'],
): Asking['ask'] {
  return async (row) => {
    const read = await payments.readSubscription(row.account, row.stripeSubscriptionId);
    if (read.outcome !== 'known') return read;
    // guard: a subscription of another installation is neither ended nor resumed
    if (read.value !== null && whoseIs(installation, read.value) === 'another') return NOT_OURS;
    return ask(row);
  };
}

/** Stores the status of a subscription at the provider. */
export async function checkSubscription(deps: Deps, subscriptionId: number): Promise<void> {
  await change(deps, subscriptionId, askStatus(deps));
}

/** The answer where the provider has no such subscription, which it never forgets once made. */
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
 * Asks for the status of a subscription. One that the provider has given up collecting, without ending
 * it, is ended: access is over, and nothing may be debited any more. One that is not there was asked of
 * the wrong account, and ends no access that lasts: it raises an alert (decision 074); so does the mark
 * of another installation (decision 017).
 */
export function askStatus({
  payments,
  clock,
  installation,
}: Pick<Deps, 'payments' | 'clock' | 'installation'>): Asking {
  const ask: Asking['ask'] = async ({ account, stripeSubscriptionId, accessEndsOn }) => {
    const read = await payments.readSubscription(account, stripeSubscriptionId);
    if (read.outcome !== 'known') return read;
    if (read.value === null) {
      // guard: a subscription that the provider does not know ends no access
      return accessEndsOn !== null && accessEndsOn <= clock() ? read : NOT_THERE;
    }
    // guard: a check stores nothing of another installation
    if (whoseIs(installation, read.value) === 'another') return NOT_OURS;
    const isGivenUp = read.value.status === 'unpaid' || read.value.status === 'paused';
    return isGivenUp ? payments.cancelNow(account, stripeSubscriptionId) : read;
  };
  return { ask, wanted: { by: 'provider' } };
}

async function change(
  deps: Deps,
  subscriptionId: number,
  asking: Asking,
): Promise<LivingSubscription | null> {
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
  [NOT_OURS.cause.code, 'A subscription here is that of another installation, and left alone'],
]);

/** Alerts that a call about a subscription was refused by our fault. */
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
