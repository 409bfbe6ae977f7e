import createFetchClient, { mergeHeaders } from 'openapi-fetch';

import type { AnswerOf, ArgumentsOf, CallOptions, Method, PathOf } from './calls.ts';
import { browserCookies, createCookieJar, TOKEN_HEADER, type Cookies } from './cookies.ts';
import { KEYED_CALLS } from './generated/api.ts';
import { pause, pauseBeforeRepeating } from './repeating.ts';
import { ShopError } from './shop-error.ts';

export type { AnswerOf, CallOptions, InputOf, KeyedCallOptions, PathOf } from './calls.ts';
export type * from './generated/api.ts';
export { ShopError, type ErrorCode } from './shop-error.ts';

export type ClientOptions = {
  /** Where the shop is, such as `https://shop.example`. */
  baseUrl: string;
  /** The language of e-mails to people whose language the shop does not know. */
  locale?: 'fr' | 'en' | undefined;
  /** How long a request may take, in ms; 30 seconds. An answer after that is lost. */
  timeoutMs?: number | undefined;
  /** Until when a call is made again, in ms after it began; a minute. 0: never. */
  patienceMs?: number | undefined;
  /** The cookies of a program by name: keep them, and the session outlives the process. */
  cookies?: Cookies | undefined;
  /** Makes the requests, instead of the global `fetch`; what it is given ends with the signal. */
  fetch?: ((request: Request, init: { signal: AbortSignal }) => Promise<Response>) | undefined;
};

type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...rest: ArgumentsOf<M, P>
) => Promise<AnswerOf<M, P>>;

/** The calls of the shop, by method and path. Each answers with what the shop says, or throws a `ShopError`. */
export type Client = {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  delete: Call<'delete'>;
};

/** The parts of a call that openapi-fetch needs: the types above know the rest. */
type AnyCall = {
  parameters: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  requestBody?: { content: { 'application/json': unknown } };
  responses: { 200: { content: { 'application/json': unknown } } };
};

type AnyOptions = CallOptions & { idempotencyKey?: string | undefined };

/** How many refused tokens make a call end: a browser may have several that are not the shop's. */
const MOST_REFUSALS = 4;

/** Makes a client: one for each person, because it has a session. */
export function createClient(options: ClientOptions): Client {
  const isInBrowser = options.cookies === undefined && typeof document !== 'undefined';
  const jar = isInBrowser ? browserCookies : createCookieJar(options.cookies ?? new Map());
  const http = createFetchClient<Record<string, Record<Method, AnyCall>>>({
    baseUrl: new URL(options.baseUrl).href.replace(/(?:\/api)?\/*$/, '/api'),
    // A redirected call would carry the session and the token to wherever it leads.
    redirect: 'manual',
  });
  const send = options.fetch ?? globalThis.fetch;

  async function call<Answer>(
    method: Method,
    path: string,
    [input, how = {}]: [input?: unknown, how?: AnyOptions | undefined],
  ): Promise<Answer> {
    const isKeyed = KEYED_CALLS.some((keyed) => keyed === `${method} ${path}`);
    const idempotencyKey = isKeyed ? (how.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const told = { call: `${method.toUpperCase()} ${path}`, idempotencyKey };
    const endsAt = performance.now() + (how.patienceMs ?? options.patienceMs ?? 60_000);

    const refused = new Set<string | undefined>();

    async function once(): Promise<{ answer: Answer } | ShopError> {
      const headers = mergeHeaders(jar.headers(refused), {
        'Accept-Language': options.locale,
        'Idempotency-Key': idempotencyKey,
      });
      const limit = { ms: how.timeoutMs ?? options.timeoutMs ?? 30_000, signal: how.signal };
      try {
        const { data, error, response } = await withTimeLimit(limit, (signal) =>
          http.request(method, path, {
            ...(method === 'get' ? { params: placesOf(path, input) } : { body: input }),
            headers,
            parseAs: 'text',
            signal,
            // Once more: the signal of a `Request` may be collected while its answer is waited for, in
            // Node 20 and 26 alike, and then never fires.
            fetch: (request) => send(request, { signal }),
          }),
        );
        jar.keep(response.headers);
        const answer: Answer | undefined = data === undefined ? undefined : readJson(data);
        return answer === undefined
          ? new ShopError({ ...told, response, body: error })
          : { answer };
      } catch (cause) {
        how.signal?.throwIfAborted();
        return new ShopError({ ...told, cause });
      }
    }

    for (let rounds = 1; ; rounds += 1) {
      const tokenSent = jar.headers(refused)[TOKEN_HEADER];
      const outcome = await once();
      if (!(outcome instanceof ShopError)) return outcome.answer;
      if (outcome.code === 'invalid_xsrf_token' && refused.size < MOST_REFUSALS) {
        refused.add(tokenSent);
        // The refusal has set a token that fits, beside those of others.
        if (!refused.has(jar.headers(refused)[TOKEN_HEADER])) continue;
      }
      const waitMs = pauseBeforeRepeating(outcome, { method, path, idempotencyKey, rounds });
      if (waitMs === undefined || performance.now() + waitMs > endsAt) throw outcome;
      await pause(waitMs, how.signal);
    }
  }

  const callsBy =
    <M extends Method>(method: M): Call<M> =>
    (path, ...rest) =>
      call(method, path, rest);
  return {
    get: callsBy('get'),
    post: callsBy('post'),
    put: callsBy('put'),
    delete: callsBy('delete'),
  };
}

/** Fields that the path names in braces, and the others, which follow it. */
function placesOf(path: string, input: unknown) {
  const isInPath = ([name]: [string, unknown]) => path.includes(`{${name}}`);
  const fields = Object.entries<unknown>(Object(input));
  return {
    path: Object.fromEntries(fields.filter(isInPath)),
    query: Object.fromEntries(fields.filter((field) => !isInPath(field))),
  };
}

/** The JSON of an answer; undefined where something that is no shop gave it. */
function readJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Runs a request that ends with the caller's signal, or once its time is over, even if it heeds neither. */
async function withTimeLimit<Outcome>(
  { ms, signal }: { ms: number; signal: AbortSignal | undefined },
  run: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const controller = new AbortController();
  const over = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`no answer within ${ms} ms`, 'TimeoutError'));
  }, ms);
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  try {
    return await Promise.race([over, run(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
