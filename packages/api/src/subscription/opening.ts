import type { Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import { DomainError } from '@shop/domain/errors';

import type { Deps } from '../context.ts';
import { LEASE_SECONDS, secondsFromNow } from '../purchase/attempt.ts';
import { takeLease } from '../purchase/lease.ts';
import { isSameRequest } from '../purchase/request.ts';
import { findReferrer } from '../referral/referrer.ts';
import { lockUser } from '../users/token.ts';
import {
  findAttempt,
  findAttemptByKey,
  findOpenAttempt,
  OPEN,
  SUBSCRIBING,
  type SubscribeAttempt,
} from './attempt.ts';
import type { SubscribeRequest } from './request.ts';

/** The next thing to do for a call. */
export type Opening =
  /** This call holds the lease of its own click. */
  | { step: 'charge'; attempt: SubscribeAttempt }
  /** The click is over: tell what came of it. */
  | { step: 'replay'; attempt: SubscribeAttempt }
  /** Somebody works on this click, or on another one of the same person. */
  | { step: 'wait'; attempt: SubscribeAttempt }
  /** This call holds the lease of an older click, which is to be brought to its end first. */
  | { step: 'help'; attempt: SubscribeAttempt }
  /** There is a subscription that would end: it goes on. */
  | { step: 'resume'; subscriptionId: number }
  /** There is a subscription whose end we have not heard of. */
  | { step: 'look_again'; subscriptionId: number };

/**
 * Decides what a call does, from what its person did before, and begins a new click where nothing
 * stands in its way. All clicks of one person pass here one after the other.
 * Refuses with `already_subscribed`, `invalid_fields` (no card; a code that is unknown, one's own or
 * used; 422: the key is known with other content) and `not_logged_in` whose account is gone.
 */
export async function openSubscribing(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: SubscribeRequest,
): Promise<Opening> {
  return inTransaction(db, async (tx): Promise<Opening> => {
    const { userId } = request;
    if (!(await lockUser(tx, userId))) throw new DomainError('not_logged_in');
    const same = await findAttemptByKey(tx, request);
    if (same !== null && !isSameRequest(same.requestHash, request.requestHash)) {
      throw new DomainError('invalid_fields', { status: 422 });
    }
    if (same?.state === 'done' || same?.state === 'refused') {
      return { step: 'replay', attempt: same };
    }
    const open = await findOpenAttempt(tx, userId);
    if (open !== null) return takeOver(tx, request, { open, isSame: open.id === same?.id });
    const subscription = await tx.subscription.findFirst({
      where: { userId, state: { not: 'ended' } },
      select: { id: true, accessEndsOn: true },
    });
    if (subscription !== null) {
      const { id: subscriptionId, accessEndsOn } = subscription;
      if (accessEndsOn === null) throw new DomainError('already_subscribed');
      return { step: accessEndsOn > clock() ? 'resume' : 'look_again', subscriptionId };
    }
    return { step: 'charge', attempt: await begin(tx, request, same) };
  });
}

async function takeOver(
  tx: Tx,
  { owner }: SubscribeRequest,
  { open, isSame }: { open: SubscribeAttempt; isSame: boolean },
): Promise<Opening> {
  const lease = { attemptId: open.id, owner, seconds: LEASE_SECONDS };
  const isTaken = await takeLease(tx, SUBSCRIBING, lease);
  if (!isTaken) return { step: 'wait', attempt: open };
  const attempt = { ...open, leaseOwner: owner, isLeased: true };
  return { step: isSame ? 'charge' : 'help', attempt };
}

/** Begins a click, or an expired one of the same key again. */
async function begin(
  tx: Tx,
  request: SubscribeRequest,
  expired: SubscribeAttempt | null,
): Promise<SubscribeAttempt> {
  const { userId, account, key, requestHash, locale, owner } = request;
  const { stripeToken, plan, discountCode } = request.input;
  if (stripeToken === undefined) {
    const issues = [{ path: 'stripeToken', message: 'invalid_fields' as const }];
    throw new DomainError('invalid_fields', { issues });
  }
  const referrerId =
    discountCode === undefined ? null : await findReferrer(tx, userId, discountCode);
  const until = secondsFromNow(LEASE_SECONDS);
  const [row] =
    expired === null
      ? await tx.$queryRaw<{ id: string }[]>`
          INSERT INTO subscription_attempt (user_id, kind, idempotency_key, request_hash, state,
            stripe_account, plan, locale, referrer_id, lease_owner, lease_until, next_check_at)
          VALUES (${userId}::int, 'subscribe', ${key}, ${requestHash}::bytea, 'started',
            ${account}, ${plan}, ${locale}, ${referrerId}::int, ${owner}, ${until}, ${until})
          RETURNING id::text`
      : await tx.$queryRaw<{ id: string }[]>`
          UPDATE subscription_attempt
          SET state = 'started', stripe_account = ${account}, locale = ${locale},
            referrer_id = ${referrerId}::int, subscription_id = NULL, stripe_intent_id = NULL,
            lease_owner = ${owner}, lease_until = ${until}, next_check_at = ${until},
            hold_until = NULL, failure_code = NULL, tries = 0, created_at = clock_timestamp()
          WHERE id = ${expired.id}::uuid AND state = 'expired'
          RETURNING id::text`;
  const attempt = row === undefined ? null : await findAttempt(tx, row.id);
  if (attempt === null || !OPEN.some((state) => state === attempt.state)) {
    throw new Error('a click on “subscribe” did not begin');
  }
  return attempt;
}
