import { stat } from 'node:fs/promises';

import { readDatabaseUrl } from './database-url.ts';
import type { DbHandle } from './db.ts';

/**
 * Where a database lies. PostgreSQL: the cluster's system identifier and the database's oid, which
 * are the same on a streaming replica, and differ after dump and restore or in a copy. Embedded:
 * inode and birth time of its directory (device numbers change with a reboot). In memory: no place.
 */
export async function placeOf(handle: DbHandle): Promise<string> {
  const address = readDatabaseUrl(handle.url);
  if (address.kind === 'pglite') {
    if (address.directory === null) return 'memory';
    const { ino, birthtimeMs } = await stat(address.directory);
    return `directory ${ino} ${Math.trunc(birthtimeMs)}`;
  }
  const [row] = await handle.db.$queryRaw<{ cluster: string; oid: string }[]>`
    SELECT (SELECT system_identifier::text FROM pg_control_system()) AS "cluster",
      (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS "oid"`;
  if (row === undefined) throw new Error('The database does not tell where it lies.');
  return `postgresql ${row.cluster} ${row.oid}`;
}

/**
 * The place of a loaded database until its owner decides what it is: nowhere. A site refuses to start on
 * it, also after an interrupted restore (decision 085).
 */
export function placeOfBackup(madeAt: string): string {
  return `backup of ${madeAt}`;
}

/** The moment of the loaded backup until its adoption; null for any other place. */
export function backupAt(place: string): Date | null {
  const [, madeAt] = /^backup of (\S+)$/.exec(place) ?? [];
  return madeAt === undefined ? null : new Date(madeAt);
}
