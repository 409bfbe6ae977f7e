import { Prisma, type Db } from '../db.ts';

/** Tables written without any user action: heartbeats, background leases, rate limit counters. */
const RESTLESS = new Set(['job_schedule', 'process_heartbeat', 'rate_limit', 'log_key']);

/** Returns a hash of all rows of each table except the restless ones. */
export async function hashTables(db: Db): Promise<Map<string, string>> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`;
  const hashes = new Map<string, string>();
  for (const { name } of tables) {
    if (RESTLESS.has(name)) continue;
    const [row] = await db.$queryRaw<{ hash: string }[]>`
      SELECT md5(coalesce(string_agg(t::text, '\n' ORDER BY t::text), '')) AS hash
      FROM ${Prisma.raw(`"${name}"`)} t`;
    hashes.set(name, row?.hash ?? '');
  }
  return hashes;
}

export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].flatMap(([name, hash]) => (before.get(name) === hash ? [] : [name]));
}
