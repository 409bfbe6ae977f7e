import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma } from '@agres/db/db';

import { HOLD_SECONDS } from '../checkout/attempt-errors.ts';
import { checkAfterRelease } from '../checkout/lease.ts';
import type { SubscriptionOutcome, OutcomeDeps } from './end-attempt.ts';
import type { SubscriptionAttempt } from './subscription-attempt.ts';

/** Holds an attempt, up to `HOLD_SECONDS`, while its cardholder completes 3-D Secure. */
export async function holdAttempt(
  { db }: OutcomeDeps,
  { id, leaseHolder }: SubscriptionAttempt,
  clientSecret: string,
): Promise<SubscriptionOutcome> {
  await db.$executeRaw`
    UPDATE subscription_attempt
    SET state = 'requires_action', card_hash = NULL, lease_owner = NULL, lease_until = NULL,
      hold_until = coalesce(hold_until, ${secondsFromNow(HOLD_SECONDS)}),
      next_check_at = ${checkAfterRelease(Prisma.sql`coalesce(hold_until, ${secondsFromNow(HOLD_SECONDS)})`)}
    WHERE id = ${id}::uuid AND lease_owner = ${leaseHolder}
      AND state IN ('started', 'requires_action')`;
  return { state: 'requires_action', clientSecret };
}
