import { createHash } from 'node:crypto';

import { inTransaction } from '@shop/db/transaction';
import { DomainError } from '@shop/domain/errors';
import type { UpdateCard } from '@shop/domain/subscription.schema';
import type { ProviderFault } from '@shop/payments/answer';
import type { CardUpdate } from '@shop/payments/shapes';

import type { Context, Deps } from '../context.ts';
import { raiseAlert } from '../jobs/alert.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { CALL_BUDGET_MS, callWithRetries, startBudget } from '../purchase/call.ts';
import { unavailable } from '../purchase/charge.ts';
import { isSameRequest, keyOf } from '../purchase/request.ts';
import { requireTurn } from '../rate-limit.ts';
import { letterLocale } from '../users/account-letter.ts';
import type { Session } from '../users/session.ts';
import {
  beginCardAttempt,
  findCardAttempt,
  findCardHolder,
  markCardChallenged,
  markCardDone,
  markCardRefused,
  type CardAttempt,
  type CardCall,
  type CardHolder,
} from './card-attempt.ts';

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
  const call = readCardCall(ctx, holder, stripeToken);
  const attempt = (await findCardAttempt(deps.db, call)) ?? (await begin(deps, call, holder));
  requireSameCard(attempt, { call, holder });
  if (attempt.state === 'done') return;
  if (attempt.state === 'refused') throw new DomainError(failureOf(attempt));
  const update = await askProvider(deps, { call, attempt, holder, token: stripeToken });
  await conclude(ctx, attempt, update);
}

/** The key of a call: its header's, else that of its token, so that a repetition needs no header. */
function readCardCall(
  { deps, session: { userId }, idempotencyKey: header }: MemberContext,
  { account }: CardHolder,
  token: string,
): CardCall {
  const click = keyOf({ header, token, isLive: deps.payments.isLive(account) });
  const digest = click.startsWith('t:') ? click.slice('t:'.length) : sha256(click).toString('hex');
  return {
    userId,
    idempotencyKey: `cu_${userId}_${digest}`,
    requestHash: new Uint8Array(sha256(token)),
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Only a new card takes a turn: whoever goes on with one that is under way is never held up. */
async function begin(deps: Deps, call: CardCall, holder: CardHolder): Promise<CardAttempt> {
  await requireTurn(deps.rateLimiter, 'cardUpdateByUser', String(call.userId));
  const attempt = await beginCardAttempt(deps.db, call, holder);
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
    await tellMisconfigured(deps, { attempt, holder }, answer.cause);
  }
  throw unavailable(answer.cause);
}

async function conclude(
  ctx: MemberContext,
  attempt: CardAttempt,
  update: CardUpdate,
): Promise<void> {
  const { db } = ctx.deps;
  switch (update.state) {
    case 'updated':
      return finish(ctx, attempt);
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

/** Ends the attempt, and has its owner told by a letter, once. */
async function finish(ctx: MemberContext, attempt: CardAttempt): Promise<void> {
  const { db, wakeJobs } = ctx.deps;
  const { userId } = ctx.session;
  await inTransaction(db, async (tx) => {
    if (!(await markCardDone(tx, attempt.id))) return;
    const user = await tx.user.findUnique({ where: { id: userId }, select: { locale: true } });
    if (user === null) return;
    await enqueue(tx, {
      kind: 'mail',
      payload: { letter: 'cardUpdated', userId, locale: letterLocale(ctx, user) },
      dedupe: `card_updated:${attempt.id}`,
    });
  });
  wakeJobs();
}

async function tellMisconfigured(
  deps: Deps,
  { attempt, holder }: { attempt: CardAttempt; holder: CardHolder },
  fault: ProviderFault,
): Promise<void> {
  await raiseAlert(deps, {
    event: 'The payment provider refuses our calls',
    facts: {
      account: holder.account,
      attemptId: attempt.id,
      fault: fault.kind,
      code: fault.code,
      requestId: fault.requestId,
    },
    dedupe: `misconfigured:${holder.account}:${fault.kind}`,
  });
}
