import type { Db } from '@shop/db/db';

/** Work that comes back by itself, on one process at a time. */
export type PeriodicWork = {
  /** Names its row in `job_schedule`. */
  name: string;
  everySeconds: number;
  /** Longer than one run can take. */
  leaseSeconds: number;
  run: () => Promise<void>;
};

/**
 * Takes the turn of a periodic work, if it is due and nobody else has it. Leases are rows and not
 * session locks, which leak through pools and mean nothing on an embedded database.
 */
export async function takeTurn(db: Db, work: PeriodicWork): Promise<boolean> {
  const { name, leaseSeconds } = work;
  const taken = await db.$executeRaw`
    INSERT INTO job_schedule AS s (name, next_run_at, locked_until)
    VALUES (${name}, clock_timestamp(),
      clock_timestamp() + make_interval(secs => ${leaseSeconds}::float8))
    ON CONFLICT (name) DO UPDATE SET locked_until = EXCLUDED.locked_until
    WHERE s.next_run_at <= clock_timestamp()
      AND (s.locked_until IS NULL OR s.locked_until <= clock_timestamp())`;
  return taken === 1;
}

/** Ends a turn: the next one is a whole period away, on whichever process. */
export async function endTurn(db: Db, { name, everySeconds }: PeriodicWork): Promise<void> {
  await db.$executeRaw`
    UPDATE job_schedule SET locked_until = NULL,
      next_run_at = clock_timestamp() + make_interval(secs => ${everySeconds}::float8)
    WHERE name = ${name}`;
}
