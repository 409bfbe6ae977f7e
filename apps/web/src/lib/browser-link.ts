import { httpBatchLink, httpLink, splitLink, type Operation } from '@trpc/client';
import { observable } from '@trpc/server/observable';

import type { ApiLink } from './data.ts';
import { NOT_LOGGED_IN, sessionMark } from './session-mark.ts';

const MAX_BATCH = 10;

function commonHeaders(): Record<string, string> {
  const token = sessionMark();
  return {
    'X-Locale': document.documentElement.lang,
    ...(token === undefined ? {} : { 'X-XSRF-TOKEN': decodeURIComponent(token) }),
  };
}

/** The key that makes a call count once, however often it is sent; undefined for most calls. */
function idempotencyKeyOf(operation: Operation): string | undefined {
  const key = operation.context['idempotencyKey'];
  return typeof key === 'string' ? key : undefined;
}

/**
 * The browser's way to the procedures: HTTP in batches, with the XSRF token of the cookie (contract,
 * section 2). A call with an idempotency key goes alone, since the key is a header. `onSignedOut` hears
 * of every call that wanted a session and found none.
 */
export function createBrowserLink(onSignedOut: () => void): ApiLink {
  const overHttp: ApiLink = splitLink({
    condition: (operation) => idempotencyKeyOf(operation) !== undefined,
    true: httpLink({
      url: '/trpc',
      headers: ({ op }) => ({ ...commonHeaders(), 'Idempotency-Key': idempotencyKeyOf(op) }),
    }),
    false: httpBatchLink({ url: '/trpc', maxItems: MAX_BATCH, headers: commonHeaders }),
  });
  return (runtime) => {
    const send = overHttp(runtime);
    return (call) =>
      observable((observer) =>
        send(call).subscribe({
          next: (answer) => observer.next(answer),
          complete: () => observer.complete(),
          error: (error) => {
            if (error.message === NOT_LOGGED_IN) onSignedOut();
            observer.error(error);
          },
        }),
      );
  };
}
