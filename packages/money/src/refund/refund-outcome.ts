import type { OperationDeps } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { DomainError, isOperationCode } from '@agres/domain/errors';
import type { RefusalFacts } from '@agres/domain/refusals';
import { z } from 'zod';

import { awaitRefund, REFUND_STATES } from './refund.ts';

/** Longer than a process of the site takes to see that there is something to send. */
const OUTCOME_WAIT_MS = 15_000;

/** A refund as the commands about it show it. */
export const refundSchema = z.object({
  id: z.uuid(),
  amountCents: z.int(),
  state: z.enum(REFUND_STATES),
  /** Why it failed, as the payment provider says it. */
  failureCode: z.string().nullable(),
  /** Whether a process of the site has taken it up. */
  isTaken: z.boolean(),
});
type ShownRefund = z.output<typeof refundSchema>;

/** One that was requested just now. */
export const requested = (refund: { id: string; amountCents: number }): ShownRefund => ({
  ...refund,
  state: 'requested',
  failureCode: null,
  isTaken: false,
});

/** After the commit: waits for a while for what becomes of a refund. */
export async function withOutcome(
  { db, wakeRefunds = () => undefined }: OperationDeps,
  refund: ShownRefund,
): Promise<ShownRefund> {
  const now = await awaitRefund({ db, wakeRefunds }, refund.id, OUTCOME_WAIT_MS);
  return { ...refund, state: now.state, failureCode: now.failureCode, isTaken: now.tries > 0 };
}

/** Does what the protocol of refunds may refuse, and refuses by its code then, about what was paid. */
export async function whatMayBeRefused<Result>(
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
