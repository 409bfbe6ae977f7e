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
import { askForSession, NOT_LOGGED_IN, xsrfTokens } from './xsrf-token.ts';

const MAX_BATCH = 10;

/** Tokens that the server has refused, which are others' most likely. */
const refused = new Set<string>();

/** The tokens to try, those that were refused before last. */
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
    'X-Locale': document.documentElement.lang,
    ...(typeof token === 'string' ? { 'X-XSRF-TOKEN': token } : {}),
  };
}

/** The key that makes a call count once, however often it is sent; undefined for most calls. */
function idempotencyKeyOf(operation: Operation): string | undefined {
  const key = operation.context['idempotencyKey'];
  return typeof key === 'string' ? key : undefined;
}

/** What a call is answered, before any effect, whose token is missing or not of this session. */
const TOKEN_REFUSED = 'invalid_xsrf_token' satisfies ErrorCode;

/** How many tokens a call is made with: others may have set cookies of that name. */
const MOST_TRIES = 5;

/**
 * The browser's way to the procedures: HTTP in batches, with the XSRF token of a cookie. A call with an
 * idempotency key goes alone, since the key is a header; so does one that says `goesAlone`, whose answer
 * the server has ready at its own address. `onSignedOut` runs for every call that wanted a session
 * and found none.
 *
 * Pages come without a token: one is asked for when a form is first touched, or else by the first call
 * that changes something. A call whose token is refused is made again with each other one that there is, then
 * with one that is asked for, always with the same idempotency key.
 */
export function createBrowserLink(onSignedOut: () => void): ApiLink {
  askAtFirstTouch();
  const overHttp: ApiLink = splitLink({
    condition: (operation) =>
      idempotencyKeyOf(operation) !== undefined || operation.context['goesAlone'] === true,
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
        let hasAsked = false;

        const attempt = () => {
          const token = tokensToTry().find((one) => !tried.has(one));
          tried.add(token);
          const op = { ...call.op, context: { ...call.op.context, xsrfToken: token } };
          sent = send({ ...call, op }).subscribe({
            ...observer,
            error: (error) => void settle(error, token),
          });
        };
        const isThereAnother = () => tokensToTry().some((one) => !tried.has(one));
        const settle = async (error: TRPCClientError<AppRouter>, token: string | undefined) => {
          if (error.message === TOKEN_REFUSED) {
            if (token !== undefined) refused.add(token);
            if (!isThereAnother() && !hasAsked) {
              hasAsked = true;
              await askForSession();
            }
            // A browser that keeps no cookies would be refused again.
            if (isThereAnother() && tried.size < MOST_TRIES) return attempt();
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

/** Has the token there by the time that a form is sent, and asks for none on behalf of who only reads. */
function askAtFirstTouch(): void {
  const ask = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest('form') === null) return;
    document.removeEventListener('focusin', ask);
    if (xsrfTokens().length === 0) void askForSession();
  };
  document.addEventListener('focusin', ask);
}
