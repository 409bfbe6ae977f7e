import { DomainError } from '@shop/domain/errors';
import type { Subscription } from '@shop/domain/shapes';
import type { Subscribe } from '@shop/domain/subscription.schema';

import type { Context, Deps } from '../context.ts';
import { unavailable } from '../purchase/charge.ts';
import { inProgress, waitForRival } from '../purchase/rival-call.ts';
import { requireTurns } from '../turns.ts';
import type { Session } from '../users/session.ts';
import { findAttempt, type SubscribeAttempt } from './attempt.ts';
import { charge } from './charge.ts';
import type { Conclusion } from './conclusion.ts';
import { openSubscribing } from './opening.ts';
import { lookAgain, resume } from './renewal.ts';
import { readSubscribeRequest, type SubscribeRequest } from './request.ts';
import { subscriptionOf, subscriptionSelect } from './subscription.ts';
import { lookAt } from './sweep-attempts.ts';

/** How often a call may find that another one was faster, and look again. */
const ROUNDS = 8;
const LONGEST_WAIT_MS = 10_000;

/** What came of a round: the end, or something that changed, so that the call looks again. */
type Step =
  | { kind: 'subscribed' }
  | { kind: 'concluded'; attempt: SubscribeAttempt; conclusion: Conclusion; isReplay: boolean }
  | { kind: 'again' };

/**
 * Begins the caller's subscription and charges its first invoice; one that is about to end goes on
 * instead, without a charge (contract, sections 3 and 4). The same call made again, at the same time,
 * after 3-D Secure or after a lost answer, never begins a second one.
 * Refuses with `already_subscribed`, `invalid_card` (with `requiredAction` for 3-D Secure),
 * `insufficient_funds`, `invalid_fields` (422: the key is known with other content),
 * `purchase_in_progress` while another click is worked on, and 503 `error_message` what is undecided.
 */
export async function subscribe(
  ctx: Context & { session: Session },
  input: Subscribe,
): Promise<Subscription> {
  const deps: Deps = { ...ctx.deps, log: ctx.log };
  await requireTurns(ctx, { limit: 'subscribeByUser', key: String(ctx.session.userId) });
  const request = await readSubscribeRequest(ctx, input);
  const waitUntilMs = performance.now() + LONGEST_WAIT_MS;
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = await advance(deps, request, waitUntilMs);
    if (step.kind === 'subscribed') return readSubscription(deps, request);
    if (step.kind === 'concluded') {
      if (step.isReplay) ctx.setHeader('idempotency-replayed', 'true');
      return answer(deps, request, step);
    }
  }
  throw inProgress();
}

async function advance(deps: Deps, request: SubscribeRequest, waitUntilMs: number): Promise<Step> {
  const opening = await openSubscribing(deps, request);
  switch (opening.step) {
    case 'charge': {
      const { attempt } = opening;
      const conclusion = await charge(deps, { request, attempt });
      return { kind: 'concluded', attempt, conclusion, isReplay: false };
    }
    case 'replay': {
      const { attempt } = opening;
      const conclusion = conclusionOf(attempt);
      return { kind: 'concluded', attempt, conclusion, isReplay: true };
    }
    case 'wait': {
      const { attempt } = opening;
      await waitForRival(() => findAttempt(deps.db, attempt.id), attempt, waitUntilMs);
      return { kind: 'again' };
    }
    case 'help':
      await help(deps, request, opening.attempt);
      return { kind: 'again' };
    case 'resume': {
      const isGoingOn = await resume(deps, opening.subscriptionId, request.locale);
      return { kind: isGoingOn ? 'subscribed' : 'again' };
    }
    case 'look_again':
      await lookAgain(deps, opening.subscriptionId);
      return { kind: 'again' };
  }
}

/** What was concluded of a click before. */
function conclusionOf({ state, failureCode }: SubscribeAttempt): Conclusion {
  if (state === 'done') return { state: 'active' };
  const isShort = failureCode === 'insufficient_funds';
  return { state: 'refused', failure: isShort ? 'insufficient_funds' : 'invalid_card' };
}

/**
 * Ends an older click of the same person before a new one begins, without waiting for its 3-D Secure.
 * While the provider does not tell what became of it, nothing new is begun.
 */
async function help(deps: Deps, { owner }: SubscribeRequest, older: SubscribeAttempt) {
  const conclusion = await lookAt(deps, { attempt: { ...older, holdSeconds: 0 }, owner });
  if (conclusion.state !== 'undecided') return;
  throw unavailable(new Error('an older click of the same person is undecided'));
}

async function answer(
  deps: Deps,
  request: SubscribeRequest,
  { attempt, conclusion }: Extract<Step, { kind: 'concluded' }>,
): Promise<Subscription> {
  switch (conclusion.state) {
    case 'active':
      return readSubscription(deps, request);
    case 'refused':
      throw new DomainError(conclusion.failure);
    case 'requires_action': {
      const { clientSecret } = conclusion;
      throw new DomainError('invalid_card', {
        requiredAction: { requiresAction: true, clientSecret, attemptId: attempt.id },
      });
    }
    case 'expired':
    case 'undecided':
      throw unavailable(new Error(`the subscription is ${conclusion.state}`));
  }
}

/** The latest subscription that was ever paid: what a repeated call is answered, even later. */
async function readSubscription({ db }: Deps, { userId }: SubscribeRequest): Promise<Subscription> {
  const row = await db.subscription.findFirst({
    where: { userId, subscriptionDate: { not: null } },
    orderBy: { generation: 'desc' },
    select: subscriptionSelect,
  });
  const subscription = row === null ? null : subscriptionOf(row);
  if (subscription === null) throw new DomainError('not_logged_in');
  return subscription;
}
