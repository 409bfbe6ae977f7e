import { randomUUID } from 'node:crypto';

import type { Db } from '@shop/db/db';
import type { Answer } from '@shop/payments/answer';
import type { ProviderSubscription } from '@shop/payments/shapes';

import type { Deps } from '../context.ts';
import { raiseAlert } from '../jobs/alert.ts';
import { secondsFromNow } from '../purchase/attempt.ts';
import { freeAfterFailure, freeLease, isDue } from '../purchase/lease.ts';
import { findAttempt, isOpen, SUBSCRIBING, type SubscribeAttempt } from './attempt.ts';
import { end, type Conclusion } from './conclusion.ts';
import { giveUp, giveUpOrStart } from './giving-up.ts';

/** Longer than a look at one click can take. */
const LOOK_LEASE_SECONDS = 60;
/** How many are looked at in one round. */
export const BATCH = 10;
const FIRST_PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 300;
/** A click that is open for so long needs a person. */
const ALERT_AFTER_SECONDS = 1800;

export type SweepDeps = Pick<Deps, 'db' | 'payments' | 'log' | 'wakeJobs' | 'clock'>;

/**
 * Brings clicks on “subscribe” to their end that no call works on any more, by asking the provider.
 * Correct without any notice; several processes share the work. Answers how many it looked at.
 */
export async function sweepSubscribing(deps: SweepDeps): Promise<number> {
  const owner = randomUUID();
  const claimed = await claim(deps.db, owner);
  const look = async (attemptId: string) => {
    try {
      const attempt = await findAttempt(deps.db, attemptId);
      if (attempt?.leaseOwner === owner) await lookAt(deps, { attempt, owner });
    } catch (error) {
      deps.log.warn({ attemptId, err: error }, 'subscribing not settled, coming back');
    }
  };
  await Promise.all(claimed.map(look));
  return claimed.length;
}

/** Who looks, and holds the lease meanwhile. */
export type Look = { attempt: SubscribeAttempt; owner: string };

/**
 * One look at a click whose lease the caller holds: what is paid starts, what nobody comes back for
 * is given up. What the provider does not tell is looked at again, ever more seldom.
 */
export async function lookAt(deps: SweepDeps, { attempt, owner }: Look): Promise<Conclusion> {
  const retry = { attemptId: attempt.id, owner, checkInSeconds: pauseSeconds(attempt.tries) };
  let answer: Answer<Conclusion>;
  try {
    answer = await conclude(deps, attempt);
  } catch (error) {
    await freeAfterFailure(deps, SUBSCRIBING, retry);
    if (attempt.ageSeconds > ALERT_AFTER_SECONDS) await alertOfStuck(deps, attempt);
    throw error;
  }
  const conclusion: Conclusion = answer.outcome === 'known' ? answer.value : { state: 'undecided' };
  if (answer.outcome === 'misconfigured') {
    await raiseAlert(deps, {
      event: 'The payment provider does not tell about a subscription',
      facts: { attemptId: attempt.id, account: attempt.account, fault: answer.cause.kind },
      dedupe: `unreadable:${attempt.id}`,
    });
  }
  if (conclusion.state !== 'undecided') return conclusion;
  const checkInSeconds = Math.max(attempt.holdSeconds, retry.checkInSeconds);
  await freeLease(deps.db, SUBSCRIBING, { ...retry, checkInSeconds });
  if (attempt.ageSeconds > ALERT_AFTER_SECONDS) await alertOfStuck(deps, attempt);
  return conclusion;
}

async function conclude(deps: SweepDeps, attempt: SubscribeAttempt): Promise<Answer<Conclusion>> {
  if (attempt.subscriptionId === null) return endUnmade(deps, attempt, null);
  const { stripeSubscriptionId, account } = attempt;
  if (stripeSubscriptionId === null) return endUnwritten(deps, attempt);
  const read = await deps.payments.readSubscription(account, stripeSubscriptionId);
  if (read.outcome !== 'known') return read;
  const provider = read.value;
  if (provider !== null && isWaiting(attempt, provider)) {
    return { outcome: 'known', value: { state: 'undecided' } };
  }
  const failure = provider?.openPayment?.failure ?? null;
  return giveUpOrStart(deps, { ...attempt, stripeSubscriptionId }, failure);
}

/** Whether the card's owner, or the bank, may still answer. */
function isWaiting(
  { state, holdSeconds }: SubscribeAttempt,
  { openPayment, lacksCard }: ProviderSubscription,
): boolean {
  if (openPayment?.state === 'processing') return true;
  const isChallenged =
    openPayment?.state === 'requires_action' || (lacksCard && state === 'requires_action');
  return isChallenged && holdSeconds > 0;
}

/** What the provider made without our hearing of it has no card, and goes. */
async function endUnwritten(
  deps: SweepDeps,
  attempt: SubscribeAttempt,
): Promise<Answer<Conclusion>> {
  const { account, customerId, subscriptionId } = attempt;
  const found = await deps.payments.findSubscriptions(account, customerId ?? '');
  if (found.outcome !== 'known') return found;
  const made = found.value.find(
    ({ metadata }) => metadata['subscription_row'] === String(subscriptionId),
  );
  if (made === undefined) return endUnmade(deps, attempt, null);
  const given = await giveUp(deps, { account, stripeSubscriptionId: made.id });
  return given.outcome === 'known' ? endUnmade(deps, attempt, given.value) : given;
}

async function endUnmade(
  deps: SweepDeps,
  attempt: SubscribeAttempt,
  given: ProviderSubscription | null,
): Promise<Answer<Conclusion>> {
  return { outcome: 'known', value: await end(deps, attempt, { failure: null, given }) };
}

async function claim(db: Db, owner: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    UPDATE subscription_attempt
    SET lease_owner = ${owner}, lease_until = ${secondsFromNow(LOOK_LEASE_SECONDS)},
      next_check_at = ${secondsFromNow(LOOK_LEASE_SECONDS)}, tries = tries + 1
    WHERE id IN (
      SELECT a.id FROM subscription_attempt a
      WHERE ${isOpen} AND ${isDue}
      ORDER BY a.next_check_at LIMIT ${BATCH}::int FOR UPDATE SKIP LOCKED)
    RETURNING id::text`;
  return rows.map(({ id }) => id);
}

/** How long a click rests after so many looks in vain. */
function pauseSeconds(tries: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.max(tries - 1, 0), LONGEST_PAUSE_SECONDS);
}

async function alertOfStuck(deps: SweepDeps, attempt: SubscribeAttempt): Promise<void> {
  await raiseAlert(deps, {
    event: 'A subscription is undecided for too long',
    facts: {
      attemptId: attempt.id,
      state: attempt.state,
      account: attempt.account,
      minutes: Math.round(attempt.ageSeconds / 60),
    },
    dedupe: `stuck:${attempt.id}`,
  });
}
