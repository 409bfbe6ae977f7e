import type { Deps } from '@agres/core/context';
import { raiseAlert } from '@agres/core/jobs/alert';
import type { Db } from '@agres/db/db';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';

import { unavailable } from './ask-provider.ts';
import type { Unfinished } from './attempt-errors.ts';
import { releaseLease, takeLease, underLease, type AttemptTable } from './lease.ts';

const FIRST_PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 300;

export type ReconcileDeps = Pick<
  Deps,
  'db' | 'payments' | 'log' | 'wakeJobs' | 'clock' | 'installation' | 'processId' | 'leaseTimes'
>;

/** What reconciling reads of an attempt of any kind. */
export type OpenAttempt = {
  id: string;
  state: string;
  account: PaymentAccount;
  intentId: string | null;
  leaseHolder: string | null;
  /** How much longer it waits for 3-D Secure; 0 or less: no longer. */
  holdSeconds: number;
  /** How often it was checked. */
  tries: number;
  ageSeconds: number;
  /** Of the request that began it; null where that is not known. */
  requestId: string | null;
};

/** An attempt, who holds its lease meanwhile, and who has it checked. */
export type Checking<Attempt> = {
  attempt: Attempt;
  leaseHolder: string;
  by: 'reconciler' | 'newer_request';
};

/** How attempts of one kind are brought to their end that no call works on any more. */
export type Reconciled<Attempt extends OpenAttempt, Outcome extends { state: string }> = {
  /** What it is to people, in alerts. */
  noun: 'purchase' | 'subscription';
  attempts: AttemptTable;
  /** An attempt that is open for so long needs a person. */
  alertAfterSeconds: number;
  find: (db: Db, attemptId: string) => Promise<Attempt | null>;
  /** Asks the provider, and applies its answer. */
  check: (
    deps: ReconcileDeps,
    checking: Checking<Attempt>,
  ) => Promise<Answer<Outcome | Unfinished>>;
};

/**
 * Finishes an older attempt of the same person, whose lease the caller holds, before a new one may
 * begin: without waiting for its 3-D Secure. While the provider does not tell what became of it,
 * nothing new is charged: fails with 503.
 */
export async function finishOlder<Attempt extends OpenAttempt, Outcome extends { state: string }>(
  deps: ReconcileDeps,
  kind: Reconciled<Attempt, Outcome>,
  { attempt, leaseHolder }: Pick<Checking<Attempt>, 'attempt' | 'leaseHolder'>,
): Promise<void> {
  const finish = async (older: Attempt) => {
    const checking = { attempt: { ...older, holdSeconds: 0 }, leaseHolder };
    const { state } = await checkOnce(deps, kind, { ...checking, by: 'newer_request' });
    return state;
  };
  let state = await finish(attempt);
  if (state === 'requires_action') {
    // That its cardholder was asked is known only now, and was not waited for: it is given up.
    const isTaken = await takeLease(deps, kind.attempts, { attemptId: attempt.id, leaseHolder });
    const now = isTaken ? await kind.find(deps.db, attempt.id) : null;
    if (now !== null) state = await finish(now);
  }
  if (state !== 'undecided' && state !== 'requires_action') return;
  throw unavailable(new Error('an older attempt of the same person is undecided'));
}

/**
 * Checks an attempt whose lease the caller holds. What it cannot decide is checked again later, with
 * exponential back-off.
 */
export async function checkOnce<Attempt extends OpenAttempt, Outcome extends { state: string }>(
  deps: ReconcileDeps,
  kind: Reconciled<Attempt, Outcome>,
  checking: Checking<Attempt>,
): Promise<Outcome | Unfinished> {
  const { attempt, leaseHolder } = checking;
  const release = {
    attempts: kind.attempts,
    attemptId: attempt.id,
    leaseHolder,
    checkInSeconds: pauseSeconds(attempt),
  };
  const alertOfStuck = async () => {
    if (attempt.ageSeconds <= kind.alertAfterSeconds) return;
    const { id: attemptId, state, account, intentId, ageSeconds } = attempt;
    await raiseAlert(deps, {
      event: `A ${kind.noun} is undecided for too long`,
      facts: { attemptId, state, account, intentId, minutes: Math.round(ageSeconds / 60) },
      dedupe: `stuck:${attemptId}`,
      every: 'day',
    });
  };
  try {
    return await underLease(deps, release, async () => {
      const answer = await kind.check(deps, checking);
      const outcome = answer.outcome === 'known' ? answer.value : UNDECIDED;
      if (answer.outcome === 'misconfigured') {
        await raiseAlert(deps, {
          event: `The payment provider does not tell about a ${kind.noun}`,
          facts: { attemptId: attempt.id, account: attempt.account, fault: answer.cause.kind },
          dedupe: `unreadable:${attempt.id}`,
          every: 'day',
        });
      }
      if (outcome.state !== 'undecided' && outcome.state !== 'requires_action') return outcome;
      const checkInSeconds =
        outcome.state === 'requires_action'
          ? Math.max(attempt.holdSeconds, FIRST_PAUSE_SECONDS)
          : release.checkInSeconds;
      await releaseLease(deps.db, { ...release, checkInSeconds });
      await alertOfStuck();
      return outcome;
    });
  } catch (error) {
    // guard: an order that cannot be written raises an alert
    await alertOfStuck();
    throw error;
  }
}

const UNDECIDED: Unfinished = { state: 'undecided' };

/** How long an attempt rests after so many checks in vain. */
function pauseSeconds({ tries }: OpenAttempt): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.max(tries - 1, 0), LONGEST_PAUSE_SECONDS);
}
