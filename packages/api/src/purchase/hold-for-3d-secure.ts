import { Prisma, type Db } from '@shop/db/db';

import { secondsFromNow } from '../checkout/lease.ts';
import { HOLD_SECONDS } from '../checkout/outcome.ts';
import { transition, type Applying } from './apply-outcome.ts';

/** Keeps the unit of stock while the buyer passes 3-D Secure. */
export async function applyHeld(db: Db, applying: Applying): Promise<boolean> {
  const set = [
    Prisma.sql`hold_until = ${secondsFromNow(HOLD_SECONDS)}`,
    Prisma.sql`next_check_at = ${secondsFromNow(HOLD_SECONDS)}`,
    // guard: a card that a bank was asked about is no repetition
    Prisma.sql`card_hash = NULL`,
    Prisma.sql`lease_owner = NULL`,
    Prisma.sql`lease_until = NULL`,
  ];
  return transition(db, applying, { to: 'requires_action', set, unit: 'kept' });
}
