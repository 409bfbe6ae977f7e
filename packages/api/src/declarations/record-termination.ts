import { randomBytes } from 'node:crypto';

import type { Tx } from '@shop/db/db';
import { declarationStatement, isDeclaredName } from '@shop/domain/declaration';
import type { Locale } from '@shop/domain/locale';

import { addEvent, closeRepetitions } from './declaration.ts';

type Termination = { subscriptionId: number; email: string; name: string; locale: Locale };

/**
 * Writes down that a subscriber who is logged in ended their contract, in the transaction that ends it and
 * has locked it:
 * received and done at once. Answers its number. Its receipt is the email that confirms the end.
 */
export async function recordTermination(
  tx: Tx,
  { subscriptionId, email, name: given, locale }: Termination,
): Promise<number> {
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
      declared_at, closed_at)
    VALUES ('termination', ${new Uint8Array(randomBytes(32))}::bytea, ${subscriptionId}::int, 'account',
      ${name}, ${email}, ${locale}, ${statement}, clock_timestamp(), clock_timestamp())
    RETURNING id`;
  if (row === undefined) throw new Error('a termination was not written');
  await addEvent(tx, row.id, { kind: 'ended', by: 'member' });
  await addEvent(tx, row.id, { kind: 'closed', by: 'member', facts: { reason: 'ended' } });
  await closeRepetitions(tx, { id: row.id, kind: 'termination', about: { subscriptionId } });
  return row.id;
}
