import { createHash } from 'node:crypto';

import type { Deps, MemberContext } from '@agres/core/context';
import { markOf, OTHER_INSTALLATION_ANSWER, ownershipOf } from '@agres/core/installation';
import { createCallCounter } from '@agres/core/limits/require-rate-limit';
import { emailLocale } from '@agres/core/localized';
import { DomainError } from '@agres/domain/errors';
import type { UpdateCard } from '@agres/domain/subscription.schema';
import type { CardUpdate, SubscriptionStatus } from '@agres/payments/shapes';

import { callWithRetries, requireKnown } from '../checkout/ask-provider.ts';
import { cardFailureOf, errorOf } from '../checkout/attempt-errors.ts';
import { isSameHash, idempotencyKeyOf } from '../checkout/idempotency-key.ts';
import { withDeadline } from '../checkout/lease.ts';
import {
  beginCardAttempt,
  endCardAttempt,
  endForSubscription,
  findCardAttempt,
  findCardHolder,
  markCardChallenged,
  markCardExpired,
  markCardRefused,
  type CardAttempt,
  type CardCall,
  type CardHolder,
} from './card-attempt.ts';

type CardUpdateRun = { call: CardCall; attempt: CardAttempt; holder: CardHolder; token: string };

/**
 * Sets a new card for the caller's subscription (S7.20) without charging it; the last card wins. A repeated
 * call resumes after 3-D Secure or a lost answer. Throws `not_subscribed`, `invalid_card` (with
 * `requiredAction` for 3-D Secure), `insufficient_funds`, `invalid_fields` (422: the key was used with
 * another card), and 503 `error_message` if the outcome is unknown.
 */
export async function updateCard(ctx: MemberContext, { stripeToken }: UpdateCard): Promise<void> {
  const deps: Deps = withDeadline({ ...ctx.deps, log: ctx.log });
  const holder = await findCardHolder(deps, ctx.session.userId);
  if (holder === null) throw new DomainError('not_subscribed');
  const call = await readCardCall(ctx, holder, stripeToken);
  const count = createCallCounter(ctx, { limit: 'cardUpdateByUser', userId: call.userId });
  const known = await findCardAttempt(deps.db, call);
  await (known === null ? count.begins() : count.repeats());
  const attempt = known ?? (await begin(deps, call, holder));
  requireSameCard(attempt, { call, holder });
  if (attempt.state === 'done') return;
  // A job ended an expired attempt and removed its card.
  if (attempt.state === 'refused' || attempt.state === 'expired') {
    throw new DomainError(cardFailureOf(attempt.failureCode));
  }
  const update = await askProvider(deps, { call, attempt, holder, token: stripeToken });
  await applyUpdate(ctx, { call, attempt }, update);
}

async function readCardCall(
  ctx: MemberContext,
  { account }: CardHolder,
  token: string,
): Promise<CardCall> {
  const { deps, session, idempotencyKey: header } = ctx;
  const { userId } = session;
  const user = await deps.db.user.findUnique({ where: { id: userId }, select: { locale: true } });
  const key = idempotencyKeyOf({ header, token, isLive: deps.payments.isLive(account) });
  // A key made from a token is already a hash, so it is not hashed again.
  const digest = key.startsWith('t:') ? key.slice('t:'.length) : sha256(key).toString('hex');
  return {
    userId,
    idempotencyKey: `cu_${userId}_${digest}`,
    requestHash: new Uint8Array(sha256(token)),
    locale: emailLocale(ctx, { locale: user?.locale ?? '' }),
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

async function begin({ db }: Deps, call: CardCall, holder: CardHolder): Promise<CardAttempt> {
  const attempt = await beginCardAttempt(db, call, holder);
  // The account was deleted in the meantime, with its attempts.
  if (attempt === null) throw new DomainError('not_logged_in');
  return attempt;
}

function requireSameCard(
  { requestHash, subscriptionId }: CardAttempt,
  { call, holder }: { call: CardCall; holder: CardHolder },
): void {
  if (isSameHash(requestHash, call.requestHash) && subscriptionId === holder.id) return;
  throw new DomainError('invalid_fields', { status: 422, reason: 'idempotency_key_reused' });
}

const HAS_ENDED: ReadonlySet<SubscriptionStatus> = new Set(['canceled', 'incomplete_expired']);

async function askProvider(
  deps: Deps,
  { call, attempt, holder, token }: CardUpdateRun,
): Promise<CardUpdate> {
  const { account, stripeSubscriptionId } = holder;
  const read = await callWithRetries(deps.payments, () =>
    deps.payments.readSubscription(account, stripeSubscriptionId),
  );
  const provider = await requireKnown(deps, { account, id: attempt.id }, read);
  // guard: a subscription of another installation gets no new card
  if (provider !== null && ownershipOf(deps.installation, provider) === 'another') {
    return requireKnown(deps, { account, id: attempt.id }, OTHER_INSTALLATION_ANSWER);
  }
  // guard: a subscription that has ended at the provider gets no new card
  if (provider !== null && HAS_ENDED.has(provider.status)) {
    await endForSubscription(deps.db, attempt.id, holder);
    throw new DomainError('not_subscribed');
  }
  const answer = await callWithRetries(deps.payments, () =>
    deps.payments.updateCard(account, {
      customerId: holder.customerId,
      subscriptionId: stripeSubscriptionId,
      token,
      ...markOf(deps.installation),
      idempotencyKey: call.idempotencyKey,
    }),
  );
  // The provider replays this answer for this key. Ending the attempt asks for the card again: its new token
  // gives a new key.
  const isForeign = answer.outcome === 'misconfigured' && answer.cause.kind === 'foreign';
  if (isForeign) await markCardExpired(deps.db, attempt.id);
  return requireKnown(deps, { account, id: attempt.id }, answer);
}

async function applyUpdate(
  ctx: MemberContext,
  { call, attempt }: { call: CardCall; attempt: CardAttempt },
  update: CardUpdate,
): Promise<void> {
  const { db, wakeJobs } = ctx.deps;
  const { userId, locale } = call;
  switch (update.state) {
    case 'updated':
      await endCardAttempt(db, { attemptId: attempt.id, userId, locale });
      return wakeJobs();
    case 'declined':
      await markCardRefused(db, attempt.id, update.failure);
      throw new DomainError(update.failure);
    case 'requires_action':
      await markCardChallenged(db, attempt.id);
      throw errorOf(update, attempt.id);
  }
}
