import type { IncomingMessage } from 'node:http';

import { createWait, underWait, type Wait } from '@agres/db/wait-limit';

/** Does work for a request: all that is done for it waits for the database so long together. */
export type UnderRequestWait = <T>(request: IncomingMessage, work: () => T) => T;

/** `limitMs`: how long a request waits; the product's limit by default. */
export function createRequestWaits(limitMs?: number): UnderRequestWait {
  const waits = new WeakMap<IncomingMessage, Wait>();
  return (request, work) => {
    const wait = waits.get(request) ?? createWait(limitMs);
    waits.set(request, wait);
    return underWait(wait, work);
  };
}
