import type { AppRouter } from '@shop/api/router';
import type { ErrorCode } from '@shop/domain/errors';
import {
  httpBatchLink,
  httpLink,
  splitLink,
  type Operation,
  type TRPCClientError,
} from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';

import type { ApiLink } from './data.ts';
import { askForSession, NOT_LOGGED_IN, xsrfToken } from './xsrf-token.ts';

const MAX_BATCH = 10;

function commonHeaders(): Record<string, string> {
  const token = xsrfToken();
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

/** What a call is answered, before any effect, whose token is missing or not of this session. */
const TOKEN_REFUSED = 'invalid_xsrf_token' satisfies ErrorCode;

/**
 * The browser's way to the procedures: HTTP in batches, with the XSRF token of the cookie (contract,
 * section 2). A call with an idempotency key goes alone, since the key is a header. `onSignedOut` hears
 * of every call that wanted a session and found none.
 *
 * Pages come without a token: one is asked for when a form is first touched, or else by the first call
 * that changes something. A call whose token is refused is made once more, with the same key.
 */
export function createBrowserLink(onSignedOut: () => void): ApiLink {
  askAtFirstTouch();
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
      observable((observer) => {
        let sent: Unsubscribable | undefined;

        const attempt = (isLast: boolean) => {
          sent = send(call).subscribe({
            ...observer,
            error: (error) => void settle(error, isLast),
          });
        };
        const settle = async (error: TRPCClientError<AppRouter>, isLast: boolean) => {
          if (error.message === TOKEN_REFUSED && !isLast) {
            await askForSession();
            // A browser that keeps no cookies would be refused again.
            if (xsrfToken() !== undefined) return attempt(true);
          }
          if (error.message === NOT_LOGGED_IN) onSignedOut();
          return observer.error(error);
        };

        const needsToken = call.op.type === 'mutation' && xsrfToken() === undefined;
        if (needsToken) void askForSession().then(() => attempt(false));
        else attempt(false);
        return () => sent?.unsubscribe();
      });
  };
}

/** Has the token there by the time that a form is sent, and asks for none on behalf of who only reads. */
function askAtFirstTouch(): void {
  const ask = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest('form') === null) return;
    document.removeEventListener('focusin', ask);
    if (xsrfToken() === undefined) void askForSession();
  };
  document.addEventListener('focusin', ask);
}
