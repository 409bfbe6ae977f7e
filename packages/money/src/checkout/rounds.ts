import { setTimeout as sleep } from 'node:timers/promises';

import { DomainError } from '@agres/domain/errors';

/** How often a call plans again after it has lost a race to another call. */
const MAX_ROUNDS = 8;
const MAX_WAIT_MS = 10_000;
const POLL_MS = 250;
const RETRY_AFTER_SECONDS = 2;

type Claim = { id: string; leaseHolder: string | null; isLeased: boolean };

export type Round<Decided> =
  | { kind: 'decided'; decided: Decided }
  /** Another call is working on this attempt. */
  | { kind: 'wait'; attempt: Claim }
  /** The rows changed since they were read, so the call must plan again. */
  | { kind: 'again' };

/**
 * Runs rounds until one decides, and waits between them while another call works on the same attempt, which
 * `find` reads. Throws `purchase_in_progress` after ten seconds of waiting or eight rounds.
 */
export async function runUntilDecided<Decided>(
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

async function waitForOtherCall(
  { id, leaseHolder }: Claim,
  find: (attemptId: string) => Promise<Claim | null>,
  untilMs: number,
): Promise<void> {
  while (performance.now() < untilMs) {
    await sleep(POLL_MS);
    const now = await find(id);
    if (now === null || !now.isLeased || now.leaseHolder !== leaseHolder) return;
  }
  throw purchaseInProgress();
}

/** Returns the error for "another attempt of the same person is in progress"; the client should retry. */
export function purchaseInProgress(): DomainError {
  return new DomainError('purchase_in_progress', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
