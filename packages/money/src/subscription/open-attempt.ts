import type { Deps } from '@agres/core/context';
import { agreeOnText } from '@agres/core/contract-texts';
import { requireOpenSales } from '@agres/core/installation';
import { currentRequestId } from '@agres/core/request-id';
import { lockUser } from '@agres/core/session/row-locks';
import { Prisma, type Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';

import { isSameHash } from '../checkout/idempotency-key.ts';
import { leaseEnd, takeLease } from '../checkout/lease.ts';
import { hasWithdrawnFromSubscription } from '../declarations/withdrawal-marks.ts';
import { findReferrer } from '../referral/find-referrer.ts';
import {
  findAttempt,
  findAttemptByKey,
  findOpenAttempt,
  OPEN,
  SUBSCRIPTION_ATTEMPTS,
  type SubscriptionAttempt,
} from './subscription-attempt.ts';
import type { SubscriptionRequest } from './subscription-request.ts';

export type NextStep =
  /** This call holds the lease of its own attempt. */
  | { step: 'charge'; attempt: SubscriptionAttempt }
  /** A new attempt is possible: count it against the limit, then call again. */
  | { step: 'count' }
  /** Whether a new attempt may start depends on the card: read its fingerprint, then call again. */
  | { step: 'read_card'; token: string }
  | { step: 'replay'; attempt: SubscriptionAttempt }
  /** Another call is working on this attempt, or on another one of the same person. */
  | { step: 'wait'; attempt: SubscriptionAttempt }
  /** This call holds the lease of an older attempt, which must end first. */
  | { step: 'finish_older'; attempt: SubscriptionAttempt }
  /** The person's subscription is about to end: resume it. */
  | { step: 'resume'; subscriptionId: number }
  /** The person's subscription is past its end date, but its end is not recorded: check it. */
  | { step: 'check'; subscriptionId: number };

/** What a call has already prepared for a new attempt. */
export type PreparedAttempt = {
  isCounted: boolean;
  /** The card's fingerprint; null if it could not be read, undefined before it is read. */
  fingerprint?: string | null;
};

/**
 * Returns the next step of a call from the person's earlier attempts, and starts a new attempt if that is
 * allowed and counted. Serializes the attempts of one person. Throws `already_subscribed`, `invalid_fields`
 * (no card; no immediate start after an earlier withdrawal; an unknown, own or used referral code; 422: the
 * key was used with other content), `terms_changed`, `sales_paused`, and `not_logged_in` if the account was
 * deleted.
 */
export async function openAttempt(
  {
    db,
    clock,
    leaseTimes,
    contractTexts,
    installation,
  }: Pick<Deps, 'db' | 'clock' | 'leaseTimes' | 'contractTexts' | 'installation'>,
  request: SubscriptionRequest,
  { isCounted, fingerprint }: PreparedAttempt,
): Promise<NextStep> {
  return inTransaction(db, async (tx): Promise<NextStep> => {
    const { userId } = request;
    // guard: subscription attempts of one user are serialized
    if (!(await lockUser(tx, userId))) throw new DomainError('not_logged_in');
    const same = await findAttemptByKey(tx, request);
    if (same !== null && !isSameHash(same.requestHash, request.requestHash)) {
      throw new DomainError('invalid_fields', { status: 422, reason: 'idempotency_key_reused' });
    }
    if (same?.state === 'done' || same?.state === 'refused') {
      return { step: 'replay', attempt: same };
    }
    const open = await findOpenAttempt(tx, userId);
    if (open !== null) {
      return takeOver({ db: tx, leaseTimes }, request, { open, isSame: open.id === same?.id });
    }
    const subscription = await tx.subscription.findFirst({
      where: { userId, state: { not: 'ended' } },
      select: { id: true, accessEndsOn: true },
    });
    if (subscription !== null) {
      const { id: subscriptionId, accessEndsOn } = subscription;
      if (accessEndsOn === null) throw new DomainError('already_subscribed');
      return { step: accessEndsOn > clock() ? 'resume' : 'check', subscriptionId };
    }
    await requireOpenSales({ db: tx, installation });
    // An expired attempt without a subscription at the provider charged no card; one that still has this
    // card's hash charged no other card. In both cases it was counted before.
    const isUsed =
      same === null ||
      (same.stripeSubscriptionId !== null && !isSameHash(same.cardHash, request.cardHash));
    // guard: a new first payment counts in the rate limit under any idempotency key
    if (isUsed && !isCounted) return { step: 'count' };
    const agreed = await checkNewAttempt({ db: tx, contractTexts }, request, same);
    if (request.input.immediateStart !== true) {
      if (fingerprint === undefined) return { step: 'read_card', token: agreed.token };
      await requireImmediateStart(tx, request, fingerprint);
    }
    return { step: 'charge', attempt: await begin({ db: tx, leaseTimes }, request, agreed) };
  });
}

/**
 * Requires immediate start if the person, address or card has withdrawn from a subscription before: access
 * that a withdrawal refunds in full is given only once.
 *
 * @throws DomainError `invalid_fields` on `immediateStart`
 */
async function requireImmediateStart(
  tx: Tx,
  { userId, account }: SubscriptionRequest,
  fingerprint: string | null,
): Promise<void> {
  const { emailKey } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { emailKey: true },
  });
  const card = fingerprint === null ? null : { account, fingerprint };
  // guard: a new subscription after a withdrawal requires immediate start
  if (!(await hasWithdrawnFromSubscription(tx, { userId, emailKey, card }))) return;
  const issues = [{ path: 'immediateStart', message: 'invalid_fields' as const }];
  throw new DomainError('invalid_fields', { issues });
}

type LeaseContext = Pick<Deps, 'leaseTimes'> & { db: Tx };

type NewAttempt = {
  token: string;
  referrerId: number | null;
  textId: number | null;
  /** An expired attempt with the same key, which is restarted. */
  expired: SubscriptionAttempt | null;
};

/** Throws `invalid_fields` without a card or for an unusable referral code, and `terms_changed`. */
async function checkNewAttempt(
  { db: tx, contractTexts }: { db: Tx } & Pick<Deps, 'contractTexts'>,
  { userId, locale, input }: SubscriptionRequest,
  expired: SubscriptionAttempt | null,
): Promise<NewAttempt> {
  const { stripeToken, discountCode, contractText } = input;
  if (stripeToken === undefined) {
    const issues = [{ path: 'stripeToken', message: 'invalid_fields' as const }];
    throw new DomainError('invalid_fields', { issues });
  }
  const referrerId =
    discountCode === undefined ? null : await findReferrer(tx, userId, discountCode);
  // The terms agreed under the key of an expired attempt stay valid.
  const textId =
    expired === null
      ? await agreeOnText(tx, contractTexts, { locale, shown: contractText })
      : contractTexts.own[locale].id;
  return { token: stripeToken, referrerId, textId, expired };
}

async function takeOver(
  deps: LeaseContext,
  { leaseHolder }: SubscriptionRequest,
  { open, isSame }: { open: SubscriptionAttempt; isSame: boolean },
): Promise<NextStep> {
  const lease = { attemptId: open.id, leaseHolder };
  const isTaken = await takeLease(deps, SUBSCRIPTION_ATTEMPTS, lease);
  if (!isTaken) return { step: 'wait', attempt: open };
  const attempt = { ...open, leaseHolder, isLeased: true };
  return { step: isSame ? 'charge' : 'finish_older', attempt };
}

async function begin(
  deps: LeaseContext,
  request: SubscriptionRequest,
  { referrerId, textId, expired }: NewAttempt,
): Promise<SubscriptionAttempt> {
  const { db: tx } = deps;
  const { userId, account, key, requestHash, cardHash, locale, leaseHolder } = request;
  const { plan, immediateStart } = request.input;
  const until = leaseEnd(deps);
  const startsAt =
    immediateStart === true ? Prisma.sql`clock_timestamp()` : Prisma.sql`NULL::timestamptz`;
  const [row] =
    expired === null
      ? await tx.$queryRaw<{ id: string }[]>`
          INSERT INTO subscription_attempt (user_id, kind, idempotency_key, request_hash, card_hash, state,
            stripe_account, plan, locale, contract_text_id, immediate_start_at, referrer_id,
            request_id, lease_owner, lease_until, next_check_at)
          VALUES (${userId}::int, 'subscribe', ${key}, ${requestHash}::bytea, ${cardHash}::bytea, 'started',
            ${account}, ${plan}, ${locale}, ${textId}::int, ${startsAt}, ${referrerId}::int,
            ${currentRequestId()}::text, ${leaseHolder}, ${until}, ${until})
          RETURNING id::text`
      : await tx.$queryRaw<{ id: string }[]>`
          UPDATE subscription_attempt
          SET state = 'started', card_hash = ${cardHash}::bytea, stripe_account = ${account}, locale = ${locale},
            contract_text_id = coalesce(contract_text_id, ${textId}::int),
            immediate_start_at = ${startsAt},
            referrer_id = ${referrerId}::int, subscription_id = NULL, stripe_intent_id = NULL, request_id = ${currentRequestId()}::text,
            lease_owner = ${leaseHolder}, lease_until = ${until}, next_check_at = ${until},
            hold_until = NULL, failure_code = NULL, tries = 0, created_at = clock_timestamp()
          WHERE id = ${expired.id}::uuid AND state = 'expired'
          RETURNING id::text`;
  const attempt = row === undefined ? null : await findAttempt(tx, row.id);
  if (attempt === null || !OPEN.some((state) => state === attempt.state)) {
    throw new Error('an attempt to subscribe did not begin');
  }
  return attempt;
}
