import { ownershipOf } from '@agres/core/installation';
import { defineJob, DONE, enqueue, outcomeOf, type JobOutcome } from '@agres/core/jobs/job';
import type { Actor } from '@agres/core/operations/actor';
import type { Db, Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { DomainError, type ErrorCode, type OperationCode } from '@agres/domain/errors';
import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';
import type { Intent } from '@agres/payments/shapes';
import { z } from 'zod';

import type { RefundOrigin } from './refund-outcome.ts';
import { requestRefund, type RequestedRefund } from './request-refund.ts';
import { readReturnedMoney } from './returned-money.ts';

const ORPHAN_KEY = 'orphan';
/** How many payments the audit refunds on its own in 24 hours; beyond that the owner decides. */
const MAX_ORPHAN_REFUNDS_PER_DAY = 3;
export const AUDIT = { kind: 'system', name: 'audit' } as const satisfies Actor;

/** A payment without an order or a subscription. */
export type Orphan = {
  account: PaymentAccount;
  intent: Pick<Intent, 'id' | 'amountCents' | 'refundedCents'>;
  subscriptionId?: number | undefined;
  reason: string;
  actor?: Actor;
  origin?: RefundOrigin;
};

type OrphanRefundResult =
  | { kind: 'requested'; refund: RequestedRefund }
  | { kind: 'left'; why: ErrorCode | OperationCode | 'nothing_left' };

/**
 * Requests the refund of the rest of an orphaned payment, less what the payer's bank has already returned.
 * Repeating it for the same payment returns the same refund, unless that failed.
 */
export async function requestOrphanRefund(
  tx: Tx,
  { account, intent, subscriptionId, reason, actor = AUDIT, origin = 'audit' }: Orphan,
): Promise<OrphanRefundResult> {
  const { bankCents } = await readReturnedMoney(tx, intent.id);
  const amountCents = intent.amountCents - intent.refundedCents - bankCents;
  if (amountCents <= 0) return { kind: 'left', why: 'nothing_left' };
  try {
    const refund = await requestRefund(tx, {
      account,
      intentId: intent.id,
      subscriptionId: subscriptionId ?? null,
      paidCents: intent.amountCents,
      amountCents,
      reason,
      actor,
      key: ORPHAN_KEY,
      origin,
    });
    return { kind: 'requested', refund };
  } catch (error) {
    // Nothing has been written yet, so the transaction can continue.
    if (error instanceof DomainError) return { kind: 'left', why: error.code };
    throw error;
  }
}

/**
 * Whether the audit may refund another payment on its own. Call it under a lock, so that concurrent
 * audits are counted one after the other.
 */
export async function mayRequestOrphanRefund(tx: Tx): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM refund
    WHERE at > now() - interval '24 hours' AND key = ${ORPHAN_KEY} AND by = ${AUDIT.name}`;
  // guard: the audit refunds three orphaned payments a day at most
  return (row?.count ?? 0) < MAX_ORPHAN_REFUNDS_PER_DAY;
}

const intentSchema = z.object({
  account: z.enum(PAYMENT_ACCOUNTS),
  intentId: z.string(),
  subscriptionId: z.int().optional(),
  isOurs: z.boolean().optional(),
});

/**
 * Requests the refund of a payment, unless it has an order after all or belongs to another installation. The
 * payment of an invoice has no installation in its metadata; `isOurs` states that it is ours.
 */
export const refundIntentJob = defineJob({
  kind: 'refund_intent',
  payload: intentSchema,
  run: async (deps, { account, intentId, subscriptionId, isOurs }) => {
    const { db, payments, installation } = deps;
    const paid = await db.purchaseAttempt.findFirst({
      where: { paymentIntentId: intentId, state: 'paid' },
      select: { id: true },
    });
    if (paid !== null) return { outcome: 'given_up', reason: 'there is an order for it' };
    const read = await payments.readIntent(account, intentId);
    if (read.outcome !== 'known')
      return isOutage(read) ? waitFor(read.cause.kind) : outcomeOf(read);
    const intent = read.value;
    const isUnmarkedOurs = isOurs === true && intent.metadata['installation'] === undefined;
    if (!isUnmarkedOurs && ownershipOf(installation, intent) === 'another') {
      return { outcome: 'given_up', reason: 'it is the payment of another shop' };
    }
    if (intent.state !== 'succeeded') return DONE;
    const orphan = { account, intent, subscriptionId, reason: 'paid for nothing' };
    const requested = await inTransaction(db, (tx) => requestOrphanRefund(tx, orphan));
    if (requested.kind === 'left' && requested.why !== 'nothing_left') {
      const { why } = requested;
      const isBlocked = why === 'disputed' || why === 'refund_in_flight';
      return isBlocked ? waitFor(why) : { outcome: 'postponed', reason: why };
    }
    deps.wakeRefunds();
    return DONE;
  },
});

/**
 * Waiting uses up no attempt of the job: the refund is promised, and only the bank, the provider or our keys
 * delay it.
 */
const waitFor = (reason: string): JobOutcome => ({ outcome: 'waiting', reason });

/** Whether the provider does not answer, or refuses our keys: it may answer later. */
const isOutage = ({ outcome, cause }: Exclude<Answer<unknown>, { outcome: 'known' }>) =>
  outcome === 'unknown' || cause.kind === 'authentication' || cause.kind === 'permission';

/** Enqueues the refund of a first payment that gives no access. The job reads the amount when it runs. */
export async function enqueueOrphanRefund(
  tx: Tx,
  payload: z.output<typeof intentSchema>,
): Promise<void> {
  await enqueue(tx, { job: refundIntentJob, payload, dedupe: dedupeOf(payload.intentId) });
}

/** Whether a payment was refunded or is being refunded. */
export async function hasRefund(tx: Db | Tx, intentId: string): Promise<boolean> {
  const [promised] = await tx.$queryRaw<{ isPromised: boolean }[]>`
    SELECT EXISTS (SELECT FROM job WHERE dedupe = ${dedupeOf(intentId)} AND dead_at IS NULL)
      OR EXISTS (SELECT FROM refund WHERE payment_intent_id = ${intentId} AND state <> 'failed')
      AS "isPromised"`;
  return promised?.isPromised === true;
}

const dedupeOf = (intentId: string) => `refund:${intentId}`;
