import { Prisma, type Db } from '../db.ts';

/** Written while no person does anything: heartbeats, leases of background work, counts of rate limits. */
const RESTLESS = new Set(['job_schedule', 'process_heartbeat', 'rate_limit', 'log_key']);

/** A hash of all rows of each table but the restless ones. */
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

/** The tables whose rows differ. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].flatMap(([name, hash]) => (before.get(name) === hash ? [] : [name]));
}
