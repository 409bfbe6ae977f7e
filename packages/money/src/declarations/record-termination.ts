import { randomBytes } from 'node:crypto';

import { secondsFromNow } from '@agres/db/database-clock';
import type { Db, Tx } from '@agres/db/db';
import { accountName, declarationStatement, isDeclaredName } from '@agres/domain/declaration';
import type { Locale } from '@agres/domain/locale';

/** How long background work leaves a termination to the call that created it. No call takes as long. */
const OWN_CALL_SECONDS = 30;

type Termination = {
  subscriptionId: number;
  userId: number;
  email: string;
  name: string;
  locale: Locale;
};

/**
 * Stores the termination of a logged-in subscriber, or returns the open one. The caller must have locked the
 * contract. Its receipt is the email that confirms the end.
 */
export async function recordTermination(
  tx: Tx,
  { subscriptionId, userId, email, name: given, locale }: Termination,
): Promise<{ id: number; isNew: boolean }> {
  const open = await findOpenTermination(tx, subscriptionId);
  if (open !== null) return { id: open, isNew: false };
  // The account may have no name, or one that is not valid for a declaration.
  const name = isDeclaredName(given) ? given : accountName(userId, locale);
  const statement = declarationStatement({
    kind: 'termination',
    name,
    contract: { subscription: true },
    locale,
  });
  const [row] = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO declaration (kind, key, subscription_id, proof, name, email, locale, statement,
      declared_at, next_check_at)
    VALUES ('termination', ${new Uint8Array(randomBytes(32))}::bytea, ${subscriptionId}::int, 'account',
      ${name}, ${email}, ${locale}, ${statement}, clock_timestamp(),
      ${secondsFromNow(OWN_CALL_SECONDS)})
    RETURNING id`;
  if (row === undefined) throw new Error('inserting the termination returned no row');
  return { id: row.id, isNew: true };
}

/** Returns the id of a subscription's open termination, or null. */
export async function findOpenTermination(
  db: Db | Tx,
  subscriptionId: number,
): Promise<number | null> {
  const open = await db.declaration.findFirst({
    where: { subscriptionId, kind: 'termination', closedAt: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  return open?.id ?? null;
}
