import { setTimeout as sleep } from 'node:timers/promises';

import type { Deps } from '@agres/core/context';
import type { ClockReading } from '@agres/db/database-clock';

/** A process without a heartbeat for this long counts as dead and loses its leases (decision 034). */
export const DEAD_AFTER_SECONDS = 8;
/** The longest gap between two heartbeats that counts as unbroken. Less than `DEAD_AFTER_SECONDS`. */
export const MAX_HEARTBEAT_GAP_SECONDS = 4;
const PAUSE_MS = 2000;
/** Retries a failed heartbeat soon, so that processes count as alive shortly after the database is back. */
const PAUSE_AFTER_FAILURE_MS = 500;
/** A row older than this cannot belong to a current lease. */
const RETENTION_DAYS = 1;

type Heartbeat = { stop: () => Promise<void> };

type HeartbeatDeps = Pick<Deps, 'db' | 'log' | 'processId'>;

type HeartbeatOptions = {
  everyMs?: number;
  /** Receives the database's time at each heartbeat. */
  onTime?: (reading: ClockReading) => void;
};

/**
 * Sends heartbeats until stopped; the process keeps its leases while they arrive. Stop it only after all work
 * has ended, because the leases become free soon after.
 */
export function startHeartbeat(
  deps: HeartbeatDeps,
  { everyMs = PAUSE_MS, onTime }: HeartbeatOptions = {},
): Heartbeat {
  const stopping = new AbortController();
  const sendHeartbeats = async () => {
    let isFirst = true;
    while (!stopping.signal.aborted) {
      let pauseMs = everyMs;
      try {
        const reading = await sendHeartbeat(deps);
        onTime?.(reading);
        if (isFirst) await deleteOldHeartbeats(deps);
        isFirst = false;
      } catch (error) {
        deps.log.warn({ err: error }, 'heartbeat not stored, trying again');
        pauseMs = PAUSE_AFTER_FAILURE_MS;
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const heartbeats = sendHeartbeats();
  return {
    stop: async () => {
      stopping.abort();
      await heartbeats;
    },
  };
}

async function sendHeartbeat({ db, processId }: HeartbeatDeps): Promise<ClockReading> {
  const sentAtMs = performance.now();
  const [row] = await db.$queryRaw<{ at: Date }[]>`
    INSERT INTO process_heartbeat AS own (id, beat_at, steady_since)
    VALUES (${processId}, clock_timestamp(), clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET beat_at = EXCLUDED.beat_at, steady_since = CASE
      WHEN own.beat_at BETWEEN EXCLUDED.beat_at - make_interval(secs => ${MAX_HEARTBEAT_GAP_SECONDS}::float8)
        AND EXCLUDED.beat_at
      THEN own.steady_since ELSE EXCLUDED.beat_at END
    RETURNING beat_at AS at`;
  if (row === undefined) throw new Error('the heartbeat query returned no row');
  return { at: row.at, askedMs: sentAtMs, answeredMs: performance.now() };
}

async function deleteOldHeartbeats({ db }: HeartbeatDeps): Promise<void> {
  await db.$executeRaw`
    DELETE FROM process_heartbeat
    WHERE beat_at < clock_timestamp() - make_interval(days => ${RETENTION_DAYS}::int)`;
}
