import type { EmulatorControl } from '@agres/stripe-emulator/control/control';

import type { TestShopOptions } from './shop.ts';

/** A lease of three seconds, half of which is for the provider, while a call may take two. */
export const SLOW_TIMES = {
  leaseTimes: { leaseSeconds: 3, callsMs: 1500 },
  callTimeoutMs: 2000,
} as const satisfies TestShopOptions;

export const LEASE_MS = 1000 * SLOW_TIMES.leaseTimes.leaseSeconds;

/**
 * Makes the provider answer the `occurrence`th call of an operation late, and another call not at all. Each
 * takes less than the timeout of a call, but both together outlast a lease.
 */
export function answerSlowly(
  provider: EmulatorControl,
  { late, never, occurrence = 1 }: { late: string; never: string; occurrence?: number },
): void {
  provider.addFault({ operation: late, effect: 'delay', delayMs: 1400, occurrence });
  provider.addFault({ operation: never, effect: 'hang', times: 20 });
}

/** Returns the result of work, and how long it took, in ms. */
export async function timed<Result>(work: Promise<Result>): Promise<[Result, number]> {
  const startedAtMs = performance.now();
  const result = await work;
  return [result, performance.now() - startedAtMs];
}
