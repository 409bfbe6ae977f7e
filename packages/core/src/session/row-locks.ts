import type { Tx } from '@agres/db/db';

/** Locks a user's row until the transaction ends; returns false if the user no longer exists. */
export async function lockUser(tx: Tx, userId: number): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${userId}::int FOR NO KEY UPDATE`;
  return rows.length === 1;
}

/**
 * Locks a user's row if its password is still the verified one; returns false if it has changed or the user
 * no longer exists. Required before a verified password starts or renews anything.
 */
export async function lockUserWith(
  tx: Tx,
  { id, passwordHash }: { id: number; passwordHash: string },
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${id}::int AND password_hash = ${passwordHash}
    FOR NO KEY UPDATE`;
  return rows.length === 1;
}
