import { AsyncLocalStorage } from 'node:async_hooks';

import type { Log } from './context.ts';

/** An AsyncLocalStorage, because every statement and log line would otherwise need the id as an argument. */
const current = new AsyncLocalStorage<string | null>();

/**
 * Runs work under the id of the request that caused it, which its rows and log lines then carry; null without
 * a request.
 */
export function underRequestId<T>(id: string | null, work: () => T): T {
  return current.run(id, work);
}

/** Returns the id of the request that caused the current work; null if none did. */
export function currentRequestId(): string | null {
  return current.getStore() ?? null;
}

/** Returns a log that adds a request id to each line, like the request's own log. */
export function logUnderRequestId(log: Log, id: string | null): Log {
  if (id === null) return log;
  return {
    debug: (fields, event) => log.debug({ reqId: id, ...fields }, event),
    info: (fields, event) => log.info({ reqId: id, ...fields }, event),
    warn: (fields, event) => log.warn({ reqId: id, ...fields }, event),
    error: (fields, event) => log.error({ reqId: id, ...fields }, event),
    fatal: (fields, event) => log.fatal({ reqId: id, ...fields }, event),
  };
}
