import { Prisma, type Db, type Tx } from './db.ts';

/** What the database's clock showed, and between which moments of `performance.now()` it was asked. */
export type ClockReading = { at: Date; askedMs: number; answeredMs: number };

/** The database stores whole milliseconds. */
const ROUNDING_MS = 1;

/** The clock of the database, as far as this process knows it: all processes of a site share it. */
export type DatabaseClock = {
  now: () => Date;
  /** Follows what the database's clock showed. */
  follow: (reading: ClockReading) => void;
};

/**
 * Tells the database's time without asking for it each time: what it showed once, and what has passed
 * since by the monotonic clock of this machine. The error is at most the duration of the answer.
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

/** Asks the database for its time once, and follows its clock from then on. */
export async function openDatabaseClock(db: Db): Promise<DatabaseClock> {
  const askedMs = performance.now();
  const at = await askTime(db);
  return createDatabaseClock({ at, askedMs, answeredMs: performance.now() });
}

/** What the database's clock shows. */
export async function askTime(db: Db | Tx): Promise<Date> {
  const [row] = await db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  if (row === undefined) throw new Error('The database does not tell the time.');
  return row.at;
}

/**
 * SQL for a moment that lies so far ahead by the database's own clock. Cut to the millisecond: a column of
 * milliseconds rounds up half of all moments, and what is due now would not be yet.
 */
export function secondsFromNow(seconds: number): Prisma.Sql {
  // guard: what is planned for now is due at once
  return Prisma.sql`date_trunc('milliseconds', clock_timestamp() + make_interval(secs => ${seconds}::float8))`;
}
