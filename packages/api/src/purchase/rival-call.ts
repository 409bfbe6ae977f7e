import { DomainError } from '@shop/domain/errors';

import { pause } from './call.ts';

const POLL_MS = 250;
const RETRY_AFTER_SECONDS = 2;

/** Who works on a click, and whether they still do. */
export type Claim = { leaseOwner: string | null; isLeased: boolean };

/**
 * Waits until somebody else's work on the same click is over: its lease ended, or went to another.
 * `find` reads the click as it is now. Refuses with `purchase_in_progress` when the process's clock
 * reaches `untilMs` (contract, section 3).
 */
export async function waitForRival(
  find: () => Promise<Claim | null>,
  { leaseOwner }: Claim,
  untilMs: number,
): Promise<void> {
  while (performance.now() < untilMs) {
    await pause(POLL_MS);
    const now = await find();
    if (now === null || !now.isLeased || now.leaseOwner !== leaseOwner) return;
  }
  throw inProgress();
}

/** What a caller is told while another click of the same person is worked on: ask again. */
export function inProgress(): DomainError {
  return new DomainError('purchase_in_progress', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
