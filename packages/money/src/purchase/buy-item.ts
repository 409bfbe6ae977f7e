import { setTimeout as sleep } from 'node:timers/promises';

import type { Context, Deps, MemberContext } from '@agres/core/context';
import { requireOpenSales } from '@agres/core/installation';
import type { ConcurrencyOptions } from '@agres/core/limits/concurrency-limit';
import { createCallCounter, type CallCount } from '@agres/core/limits/require-rate-limit';
import { areaOfPlace } from '@agres/domain/delivery-area';
import { DomainError } from '@agres/domain/errors';
import type { Order } from '@agres/domain/shapes';
import type { Buy } from '@agres/domain/shop.schema';

import { errorOf } from '../checkout/attempt-errors.ts';
import { finishOlder } from '../checkout/check-attempt.ts';
import { takeLease, withDeadline } from '../checkout/lease.ts';
import { purchaseInProgress, runUntilDecided, type Round } from '../checkout/rounds.ts';
import { storedRelays } from '../relays/relay-directory.ts';
import { readFinalOutcome, type PurchaseOutcome } from './apply-verdict.ts';
import { charge } from './charge-card.ts';
import { freeOldestHold } from './free-hold.ts';
import { OPEN_PURCHASES } from './open-purchases.ts';
import { startsNewPayment, findEarlier, planOf, type EarlierAttempts } from './plan.ts';
import {
  findAttempt,
  markAnswerSent,
  PURCHASE_ATTEMPTS,
  type Attempt,
} from './purchase-attempt.ts';
import { readPurchaseRequest, type PurchaseRequest } from './purchase-request.ts';
import { reserve, reserveAgain } from './reserve-unit.ts';

export const PURCHASE_CONCURRENCY: ConcurrencyOptions = {
  maxRunning: 16,
  maxQueued: 512,
  maxWaitMs: 10_000,
  retryAfterSeconds: 2,
};
/** How long to wait for the mark that an answer was sent, which is written shortly after sending. */
const MARKING_MS = 150;

type PurchaseResult = { attemptId: string; outcome: PurchaseOutcome; isReplay: boolean };

/**
 * Sells one unit of an item: takes the stock, charges the card, then writes the order (S7.14). A call that is
 * repeated, concurrently or after a lost answer, never charges twice. Throws `sold_out_item`, `invalid_card`
 * (with `requiredAction` for 3-D Secure), `insufficient_funds`, `purchase_in_progress`, `terms_changed`,
 * `price_changed`, `invalid_fields` (422: the key was used with other content),
 * `failed_purchase_contact_admin`, `sales_paused`, and 503 `error_message` (undecided).
 */
export async function buyItem(ctx: MemberContext, input: Buy): Promise<Order> {
  const deps: Deps = { ...ctx.deps, log: ctx.log };
  const count = createCallCounter(ctx, { limit: 'buyByUser', userId: ctx.session.userId });
  const request = await readPurchaseRequest(ctx, input);
  const decided = await runUntilDecided(
    () => deps.purchaseConcurrency.run(() => takeNextStep(deps, request, count)),
    (attemptId) => findAttempt(deps.db, attemptId),
  );
  return answer(ctx, decided);
}

async function takeNextStep(
  given: Deps,
  request: PurchaseRequest,
  count: CallCount,
): Promise<Round<PurchaseResult>> {
  const deps = withDeadline(given);
  const plan = planOf(await findPreviousAttempts(deps, request), request);
  const countTry = () => (startsNewPayment(plan, request) ? count.begins() : count.repeats());
  if (plan.step === 'reserve' || plan.step === 'reserve_again') {
    await requireRelayInArea(deps, request);
    const { deliveryFeesCents } = await requireOpenSales(deps);
    await countTry();
    const priced = { ...request, feeCents: deliveryFeesCents[request.input.area] };
    const reserving =
      plan.step === 'reserve' ? reserve(deps, priced) : reserveAgain(deps, priced, plan.attempt);
    return chargeReserved(deps, request, reserving);
  }
  await countTry();
  switch (plan.step) {
    case 'replay': {
      const outcome = await readFinalOutcome(deps.db, plan.attempt);
      if (outcome === null) return { kind: 'again' };
      const decided = { attemptId: plan.attempt.id, outcome, isReplay: true };
      return { kind: 'decided', decided };
    }
    case 'wait':
      return { kind: 'wait', attempt: plan.attempt };
    case 'take_over':
      return chargeIfTaken(deps, request, await takeAttempt(deps, request, plan.attempt));
    case 'finish_older': {
      const attempt = await takeAttempt(deps, request, plan.attempt);
      const { leaseHolder } = request;
      if (attempt !== null) await finishOlder(deps, OPEN_PURCHASES, { attempt, leaseHolder });
      return { kind: 'again' };
    }
    case 'refuse':
      if (plan.code === 'purchase_in_progress') throw purchaseInProgress();
      throw new DomainError(plan.code, { status: 422, reason: 'idempotency_key_reused' });
  }
}

/**
 * Refuses a pickup point outside the area whose fee is paid. Checked only when a unit is taken, so that a
 * repeated call still gets its order after the list of pickup points was replaced.
 */
async function requireRelayInArea({ db }: Deps, { input }: PurchaseRequest): Promise<void> {
  const { relayId, area } = input;
  if (relayId == null) return;
  const point = await storedRelays(db).findById(relayId);
  const actual = point === null ? undefined : areaOfPlace(point.country, point.postcode);
  // guard: a pickup point outside the paid delivery area is refused
  if (actual === area || actual === null) return;
  throw new DomainError('invalid_fields', {
    issues: [{ path: 'relayId', message: 'invalid_fields' }],
  });
}

/** Reads the earlier attempts again after a pause if an answer seems unsent: its mark may be late. */
async function findPreviousAttempts(
  { db }: Deps,
  request: PurchaseRequest,
): Promise<EarlierAttempts> {
  const earlier = await findEarlier(db, request);
  if (earlier.unsent === undefined) return earlier;
  await sleep(MARKING_MS);
  return findEarlier(db, request);
}

/**
 * Charges the reserved attempt. If the item is sold out, frees an old hold and plans again, or rethrows if
 * there is none to free.
 */
async function chargeReserved(
  deps: Deps,
  request: PurchaseRequest,
  reserving: Promise<Attempt | null>,
): Promise<Round<PurchaseResult>> {
  let attempt: Attempt | null;
  try {
    attempt = await reserving;
  } catch (error) {
    const isSoldOut = error instanceof DomainError && error.code === 'sold_out_item';
    if (!isSoldOut || !(await freeOldestHold(deps, request))) throw error;
    return { kind: 'again' };
  }
  return chargeIfTaken(deps, request, attempt);
}

async function chargeIfTaken(
  deps: Deps,
  request: PurchaseRequest,
  attempt: Attempt | null,
): Promise<Round<PurchaseResult>> {
  if (attempt === null) return { kind: 'again' };
  const outcome = await charge(deps, { request, attempt });
  return { kind: 'decided', decided: { attemptId: attempt.id, outcome, isReplay: false } };
}

async function takeAttempt(
  deps: Deps,
  { leaseHolder }: PurchaseRequest,
  { id }: Attempt,
): Promise<Attempt | null> {
  const isTaken = await takeLease(deps, PURCHASE_ATTEMPTS, { attemptId: id, leaseHolder });
  return isTaken ? findAttempt(deps.db, id) : null;
}

function answer(ctx: Context, { attemptId, outcome, isReplay }: PurchaseResult): Order {
  if (isReplay) ctx.setHeader('idempotency-replayed', 'true');
  switch (outcome.state) {
    case 'paid':
      ctx.afterAnswer(() => markAnswerSent(ctx.deps.db, attemptId));
      return outcome.order;
    case 'mismatch':
      throw new DomainError('failed_purchase_contact_admin');
    case 'refused':
      ctx.afterAnswer(() => markAnswerSent(ctx.deps.db, attemptId));
      throw errorOf(outcome, attemptId);
    case 'requires_action':
    case 'expired':
    case 'undecided':
      throw errorOf(outcome, attemptId);
  }
}
