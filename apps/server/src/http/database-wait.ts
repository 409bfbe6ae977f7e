import type { IncomingMessage } from 'node:http';

import { createWait, underWait, type Wait } from '@shop/db/wait-limit';

const waits = new WeakMap<IncomingMessage, Wait>();

/** Does work for a request: all that is done for it waits for the database so long together. */
export function underRequestWait<T>(request: IncomingMessage, work: () => T): T {
  const wait = waits.get(request) ?? createWait();
  waits.set(request, wait);
  return underWait(wait, work);
}
