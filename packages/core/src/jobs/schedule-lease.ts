import { secondsFromNow } from '@agres/db/database-clock';
import type { Db } from '@agres/db/db';

/** Periodic work, done by one process at a time. */
export type PeriodicWork = {
  /** Its key in `job_schedule`. */
  name: string;
  everySeconds: number;
  /** Must be longer than a usual run: a run that takes longer may overlap with the next. */
  leaseSeconds: number;
  run: () => Promise<unknown>;
};

/**
 * Takes the lease of periodic work if it is due and not held. Returns 0 if this call took it, otherwise the
 * seconds until it is due. Leases are rows, because session-level advisory locks leak through connection
 * pools.
 */
export async function takeScheduleLease(db: Db, work: PeriodicWork): Promise<number> {
  const { name, leaseSeconds } = work;
  const [row] = await db.$queryRaw<{ isTaken: boolean; waitSeconds: number | null }[]>`
    WITH taken AS (
      INSERT INTO job_schedule AS s (name, next_run_at, locked_until)
      VALUES (${name}, clock_timestamp(),
        ${secondsFromNow(leaseSeconds)})
      ON CONFLICT (name) DO UPDATE SET locked_until = EXCLUDED.locked_until
      WHERE s.next_run_at <= clock_timestamp()
        AND (s.locked_until IS NULL OR s.locked_until <= clock_timestamp())
      RETURNING name)
    SELECT EXISTS (SELECT FROM taken) AS "isTaken",
      (SELECT extract(epoch FROM greatest(next_run_at, locked_until) - clock_timestamp())::float8
       FROM job_schedule WHERE name = ${name}) AS "waitSeconds"`;
  if (row?.isTaken === true) return 0;
  // The wait is null or negative if another process took the lease after this statement's snapshot.
  return Math.max(row?.waitSeconds ?? 0, 0.1);
}

/** Releases a schedule lease; any process may start the next run one period from now. */
export async function endScheduleLease(
  db: Db,
  { name, everySeconds }: PeriodicWork,
): Promise<void> {
  await db.$executeRaw`
    UPDATE job_schedule SET locked_until = NULL,
      next_run_at = ${secondsFromNow(everySeconds)}
    WHERE name = ${name}`;
}
