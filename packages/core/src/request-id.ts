import { AsyncLocalStorage } from 'node:async_hooks';

/** The request id of the current work. It is asynchronous context, because every statement and log line would need it as an argument. */
const current = new AsyncLocalStorage<string | null>();

/** Runs work that a request caused, so that rows and log lines carry its id; null: no request. */
export function underRequestId<T>(id: string | null, work: () => T): T {
  return current.run(id, work);
}

/** The id of the request that caused what is done now; null where none did. */
export function currentRequestId(): string | null {
  return current.getStore() ?? null;
}

type Log = Record<
  'debug' | 'info' | 'warn' | 'error' | 'fatal',
  (fields: object, event: string) => void
>;

/** The same log, whose lines bear the id of a request, as the lines of the request itself do. */
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
