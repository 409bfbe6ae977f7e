import type { Deps } from '@agres/core/context';
import { raiseAlert } from '@agres/core/jobs/alert';
import type { Db } from '@agres/db/db';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';

import { unavailable } from './ask-provider.ts';
import type { UnfinishedOutcome } from './attempt-errors.ts';
import { releaseLease, takeLease, underLease, type AttemptTable } from './lease.ts';

const INITIAL_BACKOFF_SECONDS = 2;
const MAX_BACKOFF_SECONDS = 300;

export type ReconcileDeps = Pick<
  Deps,
  'db' | 'payments' | 'log' | 'wakeJobs' | 'clock' | 'installation' | 'processId' | 'leaseTimes'
>;

export type OpenAttempt = {
  id: string;
  state: string;
  account: PaymentAccount;
  intentId: string | null;
  leaseHolder: string | null;
  /** The time left for 3-D Secure; 0 or less if the attempt does not wait for it. */
  holdSeconds: number;
  tries: number;
  ageSeconds: number;
  requestId: string | null;
};

export type CheckInput<Attempt> = {
  attempt: Attempt;
  leaseHolder: string;
  by: 'reconciler' | 'newer_request';
};

/** How the reconciler finishes attempts of one kind. */
export type AttemptKind<Attempt extends OpenAttempt, Outcome extends { state: string }> = {
  noun: 'purchase' | 'subscription';
  attempts: AttemptTable;
  alertAfterSeconds: number;
  find: (db: Db, attemptId: string) => Promise<Attempt | null>;
  /** Reads the state at the provider and applies it. */
  check: (
    deps: ReconcileDeps,
    checking: CheckInput<Attempt>,
  ) => Promise<Answer<Outcome | UnfinishedOutcome>>;
};

/**
 * Finishes an older attempt of the same person, whose lease the caller holds, without waiting for its 3-D
 * Secure. Throws 503 while the provider does not report its outcome, so that nothing new is charged.
 */
export async function finishOlder<Attempt extends OpenAttempt, Outcome extends { state: string }>(
  deps: ReconcileDeps,
  kind: AttemptKind<Attempt, Outcome>,
  { attempt, leaseHolder }: Pick<CheckInput<Attempt>, 'attempt' | 'leaseHolder'>,
): Promise<void> {
  const finish = async (older: Attempt) => {
    const checking = { attempt: { ...older, holdSeconds: 0 }, leaseHolder };
    const { state } = await checkOnce(deps, kind, { ...checking, by: 'newer_request' });
    return state;
  };
  let state = await finish(attempt);
  if (state === 'requires_action') {
    // A new attempt does not wait for the pending 3-D Secure of an older one: check again to give it up.
    const isTaken = await takeLease(deps, kind.attempts, { attemptId: attempt.id, leaseHolder });
    const now = isTaken ? await kind.find(deps.db, attempt.id) : null;
    if (now !== null) state = await finish(now);
  }
  if (state !== 'undecided' && state !== 'requires_action') return;
  throw unavailable(new Error('an older attempt of the same person is undecided'));
}

/**
 * Checks an attempt whose lease the caller holds. Schedules the next check of an undecided attempt with
 * exponential back-off.
 */
export async function checkOnce<Attempt extends OpenAttempt, Outcome extends { state: string }>(
  deps: ReconcileDeps,
  kind: AttemptKind<Attempt, Outcome>,
  checking: CheckInput<Attempt>,
): Promise<Outcome | UnfinishedOutcome> {
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
          event: `The payment provider did not return the state of a ${kind.noun}`,
          facts: { attemptId: attempt.id, account: attempt.account, fault: answer.cause.kind },
          dedupe: `unreadable:${attempt.id}`,
          every: 'day',
        });
      }
      if (outcome.state !== 'undecided' && outcome.state !== 'requires_action') return outcome;
      const checkInSeconds =
        outcome.state === 'requires_action'
          ? Math.max(attempt.holdSeconds, INITIAL_BACKOFF_SECONDS)
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

const UNDECIDED: UnfinishedOutcome = { state: 'undecided' };

function pauseSeconds({ tries }: OpenAttempt): number {
  return Math.min(INITIAL_BACKOFF_SECONDS * 2 ** Math.max(tries - 1, 0), MAX_BACKOFF_SECONDS);
}
