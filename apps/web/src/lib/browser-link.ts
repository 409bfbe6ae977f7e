import type { ErrorCode } from '@agres/domain/errors';
import type { AppRouter } from '@agres/shop/router';
import {
  httpBatchLink,
  httpLink,
  splitLink,
  type Operation,
  type TRPCClientError,
} from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';

import type { ApiLink } from './data.ts';
import { pageLocale } from './page-locale.ts';
import { askForSession, NOT_LOGGED_IN, xsrfTokens } from './xsrf-token.ts';

const MAX_BATCH = 10;

/** Tokens that the server has rejected. They probably belong to another application on the same domain. */
const refused = new Set<string>();

function tokensToTry(): string[] {
  const tokens = xsrfTokens();
  return [
    ...tokens.filter((token) => !refused.has(token)),
    ...tokens.filter((token) => refused.has(token)),
  ];
}

function headersOf({ context }: Pick<Operation, 'context'>): Record<string, string> {
  const token = context['xsrfToken'];
  return {
    'X-Locale': pageLocale(),
    ...(typeof token === 'string' ? { 'X-XSRF-TOKEN': token } : {}),
  };
}

function idempotencyKeyOf(operation: Operation): string | undefined {
  const key = operation.context['idempotencyKey'];
  return typeof key === 'string' ? key : undefined;
}

/**
 * The server answers this code before it executes anything, for a missing XSRF token or one of another session.
 */
const TOKEN_REFUSED = 'invalid_xsrf_token' satisfies ErrorCode;

/** The maximum number of tokens to try. Other applications may have set cookies with the same name. */
const MAX_TRIES = 5;

/**
 * Creates the tRPC link of the browser: HTTP batches with the XSRF token of the cookie. A call with an
 * idempotency key is sent alone, because the key is a header. So is a call with `skipBatch`, which the server
 * can then answer from its cache. `onSignedOut` runs if a call fails with `not_logged_in`.
 *
 * Pages come without a token. The first focus in a form requests one, or else the first mutation. After a
 * rejected token, the link retries with each other token in the cookies, then with a newly requested one, always
 * with the same idempotency key.
 */
export function createBrowserLink(onSignedOut: () => void): ApiLink {
  requestTokenOnFirstFocus();
  const overHttp: ApiLink = splitLink({
    condition: (operation) =>
      idempotencyKeyOf(operation) !== undefined || operation.context['skipBatch'] === true,
    true: httpLink({
      url: '/trpc',
      headers: ({ op }) => {
        const key = idempotencyKeyOf(op);
        return { ...headersOf(op), ...(key === undefined ? {} : { 'Idempotency-Key': key }) };
      },
    }),
    false: httpBatchLink({
      url: '/trpc',
      maxItems: MAX_BATCH,
      headers: ({ opList: [op] }) => headersOf(op),
    }),
  });
  return (runtime) => {
    const send = overHttp(runtime);
    return (call) =>
      observable((observer) => {
        let sent: Unsubscribable | undefined;

        const tried = new Set<string | undefined>();
        let hasRequestedToken = false;

        const attempt = () => {
          const token = tokensToTry().find((one) => !tried.has(one));
          tried.add(token);
          const op = { ...call.op, context: { ...call.op.context, xsrfToken: token } };
          sent = send({ ...call, op }).subscribe({
            ...observer,
            error: (error) => void settle(error, token),
          });
        };
        const hasUntriedToken = () => tokensToTry().some((one) => !tried.has(one));
        const settle = async (error: TRPCClientError<AppRouter>, token: string | undefined) => {
          if (error.message === TOKEN_REFUSED) {
            if (token !== undefined) refused.add(token);
            if (!hasUntriedToken() && !hasRequestedToken) {
              hasRequestedToken = true;
              await askForSession();
            }
            // Without a new token, as in a browser that blocks cookies, a retry would fail again.
            if (hasUntriedToken() && tried.size < MAX_TRIES) return attempt();
          }
          if (error.message === NOT_LOGGED_IN) onSignedOut();
          return observer.error(error);
        };

        const needsToken = call.op.type === 'mutation' && xsrfTokens().length === 0;
        if (needsToken) void askForSession().then(attempt);
        else attempt();
        return () => sent?.unsubscribe();
      });
  };
}

/** Requests a token before the first submit. Visitors who only read request none. */
function requestTokenOnFirstFocus(): void {
  const ask = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest('form') === null) return;
    document.removeEventListener('focusin', ask);
    if (xsrfTokens().length === 0) void askForSession();
  };
  document.addEventListener('focusin', ask);
}
