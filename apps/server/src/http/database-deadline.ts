import type { IncomingMessage } from 'node:http';

import { createDeadline, runWithDeadline, type Deadline } from '@agres/db/database-deadline';

/** Runs work for a request. All work for one request shares its database deadline. */
export type RunForRequest = <T>(request: IncomingMessage, work: () => T) => T;

/**
 * Creates the deadlines of requests. `deadlineMs` is the total time for a request's statements; the product's
 * deadline by default.
 */
export function createRequestDeadlines(deadlineMs?: number): RunForRequest {
  const deadlines = new WeakMap<IncomingMessage, Deadline>();
  return (request, work) => {
    const deadline = deadlines.get(request) ?? createDeadline(deadlineMs);
    deadlines.set(request, deadline);
    return runWithDeadline(deadline, work);
  };
}
