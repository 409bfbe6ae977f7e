import { createHash } from 'node:crypto';

import { DomainError } from '@shop/domain/errors';
import type { UpdateCard } from '@shop/domain/subscription.schema';
import type { CardUpdate } from '@shop/payments/shapes';

import type { Context, Deps } from '../context.ts';
import { CALL_BUDGET_MS, callWithRetries, startBudget } from '../purchase/call.ts';
import { unavailable } from '../purchase/charge.ts';
import { isSameRequest, keyOf } from '../purchase/request.ts';
import { requireTurns } from '../turns.ts';
import { letterLocale } from '../users/account-letter.ts';
import type { Session } from '../users/session.ts';
import {
  beginCardAttempt,
  endCardAttempt,
  findCardAttempt,
  findCardHolder,
  markCardChallenged,
  markCardRefused,
  type CardAttempt,
  type CardCall,
  type CardHolder,
} from './card-attempt.ts';
import { tellMisconfigured } from './misconfigured.ts';

type MemberContext = Context & { session: Session };

/** One call, what is on record of it, and the subscription that it is about. */
type Updating = { call: CardCall; attempt: CardAttempt; holder: CardHolder; token: string };

/**
 * Puts a new card on the caller's subscription (contract, section 3). No money moves; the last card
 * wins. The same call made again goes on where it stood: after 3-D Secure, after a lost answer.
 * Refuses with `not_subscribed`, `invalid_card` (with `requiredAction` for 3-D Secure),
 * `insufficient_funds`, `invalid_fields` (422: the key is known with another card), and 503
 * `error_message` where the provider did not say what became of it.
 */
export async function updateCard(ctx: MemberContext, { stripeToken }: UpdateCard): Promise<void> {
  const deps: Deps = { ...ctx.deps, log: ctx.log };
  const holder = await findCardHolder(deps, ctx.session.userId);
  if (holder === null) throw new DomainError('not_subscribed');
  const call = await readCardCall(ctx, holder, stripeToken);
  const attempt = (await findCardAttempt(deps.db, call)) ?? (await begin(ctx, call, holder));
  requireSameCard(attempt, { call, holder });
  if (attempt.state === 'done') return;
  // An expired one was ended by a job, and its card taken away.
  if (attempt.state === 'refused' || attempt.state === 'expired') {
    throw new DomainError(failureOf(attempt));
  }
  const update = await askProvider(deps, { call, attempt, holder, token: stripeToken });
  await conclude(ctx, { call, attempt }, update);
}

/** The key of a call: its header's, else that of its token, so that a repetition needs no header. */
async function readCardCall(
  ctx: MemberContext,
  { account }: CardHolder,
  token: string,
): Promise<CardCall> {
  const { deps, session, idempotencyKey: header } = ctx;
  const { userId } = session;
  const user = await deps.db.user.findUnique({ where: { id: userId }, select: { locale: true } });
  const click = keyOf({ header, token, isLive: deps.payments.isLive(account) });
  const digest = click.startsWith('t:') ? click.slice('t:'.length) : sha256(click).toString('hex');
  return {
    userId,
    idempotencyKey: `cu_${userId}_${digest}`,
    requestHash: new Uint8Array(sha256(token)),
    locale: letterLocale(ctx, { locale: user?.locale ?? '' }),
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Only a new card takes a turn: whoever goes on with one that is under way is never held up. */
async function begin(ctx: Context, call: CardCall, holder: CardHolder): Promise<CardAttempt> {
  await requireTurns(ctx, { limit: 'cardUpdateByUser', key: String(call.userId) });
  const attempt = await beginCardAttempt(ctx.deps.db, call, holder);
  // The account was deleted meanwhile, and its attempts with its name.
  if (attempt === null) throw new DomainError('not_logged_in');
  return attempt;
}

function requireSameCard(
  { requestHash, subscriptionId }: CardAttempt,
  { call, holder }: { call: CardCall; holder: CardHolder },
): void {
  if (isSameRequest(requestHash, call.requestHash) && subscriptionId === holder.id) return;
  throw new DomainError('invalid_fields', { status: 422 });
}

const failureOf = ({ failureCode }: CardAttempt) =>
  failureCode === 'insufficient_funds' ? 'insufficient_funds' : 'invalid_card';

async function askProvider(
  deps: Deps,
  { call, attempt, holder, token }: Updating,
): Promise<CardUpdate> {
  const answer = await callWithRetries(startBudget(CALL_BUDGET_MS), () =>
    deps.payments.updateCard(holder.account, {
      customerId: holder.customerId,
      subscriptionId: holder.stripeSubscriptionId,
      token,
      idempotencyKey: call.idempotencyKey,
    }),
  );
  if (answer.outcome === 'known') return answer.value;
  if (answer.outcome === 'misconfigured') {
    const { account } = holder;
    await tellMisconfigured(deps, { account, attemptId: attempt.id }, answer.cause);
  }
  throw unavailable(answer.cause);
}

async function conclude(
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
    case 'requires_action': {
      await markCardChallenged(db, attempt.id);
      const { clientSecret } = update;
      throw new DomainError('invalid_card', {
        requiredAction: { requiresAction: true, clientSecret, attemptId: attempt.id },
      });
    }
  }
}
