import { Prisma, type Db, type Tx } from './db.ts';

/** The database's time, and the values of `performance.now()` before and after it was read. */
export type ClockReading = { at: Date; askedMs: number; answeredMs: number };

/** The error of a reading, because the database stores whole milliseconds. */
const ROUNDING_MS = 1;

/** This process's estimate of the database's clock, which all processes of a site share. */
export type DatabaseClock = {
  now: () => Date;
  /** Corrects the estimate by a reading. */
  follow: (reading: ClockReading) => void;
};

/**
 * Creates a clock that returns the database's time without a query: one reading plus this machine's
 * monotonic clock. The error is at most the duration of the reading.
 */
export function createDatabaseClock(
  first: ClockReading,
  passedMs = () => performance.now(),
): DatabaseClock {
  let aheadMs = middleOf(first);
  return {
    now: () => new Date(passedMs() + aheadMs),
    follow: (reading) => {
      const { at, askedMs, answeredMs } = reading;
      const shownMs = answeredMs + aheadMs;
      const earliestMs = at.getTime() - ROUNDING_MS;
      const isRight =
        shownMs >= earliestMs && shownMs <= earliestMs + (answeredMs - askedMs) + 2 * ROUNDING_MS;
      if (!isRight) aheadMs = middleOf(reading);
    },
  };
}

const middleOf = ({ at, askedMs, answeredMs }: ClockReading) =>
  at.getTime() - (askedMs + answeredMs) / 2;

/** Reads the database's time once, and creates its clock. */
export async function openDatabaseClock(db: Db): Promise<DatabaseClock> {
  const sentAtMs = performance.now();
  const at = await readDatabaseTime(db);
  return createDatabaseClock({ at, askedMs: sentAtMs, answeredMs: performance.now() });
}

/** Returns the database's current time, also inside a transaction. */
export async function readDatabaseTime(db: Db | Tx): Promise<Date> {
  const [row] = await db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  if (row === undefined) throw new Error('The database did not return its time.');
  return row.at;
}

/**
 * Returns SQL for a time this many seconds ahead, by the database's own clock. Truncated to the
 * millisecond: a column of milliseconds rounds half of all times up, so what is due now would not be due
 * yet.
 */
export function secondsFromNow(seconds: number): Prisma.Sql {
  // guard: a job planned for now is due at once
  return Prisma.sql`date_trunc('milliseconds', clock_timestamp() + make_interval(secs => ${seconds}::float8))`;
}
