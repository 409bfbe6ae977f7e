import { randomBytes } from 'node:crypto';

import { secondsFromNow } from '@agres/db/database-clock';
import type { Db, Tx } from '@agres/db/db';
import { declarationStatement, isDeclaredName } from '@agres/domain/declaration';
import type { Locale } from '@agres/domain/locale';

/** The background leaves a termination to its own call for so long: longer than the call can take. */
const OWN_CALL_SECONDS = 30;

type Termination = { subscriptionId: number; email: string; name: string; locale: Locale };

/**
 * Stores that a subscriber who is logged in ends their contract, which the caller has locked, with its
 * hour. One that is open already is that one. Its receipt is the email that confirms the end.
 */
export async function recordTermination(
  tx: Tx,
  { subscriptionId, email, name: given, locale }: Termination,
): Promise<{ id: number; isNew: boolean }> {
  const open = await findOpenTermination(tx, subscriptionId);
  if (open !== null) return { id: open, isNew: false };
  // An account may have no name, or one that is none.
  const name = isDeclaredName(given) ? given : email;
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
  if (row === undefined) throw new Error('a termination was not written');
  return { id: row.id, isNew: true };
}

/** The number of the termination that a subscription's own subscriber has declared and that is not done; or null. */
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
