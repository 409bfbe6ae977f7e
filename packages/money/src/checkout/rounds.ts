import { DomainError } from '@agres/domain/errors';

import { pause } from './ask-provider.ts';

/** How often a call may find that another one was faster, and plan again. */
const MAX_ROUNDS = 8;
const MAX_WAIT_MS = 10_000;
const POLL_MS = 250;
const RETRY_AFTER_SECONDS = 2;

/** Who works on an attempt, and whether they still do. */
type Claim = { id: string; leaseHolder: string | null; isLeased: boolean };

/** What came of one round of a call. */
export type Round<Decided> =
  | { kind: 'decided'; decided: Decided }
  /** Another call works on this attempt: wait for what comes of it. */
  | { kind: 'wait'; attempt: Claim }
  /** Something changed meanwhile: plan again. */
  | { kind: 'again' };

/**
 * Takes rounds until one decides, and waits between them where another call works on the same
 * attempt; `find` reads that as it is now. Fails with `purchase_in_progress` where that takes too
 * long (contract, section 3).
 */
export async function untilDecided<Decided>(
  takeRound: () => Promise<Round<Decided>>,
  find: (attemptId: string) => Promise<Claim | null>,
): Promise<Decided> {
  const untilMs = performance.now() + MAX_WAIT_MS;
  for (let count = 0; count < MAX_ROUNDS; count += 1) {
    const round = await takeRound();
    if (round.kind === 'decided') return round.decided;
    if (round.kind === 'wait') await waitForOtherCall(round.attempt, find, untilMs);
  }
  throw purchaseInProgress();
}

/** Waits until another call's work on an attempt is over: its lease ended, or went to another. */
async function waitForOtherCall(
  { id, leaseHolder }: Claim,
  find: (attemptId: string) => Promise<Claim | null>,
  untilMs: number,
): Promise<void> {
  while (performance.now() < untilMs) {
    await pause(POLL_MS);
    const now = await find(id);
    if (now === null || !now.isLeased || now.leaseHolder !== leaseHolder) return;
  }
  throw purchaseInProgress();
}

/** The error while another attempt of the same person is in progress: retry. */
export function purchaseInProgress(): DomainError {
  return new DomainError('purchase_in_progress', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
