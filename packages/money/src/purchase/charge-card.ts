import { setTimeout as sleep } from 'node:timers/promises';

import type { Deps } from '@agres/core/context';
import { databaseFault } from '@agres/db/database-errors';
import { Prisma } from '@agres/db/db';
import { DomainError } from '@agres/domain/errors';
import type { Intent } from '@agres/payments/shapes';

import {
  alertMisconfigured,
  callWithRetries,
  isCachedByProvider,
  requireKnown,
  unavailable,
} from '../checkout/ask-provider.ts';
import {
  CHECK_LEFT_SECONDS,
  releaseLease,
  underLease,
  type LeaseRelease,
} from '../checkout/lease.ts';
import { expireReservation, applyVerdict, type PurchaseOutcome } from './apply-verdict.ts';
import { mayConfirm } from './pay-or-hold-for-3d-secure.ts';
import { paymentDataOf } from './payment-metadata.ts';
import {
  applyTransition,
  findAttempt,
  PURCHASE_ATTEMPTS,
  type Attempt,
} from './purchase-attempt.ts';
import type { PurchaseRequest } from './purchase-request.ts';

/** Pauses between retries of the transaction that stores the provider's answer. */
const PERSIST_PAUSES_MS = [200, 1000, 3000];

/**
 * Increment the number when you change what `paymentDataOf` returns. The provider refuses a known key with
 * other parameters, so a purchase interrupted by a deploy would end with an error.
 */
const CREATE = 'create_v4';

export type ChargeInput = { request: PurchaseRequest; attempt: Attempt };

/**
 * Completes an attempt whose lease this call holds: creates, stores and confirms the payment, and applies the
 * verdict on the answer. A payment is confirmed only after the transaction that stores it and sets `charging`
 * has committed. Throws 503 if the outcome is undecided; a repeated call never charges twice.
 */
export async function charge(deps: Deps, charging: ChargeInput): Promise<PurchaseOutcome> {
  const { attempt } = charging;
  return underLease(deps, leaseReleaseOf(charging), async () => {
    if (attempt.state === 'reserved') {
      const intent = await createIntent(deps, charging);
      const stored = await storeIntent(deps, charging, intent);
      return confirm(deps, { ...charging, attempt: stored }, intent);
    }
    const intent = await readIntent(deps, charging);
    return mayConfirm(attempt, intent, deps.installation)
      ? confirm(deps, charging, intent)
      : applyWithRetries(deps, charging, intent);
  });
}

async function createIntent(deps: Deps, charging: ChargeInput): Promise<Intent> {
  const { attempt } = charging;
  const answer = await callWithRetries(deps.payments, () =>
    deps.payments.createIntent(attempt.account, {
      amountCents: attempt.amountCents,
      ...paymentDataOf(deps.installation, attempt),
      idempotencyKey: keyAtProvider(attempt, CREATE),
    }),
  );
  // The provider replays a cached failure for every call with this key. Once the attempt is expired, the next
  // call creates another payment.
  if (answer.outcome === 'misconfigured' || isCachedByProvider(answer)) {
    const { leaseHolder } = charging.request;
    await expireReservation(deps.db, { attemptId: attempt.id, leaseHolder, by: 'request' });
  }
  return requireKnown(deps, attempt, answer);
}

/** Commits that this call, and no other, is about to charge the card with this payment. */
async function storeIntent(deps: Deps, charging: ChargeInput, intent: Intent): Promise<Attempt> {
  const { attempt, request } = charging;
  try {
    const isStored = await applyTransition(
      deps.db,
      {
        attemptId: attempt.id,
        from: 'reserved',
        to: 'charging',
        by: 'request',
        intentState: intent.state,
        // guard: only the lease holder stores a payment
        fence: Prisma.sql`lease_owner = ${request.leaseHolder}`,
        set: [Prisma.sql`payment_intent_id = ${intent.id}`],
      },
      'kept',
    );
    if (isStored) return { ...attempt, state: 'charging', intentId: intent.id };
  } catch (error) {
    if (databaseFault(error) !== 'unknown') throw error;
  }
  const stored = await findAttempt(deps.db, attempt.id);
  const isOurs = stored?.leaseHolder === request.leaseHolder && stored.intentId === intent.id;
  if (stored !== null && stored.state === 'charging' && isOurs) return stored;
  await cancelAbandoned(deps, { attempt, stored, intent });
  throw unavailable(new Error('the attempt was lost before its payment was stored'));
}

type AbandonedPayment = { attempt: Attempt; stored: Attempt | null; intent: Intent };

/**
 * Cancels a payment that no attempt will use. A call that took the attempt over in the same generation has
 * the same idempotency key and so the same payment, which is left alone.
 */
async function cancelAbandoned(
  deps: Deps,
  { attempt, stored, intent }: AbandonedPayment,
): Promise<void> {
  const isShared =
    stored !== null && stored.generation === attempt.generation && stored.state !== 'expired';
  if (!isShared) await deps.payments.cancelIntent(attempt.account, intent.id);
}

async function confirm(
  deps: Deps,
  charging: ChargeInput,
  intent: Intent,
): Promise<PurchaseOutcome> {
  const { attempt, request } = charging;
  const answer = await callWithRetries(deps.payments, () =>
    deps.payments.confirmIntent(attempt.account, {
      intentId: intent.id,
      token: request.input.stripeToken,
      idempotencyKey: keyAtProvider(attempt, 'confirm'),
    }),
  );
  if (answer.outcome === 'known') return applyWithRetries(deps, charging, answer.value);
  if (answer.outcome === 'unknown') {
    // The card may be charged although the answer was lost. The provider caches even a failure under its key.
    const intentNow = await readIntent(deps, charging);
    // A cached failure under this key charges no card, so the verdict cancels the payment.
    if (intentNow.state === 'created' && !isCachedByProvider(answer))
      throw unavailable(answer.cause);
    return applyWithRetries(deps, charging, intentNow);
  }
  if (answer.cause.kind !== 'idempotency_mismatch') {
    await alertMisconfigured(deps, attempt, answer.cause);
  }
  // Nothing was charged. Another card under the same key also ends here: the next call with this key finds
  // the attempt expired and starts it again.
  return applyWithRetries(deps, charging, intent);
}

async function readIntent(deps: Deps, charging: ChargeInput): Promise<Intent> {
  const { attempt } = charging;
  if (attempt.intentId === null) throw new Error(`attempt ${attempt.id} has no payment`);
  const intentId = attempt.intentId;
  const answer = await callWithRetries(deps.payments, () =>
    deps.payments.readIntent(attempt.account, intentId),
  );
  return requireKnown(deps, attempt, answer);
}

async function applyWithRetries(
  deps: Deps,
  charging: ChargeInput,
  intent: Intent,
): Promise<PurchaseOutcome> {
  const { attempt, request } = charging;
  for (const pauseMs of PERSIST_PAUSES_MS) {
    try {
      return await applyOnce(deps, charging, intent);
    } catch (error) {
      deps.log.warn({ attemptId: attempt.id, err: error }, 'purchase not written, trying again');
      await sleep(pauseMs);
    }
  }
  // If the last retry fails after the card was charged, the buyer must contact the shop.
  try {
    return await applyOnce(deps, charging, intent);
  } catch (error) {
    if (intent.state !== 'succeeded') throw error;
    deps.log.fatal(
      { attemptId: attempt.id, intentId: intent.id, owner: request.leaseHolder, err: error },
      'paid but not written, the reconciler will finish it',
    );
    throw new DomainError('failed_purchase_contact_admin', { cause: error });
  }
}

async function applyOnce(
  deps: Deps,
  charging: ChargeInput,
  intent: Intent,
): Promise<PurchaseOutcome> {
  const { attempt } = charging;
  const outcome = await applyVerdict(deps, { attempt, intent, by: 'request' });
  if (outcome.state === 'undecided' || outcome.state === 'requires_action') {
    await releaseLease(deps.db, leaseReleaseOf(charging));
  }
  return outcome;
}

const leaseReleaseOf = ({ attempt, request }: ChargeInput): LeaseRelease => ({
  attempts: PURCHASE_ATTEMPTS,
  attemptId: attempt.id,
  leaseHolder: request.leaseHolder,
  checkInSeconds: CHECK_LEFT_SECONDS,
});

function keyAtProvider({ id, generation }: Attempt, step: typeof CREATE | 'confirm'): string {
  return `pa_${id}_${generation}_${step}`;
}
