import { DomainError } from '@shop/domain/errors';
import type { Order } from '@shop/domain/shapes';
import type { Buy } from '@shop/domain/shop.schema';

import type { Context, Deps } from '../context.ts';
import type { SlotLimits } from '../slots.ts';
import { requireTurns } from '../turns.ts';
import type { Session } from '../users/session.ts';
import { findAttempt, LEASE_SECONDS, type Attempt } from './attempt.ts';
import { pause } from './call.ts';
import { charge, unavailable } from './charge.ts';
import type { Conclusion } from './conclusion.ts';
import { PURCHASES, takeLease } from './lease.ts';
import { findEarlier, planOf, type Earlier } from './plan.ts';
import { readPurchaseRequest, type PurchaseRequest } from './request.ts';
import { reserve, reserveAgain } from './reservation.ts';
import { inProgress, waitForRival } from './rival-call.ts';
import { markAnswerSent, readOutcome } from './stored-answer.ts';
import { LOOK_LEASE_SECONDS, lookAt } from './sweep.ts';

/** How many purchases a process works on, and how many more wait for their turn. */
export const PURCHASE_SLOTS: SlotLimits = {
  atWork: 16,
  waiting: 512,
  maxWaitMs: 10_000,
  retryAfterSeconds: 2,
};
/** How often a call may find that another one was faster, and look again. */
const ROUNDS = 8;
const LONGEST_WAIT_MS = 10_000;
/** An answer that left just now is noted just after. */
const NOTING_MS = 150;

/** What came of a call: an attempt that is decided as far as it can be, or somebody to wait for. */
type Step =
  | { kind: 'concluded'; attemptId: string; conclusion: Conclusion; isReplay: boolean }
  | { kind: 'wait'; attempt: Attempt }
  | { kind: 'again' };

/**
 * Sells one unit of an item: stock first, then the card, then the order (contract, section 3). The
 * same call made again, at the same time or after a lost answer, never charges twice.
 * Refuses with `sold_out_item`, `invalid_card` (with `requiredAction` for 3-D Secure),
 * `insufficient_funds`, `purchase_in_progress`, `invalid_fields` (422: the key is known with other
 * content), `failed_purchase_contact_admin`, and 503 `error_message` what is undecided.
 */
export async function buyItem(ctx: Context & { session: Session }, input: Buy): Promise<Order> {
  const deps: Deps = { ...ctx.deps, log: ctx.log };
  await requireTurns(ctx, { limit: 'buyByUser', key: String(ctx.session.userId) });
  const request = await readPurchaseRequest(ctx, input);
  const waitUntilMs = performance.now() + LONGEST_WAIT_MS;
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = await deps.purchaseSlots.run(() => advance(deps, request));
    if (step.kind === 'concluded') return answer(ctx, step);
    if (step.kind === 'wait') {
      const { id } = step.attempt;
      await waitForRival(() => findAttempt(deps.db, id), step.attempt, waitUntilMs);
    }
  }
  throw inProgress();
}

async function advance(deps: Deps, request: PurchaseRequest): Promise<Step> {
  const plan = planOf(await findSettledEarlier(deps, request), request);
  switch (plan.step) {
    case 'reserve':
      return chargeIfTaken(deps, request, await reserve(deps.db, request));
    case 'reserve_again':
      return chargeIfTaken(deps, request, await reserveAgain(deps.db, request, plan.attempt));
    case 'replay': {
      const conclusion = await readOutcome(deps.db, plan.attempt);
      if (conclusion === null) return { kind: 'again' };
      return { kind: 'concluded', attemptId: plan.attempt.id, conclusion, isReplay: true };
    }
    case 'wait':
      return { kind: 'wait', attempt: plan.attempt };
    case 'take_over': {
      const taken = await takeAttempt(deps, { request, seconds: LEASE_SECONDS }, plan.attempt);
      return chargeIfTaken(deps, request, taken);
    }
    case 'help':
      await help(deps, request, plan.attempt);
      return { kind: 'again' };
    case 'refuse':
      if (plan.code === 'purchase_in_progress') throw inProgress();
      throw new DomainError(plan.code, { status: 422 });
  }
}

/** Reads what bears on a call, and again after a moment where an answer seems not to have left. */
async function findSettledEarlier({ db }: Deps, request: PurchaseRequest): Promise<Earlier> {
  const earlier = await findEarlier(db, request);
  if (earlier.unsent === undefined) return earlier;
  await pause(NOTING_MS);
  return findEarlier(db, request);
}

async function chargeIfTaken(
  deps: Deps,
  request: PurchaseRequest,
  attempt: Attempt | null,
): Promise<Step> {
  if (attempt === null) return { kind: 'again' };
  const conclusion = await charge(deps, { request, attempt });
  return { kind: 'concluded', attemptId: attempt.id, conclusion, isReplay: false };
}

/**
 * Ends an older click of the same buyer before a new one may begin, without waiting for its 3-D
 * Secure. While the provider does not tell what became of it, nothing new is charged.
 */
async function help(deps: Deps, request: PurchaseRequest, older: Attempt): Promise<void> {
  const attempt = await takeAttempt(deps, { request, seconds: LOOK_LEASE_SECONDS }, older);
  if (attempt === null) return;
  const conclusion = await lookAt(deps, {
    attempt: { ...attempt, holdSeconds: 0 },
    owner: request.owner,
    by: 'newer_request',
  });
  if (conclusion.state === 'undecided' || conclusion.state === 'requires_action') {
    throw unavailable(new Error('an older purchase of the same buyer is undecided'));
  }
}

type Taking = { request: PurchaseRequest; seconds: number };

async function takeAttempt(
  { db }: Deps,
  { request: { owner }, seconds }: Taking,
  { id }: Attempt,
): Promise<Attempt | null> {
  const isTaken = await takeLease(db, PURCHASES, { attemptId: id, owner, seconds });
  return isTaken ? findAttempt(db, id) : null;
}

type Concluded = Extract<Step, { kind: 'concluded' }>;

function answer(ctx: Context, { attemptId, conclusion, isReplay }: Concluded): Order {
  if (isReplay) ctx.setHeader('idempotency-replayed', 'true');
  switch (conclusion.state) {
    case 'paid':
      ctx.afterAnswer(() => markAnswerSent(ctx.deps.db, attemptId));
      return conclusion.order;
    case 'refused':
      ctx.afterAnswer(() => markAnswerSent(ctx.deps.db, attemptId));
      throw new DomainError(conclusion.failure);
    case 'requires_action': {
      const { clientSecret } = conclusion;
      throw new DomainError('invalid_card', {
        requiredAction: { requiresAction: true, clientSecret, attemptId },
      });
    }
    case 'mismatch':
      throw new DomainError('failed_purchase_contact_admin');
    case 'expired':
    case 'undecided':
      throw unavailable(new Error(`the purchase is ${conclusion.state}`));
  }
}
