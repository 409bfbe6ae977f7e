import { DomainError } from '@shop/domain/errors';
import type { Locale } from '@shop/domain/locale';
import type { Answer, ProviderFault } from '@shop/payments/answer';

import type { Context, Deps } from '../context.ts';
import { raiseAlert, type AlertDeps } from '../jobs/alert.ts';
import { CALL_BUDGET_MS, callWithRetries, startBudget } from '../purchase/call.ts';
import { unavailable } from '../purchase/charge.ts';
import { letterLocale } from '../users/account-letter.ts';
import { currentSubscription } from '../users/current-subscription.ts';
import type { Session } from '../users/session.ts';
import { reflect, type Asking, type LivingSubscription } from './reflection.ts';

/** When the sweep looks at a subscription whose change got no answer. */
const CHECK_LEFT_SECONDS = 2;

/**
 * Ends the caller's subscription with the period that is paid, and answers when access ends. One
 * whose renewal failed has no paid period left and ends at once. Repeating it changes nothing.
 * Refuses with `not_subscribed`, and with 503 `error_message` where the provider does not answer.
 */
export async function unsubscribe(ctx: Context & { session: Session }): Promise<Date> {
  const deps: Deps = { ...ctx.deps, log: ctx.log };
  const { userId } = ctx.session;
  const row = await deps.db.subscription.findFirst({
    where: { userId, ...currentSubscription(deps.clock()) },
    select: { id: true, accessEndsOn: true, user: { select: { locale: true } } },
  });
  if (row === null) throw new DomainError('not_subscribed');
  if (row.accessEndsOn !== null) return row.accessEndsOn;
  const locale = letterLocale(ctx, { locale: row.user?.locale ?? '' });
  const ended = await change(deps, row.id, {
    ask: ({ account, stripeSubscriptionId, state }) =>
      state === 'past_due'
        ? deps.payments.cancelNow(account, stripeSubscriptionId)
        : deps.payments.endAtPeriodClose(account, stripeSubscriptionId),
    wanted: { by: 'member', locale },
  });
  if (ended?.accessEndsOn == null) throw unavailable(new Error('the provider names no end'));
  return ended.accessEndsOn;
}

/** Has a subscription go on that would end; false if it has ended meanwhile. */
export async function resume(deps: Deps, subscriptionId: number, locale: Locale): Promise<boolean> {
  const row = await change(deps, subscriptionId, {
    ask: ({ account, stripeSubscriptionId }) => deps.payments.resume(account, stripeSubscriptionId),
    wanted: { by: 'member', locale },
  });
  return row !== null && row.state !== 'ended';
}

/** Asks the provider how a subscription stands. */
export async function lookAgain(deps: Deps, subscriptionId: number): Promise<void> {
  await change(deps, subscriptionId, asItStands(deps));
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
 * Asks for a subscription as it stands. One that the provider has given up collecting, without ending it,
 * is ended: access is over, and nothing may be debited for it any more. One that is not there was
 * asked of the wrong account, and ends no access that lasts: somebody is to be told (decision 074).
 */
export function asItStands({ payments, clock }: Pick<Deps, 'payments' | 'clock'>): Asking {
  const ask: Asking['ask'] = async ({ account, stripeSubscriptionId, accessEndsOn }) => {
    const read = await payments.readSubscription(account, stripeSubscriptionId);
    if (read.outcome !== 'known') return read;
    if (read.value === null) {
      return accessEndsOn !== null && accessEndsOn <= clock() ? read : NOT_THERE;
    }
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
  const answer = await callWithRetries(startBudget(CALL_BUDGET_MS), () =>
    reflect(deps, subscriptionId, asking),
  );
  if (answer.outcome === 'known') return answer.value;
  if (answer.outcome === 'misconfigured') await tellOfRefusal(deps, subscriptionId, answer.cause);
  await deps.db.$executeRaw`
    UPDATE subscription
    SET next_check_at = clock_timestamp() + make_interval(secs => ${CHECK_LEFT_SECONDS}::float8)
    WHERE id = ${subscriptionId}::int AND state <> 'ended'`;
  throw unavailable(answer.cause);
}

/** Tells the people who run the shop that a call about a subscription was refused by our fault. */
export async function tellOfRefusal(
  deps: AlertDeps,
  subscriptionId: number,
  { kind, code, requestId }: ProviderFault,
): Promise<void> {
  await raiseAlert(deps, {
    event:
      code === NOT_THERE.cause.code
        ? 'A subscription is not there at the provider: is it the right account and key?'
        : 'The payment provider refuses our calls',
    facts: { subscriptionId, fault: kind, code, requestId },
    dedupe: `misconfigured:subscription:${code ?? kind}`,
  });
}
