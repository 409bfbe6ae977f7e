import { setTimeout as sleep } from 'node:timers/promises';

import type { Deps } from '@agres/core/context';
import type { OperationDeps } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Db } from '@agres/db/db';
import { DomainError, isOperationCode } from '@agres/domain/errors';
import type { RefusalFacts } from '@agres/domain/refusals';
import { z } from 'zod';

/** The origin of a refund: shop staff, a declaration, a late parcel, or the audit of payments. */
export type RefundOrigin = 'office' | 'withdrawal' | 'late' | 'audit';

export const REFUND_STATES = [
  'requested',
  'sending',
  'pending',
  'succeeded',
  'failed',
  'transferred',
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export type RefundOutcome = {
  state: RefundState;
  amountCents: number;
  failureCode: string | null;
  /** How often background work has claimed the refund. */
  tries: number;
};

const POLL_MS = 100;

/**
 * Wakes the background work of this process to send a refund, and waits up to `waitMs` for the outcome. Call
 * it after the commit. A refund that is still `requested` or `sending` afterwards is sent later; it is never
 * given up.
 *
 * @public Part of the refund API.
 */
export async function awaitRefund(
  { db, wakeRefunds }: Pick<Deps, 'db' | 'wakeRefunds'>,
  refundId: string,
  waitMs: number,
): Promise<RefundOutcome> {
  wakeRefunds();
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const outcome = await readRefundOutcome(db, refundId);
    const isOpen = outcome.state === 'requested' || outcome.state === 'sending';
    if (!isOpen || performance.now() >= untilMs) return outcome;
    await sleep(POLL_MS);
  }
}

/** Returns the current state of a refund; throws if it does not exist. */
export async function readRefundOutcome(db: Db, refundId: string): Promise<RefundOutcome> {
  const refund = await db.refund.findUniqueOrThrow({
    where: { id: refundId },
    select: { state: true, amountCents: true, failureCode: true, tries: true },
  });
  return { ...refund, state: refundStateOf(refund.state) };
}

/** Parses a stored state; throws for an unknown one. */
export function refundStateOf(stored: string): RefundState {
  const state = REFUND_STATES.find((known) => known === stored);
  if (state === undefined) throw new Error(`no state of a refund: ${stored}`);
  return state;
}

/**
 * How long a command waits for the outcome, which is longer than the background work takes to pick up a
 * refund.
 */
const OUTCOME_WAIT_MS = 15_000;

export const refundSchema = z.object({
  id: z.uuid(),
  amountCents: z.int(),
  state: z.enum(REFUND_STATES),
  failureCode: z.string().nullable(),
  /** Whether a process has tried to send it (`tries > 0`). */
  isTaken: z.boolean(),
});
type ShownRefund = z.output<typeof refundSchema>;

/** Returns a refund that was just requested in the form that the commands show. */
export const toShownRefund = (refund: { id: string; amountCents: number }): ShownRefund => ({
  ...refund,
  state: 'requested',
  failureCode: null,
  isTaken: false,
});

/** Waits up to `refundWaitMs` for the outcome of a refund. Call it after the commit. */
export async function awaitShownOutcome(
  { db, wakeRefunds = () => undefined, refundWaitMs = OUTCOME_WAIT_MS }: OperationDeps,
  refund: ShownRefund,
): Promise<ShownRefund> {
  const now = await awaitRefund({ db, wakeRefunds }, refund.id, refundWaitMs);
  return { ...refund, state: now.state, failureCode: now.failureCode, isTaken: now.tries > 0 };
}

/**
 * Runs work and converts a `DomainError` of a refund, such as `over_the_rest`, into a refusal with the given
 * facts.
 */
export async function refuseDomainErrors<Result>(
  about: RefusalFacts['over_the_rest'],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code } = error;
    if (isOperationCode(code) || code === 'already_sent') refuse({ code, ...about });
    throw error;
  }
}
