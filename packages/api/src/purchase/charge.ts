import { databaseFault } from '@shop/db/database-errors';
import { Prisma } from '@shop/db/db';
import { DomainError } from '@shop/domain/errors';
import type { ProviderFault } from '@shop/payments/answer';
import type { Intent } from '@shop/payments/shapes';

import type { Deps } from '../context.ts';
import { tellMisconfigured } from '../payments/misconfigured.ts';
import { findAttempt, type Attempt } from './attempt.ts';
import { CALL_BUDGET_MS, callWithRetries, pause, startBudget, type Budget } from './call.ts';
import { conclude, type Conclusion } from './conclusion.ts';
import { freeAfterFailure, freeLease, PURCHASES, type Freeing } from './lease.ts';
import type { PurchaseRequest } from './request.ts';
import { moveAttempt } from './transition.ts';

/** When the sweep looks at an attempt that a call had to leave. */
const CHECK_LEFT_SECONDS = 2;
/** After a transaction failed though the provider has answered. */
const PERSIST_PAUSES_MS = [200, 1000, 3000];
const RETRY_AFTER_SECONDS = 5;

/** A call that holds the lease of an attempt. */
export type Charging = { request: PurchaseRequest; attempt: Attempt };

/**
 * Takes an attempt that this call holds to its end: creates the payment, stores it, confirms it and
 * settles by the answer. A payment is confirmed only after `charging` was committed with it.
 * Refuses with 503 what is not decided; a repetition of the call never charges twice.
 */
export async function charge(deps: Deps, charging: Charging): Promise<Conclusion> {
  try {
    return await advance(deps, charging);
  } catch (error) {
    // Whatever went wrong, the call is over; what it left undecided stays held, for whoever is next.
    await freeAfterFailure(deps, PURCHASES, freeingOf(charging));
    throw error;
  }
}

async function advance(deps: Deps, charging: Charging): Promise<Conclusion> {
  const budget = startBudget(CALL_BUDGET_MS);
  const { attempt } = charging;
  if (attempt.state === 'reserved') {
    const intent = await createIntent(deps, charging, budget);
    const stored = await storeIntent(deps, charging, intent);
    return confirm(deps, { ...charging, attempt: stored }, { intent, budget });
  }
  const intent = await readIntent(deps, charging, budget);
  if (intent.state === 'created') return confirm(deps, charging, { intent, budget });
  return settle(deps, charging, intent);
}

async function createIntent(deps: Deps, charging: Charging, budget: Budget): Promise<Intent> {
  const { attempt } = charging;
  const answer = await callWithRetries(budget, ({ timeoutMs }) =>
    deps.payments.createIntent(attempt.stripeAccount, {
      amountCents: attempt.amountCents,
      metadata: {
        attempt_id: attempt.id,
        user_id: String(attempt.userId),
        item_id: String(attempt.itemId),
        option_id: String(attempt.optionId),
        area: String(attempt.area),
      },
      idempotencyKey: keyAtProvider(attempt, 'create'),
      timeoutMs,
    }),
  );
  if (answer.outcome === 'known') return answer.value;
  if (answer.outcome === 'misconfigured') {
    await tellMisconfigured(deps, askedFor(attempt), answer.cause);
    await release(deps, charging);
  }
  throw unavailable(answer.cause);
}

/** Commits that the card is about to be charged, by this payment and by this call alone. */
async function storeIntent(deps: Deps, charging: Charging, intent: Intent): Promise<Attempt> {
  const { attempt, request } = charging;
  try {
    await moveAttempt(
      deps.db,
      {
        attemptId: attempt.id,
        from: 'reserved',
        to: 'charging',
        by: 'request',
        intentState: intent.state,
        fence: Prisma.sql`lease_owner = ${request.owner}`,
        set: [Prisma.sql`payment_intent_id = ${intent.id}`],
      },
      'kept',
    );
  } catch (error) {
    if (databaseFault(error) !== 'unknown') throw error;
  }
  const stored = await findAttempt(deps.db, attempt.id);
  const isOurs = stored?.leaseOwner === request.owner && stored.paymentIntentId === intent.id;
  if (stored !== null && stored.state === 'charging' && isOurs) return stored;
  await cancelAbandoned(deps, { attempt, stored, intent });
  throw unavailable(new Error('the attempt was lost before its payment was stored'));
}

type Abandoned = { attempt: Attempt; stored: Attempt | null; intent: Intent };

/** Ends a payment that no attempt can come to use: whoever took the attempt over in the same generation shares it. */
async function cancelAbandoned(deps: Deps, { attempt, stored, intent }: Abandoned): Promise<void> {
  const isShared =
    stored !== null && stored.generation === attempt.generation && stored.state !== 'expired';
  if (!isShared) await deps.payments.cancelIntent(attempt.stripeAccount, intent.id);
}

type Confirming = { intent: Intent; budget: Budget };

async function confirm(
  deps: Deps,
  charging: Charging,
  { intent, budget }: Confirming,
): Promise<Conclusion> {
  const { attempt, request } = charging;
  const answer = await callWithRetries(budget, ({ timeoutMs }) =>
    deps.payments.confirmIntent(attempt.stripeAccount, {
      intentId: intent.id,
      token: request.input.stripeToken,
      idempotencyKey: keyAtProvider(attempt, 'confirm'),
      timeoutMs,
    }),
  );
  if (answer.outcome === 'known') return settle(deps, charging, answer.value);
  if (answer.outcome === 'unknown') {
    // The answer may be lost and the deed done: the provider keeps even a failure under its key.
    const intentNow = await readIntent(deps, charging, budget);
    if (intentNow.state === 'created') throw unavailable(answer.cause);
    return settle(deps, charging, intentNow);
  }
  if (answer.cause.kind !== 'idempotency_mismatch') {
    await tellMisconfigured(deps, askedFor(attempt), answer.cause);
  }
  // Nothing was charged. Another card under the same key comes here too: the next call of this key
  // finds the attempt expired and begins it again.
  return settle(deps, charging, intent);
}

async function readIntent(deps: Deps, charging: Charging, budget: Budget): Promise<Intent> {
  const { attempt } = charging;
  if (attempt.paymentIntentId === null) throw new Error(`attempt ${attempt.id} has no payment`);
  const intentId = attempt.paymentIntentId;
  const answer = await callWithRetries(budget, (options) =>
    deps.payments.readIntent(attempt.stripeAccount, intentId, options),
  );
  if (answer.outcome === 'known') return answer.value;
  if (answer.outcome === 'misconfigured')
    await tellMisconfigured(deps, askedFor(attempt), answer.cause);
  throw unavailable(answer.cause);
}

/** Settles by an answer of the provider, with patience for a database that is away for a moment. */
async function settle(deps: Deps, charging: Charging, intent: Intent): Promise<Conclusion> {
  const { attempt, request } = charging;
  for (const pauseMs of PERSIST_PAUSES_MS) {
    try {
      return await settleOnce(deps, charging, intent);
    } catch (error) {
      deps.log.warn({ attemptId: attempt.id, err: error }, 'purchase not written, trying again');
      await pause(pauseMs);
    }
  }
  try {
    return await settleOnce(deps, charging, intent);
  } catch (error) {
    if (intent.state !== 'succeeded') throw error;
    deps.log.fatal(
      { attemptId: attempt.id, intentId: intent.id, owner: request.owner, err: error },
      'paid but not written, the sweep will end it',
    );
    throw new DomainError('failed_purchase_contact_admin', { cause: error });
  }
}

async function settleOnce(deps: Deps, charging: Charging, intent: Intent): Promise<Conclusion> {
  const { attempt } = charging;
  const conclusion = await conclude(deps, { attempt, intent, by: 'request' });
  if (conclusion.state === 'undecided' || conclusion.state === 'requires_action') {
    await freeLease(deps.db, PURCHASES, freeingOf(charging));
  }
  return conclusion;
}

/** Gives a unit back for which no payment can exist that takes money. */
async function release(deps: Deps, { attempt, request }: Charging): Promise<void> {
  await moveAttempt(
    deps.db,
    {
      attemptId: attempt.id,
      from: 'reserved',
      to: 'expired',
      by: 'request',
      intentState: null,
      fence: Prisma.sql`lease_owner = ${request.owner}`,
      set: [
        Prisma.sql`lease_owner = NULL`,
        Prisma.sql`lease_until = NULL`,
        Prisma.sql`next_check_at = NULL`,
      ],
    },
    'returned',
  );
}

/** Leaves an attempt to the next call with its key, or to the sweep; its stock stays held. */
const freeingOf = ({ attempt, request }: Charging): Freeing => ({
  attemptId: attempt.id,
  owner: request.owner,
  checkInSeconds: CHECK_LEFT_SECONDS,
});

const askedFor = ({ stripeAccount: account, id }: Attempt) => ({ account, attemptId: id });

function keyAtProvider({ id, generation }: Attempt, step: 'create' | 'confirm'): string {
  return `pa_${id}_${generation}_${step}`;
}

/**
 * What somebody is told whose purchase or subscription is not decided: ask again, nothing is charged
 * twice. The log tells the cause.
 */
export function unavailable(cause: Error | ProviderFault): DomainError {
  return new DomainError('error_message', {
    status: 503,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}
