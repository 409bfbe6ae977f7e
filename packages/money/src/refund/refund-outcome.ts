import type { OperationDeps } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { DomainError, isOperationCode } from '@agres/domain/errors';
import type { RefusalFacts } from '@agres/domain/refusals';
import { z } from 'zod';

import { awaitRefund, REFUND_STATES } from './request-refund.ts';

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
