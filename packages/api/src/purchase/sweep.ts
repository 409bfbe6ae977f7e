import { randomUUID } from 'node:crypto';

import { Prisma, type Db } from '@shop/db/db';

import type { Deps } from '../context.ts';
import { raiseAlert } from '../jobs/alert.ts';
import {
  ATTEMPT_COLUMNS,
  findAttempt,
  isInFlight,
  secondsFromNow,
  type Attempt,
} from './attempt.ts';
import { conclude, type Conclusion } from './conclusion.ts';
import { freeAfterFailure, freeLease, isDue, PURCHASES } from './lease.ts';
import { readOutcome } from './stored-answer.ts';
import { moveAttempt, type Actor } from './transition.ts';

/** Longer than a look at one attempt can take. */
export const LOOK_LEASE_SECONDS = 30;
const BATCH = 10;
const FIRST_PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 300;
/** An attempt that is open for so long needs a person. */
const ALERT_AFTER_SECONDS = 900;

export type SweepDeps = Pick<Deps, 'db' | 'payments' | 'log' | 'wakeJobs' | 'clock'>;

/**
 * Brings attempts to their end that no call works on any more, by asking the provider. Correct
 * without any webhook; several processes share the work. Answers how many it looked at.
 */
export async function sweepAttempts(deps: SweepDeps): Promise<number> {
  const owner = randomUUID();
  const attempts = await claimAttempts(deps.db, owner);
  const look = async (attempt: Attempt) => {
    try {
      await lookAt(deps, { attempt, owner, by: 'reconciler' });
    } catch (error) {
      deps.log.warn({ attemptId: attempt.id, err: error }, 'attempt not settled, coming back');
      if (attempt.ageSeconds > ALERT_AFTER_SECONDS) await alertOfStuck(deps, attempt);
    }
  };
  await Promise.all(attempts.map(look));
  return attempts.length;
}

/** Who looks, and holds the attempt's lease meanwhile. */
export type Look = { attempt: Attempt; owner: string; by: Actor };

/**
 * One look at an attempt whose lease the caller holds. What it cannot decide is looked at again
 * later, ever more seldom; its stock stays held meanwhile.
 */
export async function lookAt(deps: SweepDeps, look: Look): Promise<Conclusion> {
  const { attempt, owner } = look;
  const retry = { attemptId: attempt.id, owner, checkInSeconds: pauseSeconds(attempt.tries) };
  let conclusion: Conclusion;
  try {
    conclusion = await concludeByAsking(deps, look);
  } catch (error) {
    await freeAfterFailure(deps, PURCHASES, retry);
    throw error;
  }
  const isOpen = conclusion.state === 'undecided' || conclusion.state === 'requires_action';
  if (!isOpen) return conclusion;
  const checkInSeconds =
    conclusion.state === 'requires_action'
      ? Math.max(attempt.holdSeconds, FIRST_PAUSE_SECONDS)
      : retry.checkInSeconds;
  await freeLease(deps.db, PURCHASES, { ...retry, checkInSeconds });
  if (attempt.ageSeconds > ALERT_AFTER_SECONDS) await alertOfStuck(deps, attempt);
  return conclusion;
}

/** How long an attempt rests after so many looks in vain. */
function pauseSeconds(tries: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.max(tries - 1, 0), LONGEST_PAUSE_SECONDS);
}

async function concludeByAsking(deps: SweepDeps, look: Look): Promise<Conclusion> {
  const { attempt, by } = look;
  if (attempt.state === 'reserved' || attempt.paymentIntentId === null) return expire(deps, look);
  const answer = await deps.payments.readIntent(attempt.stripeAccount, attempt.paymentIntentId, {
    timeoutMs: 5000,
  });
  if (answer.outcome === 'known') return conclude(deps, { attempt, intent: answer.value, by });
  if (answer.outcome === 'misconfigured') {
    await raiseAlert(deps, {
      event: 'The payment provider does not tell about a payment',
      facts: { attemptId: attempt.id, account: attempt.stripeAccount, fault: answer.cause.kind },
      dedupe: `unreadable:${attempt.id}`,
    });
  }
  return { state: 'undecided' };
}

/** `reserved` provably has no money in it: a payment is confirmed only under `charging`. */
async function expire(deps: SweepDeps, { attempt, owner, by }: Look): Promise<Conclusion> {
  const isExpired = await moveAttempt(
    deps.db,
    {
      attemptId: attempt.id,
      from: 'reserved',
      to: 'expired',
      by,
      intentState: null,
      fence: Prisma.sql`lease_owner = ${owner}`,
      set: [
        Prisma.sql`lease_owner = NULL`,
        Prisma.sql`lease_until = NULL`,
        Prisma.sql`next_check_at = NULL`,
      ],
    },
    'returned',
  );
  if (isExpired) return { state: 'expired' };
  const now = await findAttempt(deps.db, attempt.id);
  const outcome = now === null ? null : await readOutcome(deps.db, now);
  return outcome ?? { state: 'undecided' };
}

async function claimAttempts(db: Db, owner: string): Promise<Attempt[]> {
  return db.$queryRaw<Attempt[]>`
    UPDATE purchase_attempt
    SET lease_owner = ${owner}, lease_until = ${secondsFromNow(LOOK_LEASE_SECONDS)},
      next_check_at = ${secondsFromNow(LOOK_LEASE_SECONDS)}, tries = tries + 1
    WHERE id IN (
      SELECT id FROM purchase_attempt
      WHERE ${isInFlight} AND ${isDue}
      ORDER BY next_check_at LIMIT ${BATCH}::int FOR UPDATE SKIP LOCKED)
    RETURNING ${ATTEMPT_COLUMNS}`;
}

async function alertOfStuck(deps: SweepDeps, attempt: Attempt): Promise<void> {
  await raiseAlert(deps, {
    event: 'A purchase is undecided for too long',
    facts: {
      attemptId: attempt.id,
      state: attempt.state,
      account: attempt.stripeAccount,
      intentId: attempt.paymentIntentId,
      minutes: Math.round(attempt.ageSeconds / 60),
    },
    dedupe: `stuck:${attempt.id}`,
  });
}
