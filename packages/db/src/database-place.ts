import type { Db } from './db.ts';

/**
 * Returns the identity of a database: the cluster's system identifier and the database's oid. Both are the
 * same on a streaming replica, and differ after dump and restore or in a copy.
 */
export async function readDatabasePlace(db: Db): Promise<string> {
  const [row] = await db.$queryRaw<{ cluster: string; oid: string }[]>`
    SELECT (SELECT system_identifier::text FROM pg_control_system()) AS "cluster",
      (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS "oid"`;
  if (row === undefined) throw new Error('The database did not report its location.');
  return `postgresql ${row.cluster} ${row.oid}`;
}

/**
 * Returns the placeholder for the place of a restored database until its owner adopts it. It matches no
 * database, so a site refuses to start on it, even after an interrupted restore (decision 085).
 */
export function placeOfBackup(madeAt: string): string {
  return `backup of ${madeAt}`;
}

/** Returns the time of the restored backup until its adoption; null for any other place. */
export function backupAt(place: string): Date | null {
  const [, madeAt] = /^backup of (\S+)$/.exec(place) ?? [];
  return madeAt === undefined ? null : new Date(madeAt);
}
