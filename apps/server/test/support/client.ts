import type { OutgoingHttpHeaders } from 'node:http';

import type { FastifyInstance, InjectOptions } from 'fastify';

/** `body` is the parsed JSON; undefined if the answer has none. */
export type Answer<Body = unknown> = {
  status: number;
  headers: OutgoingHttpHeaders;
  text: string;
  body: Body;
};

export type Sent = {
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
};

/** Stores its cookies and repeats the XSRF token, like a browser. */
export type TestClient = {
  get: (url: string, sent?: Sent) => Promise<Answer>;
  post: (url: string, body?: unknown, sent?: Sent) => Promise<Answer>;
  put: (url: string, body?: unknown, sent?: Sent) => Promise<Answer>;
  delete: (url: string, sent?: Sent) => Promise<Answer>;
  /** Sends any method with exactly these headers and the stored cookies; adds no token. */
  send: (method: InjectOptions['method'], url: string, sent?: Sent) => Promise<Answer>;
  /** Does not batch. */
  query: (name: string, input?: unknown) => Promise<Answer>;
  mutate: (name: string, input?: unknown, sent?: Sent) => Promise<Answer>;
  cookies: Map<string, string>;
  copy: () => TestClient;
};

/**
 * Creates a client without cookies; the first mutation fetches an XSRF token by a GET, as
 * docs/api/first-call.md describes.
 */
export function createTestClient(
  server: FastifyInstance,
  cookies = new Map<string, string>(),
): TestClient {
  const send: TestClient['send'] = async (method, url, { headers = {}, body } = {}) => {
    const sentCookies = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await server.inject({
      method: method ?? 'GET',
      url,
      headers: {
        ...(sentCookies === '' ? {} : { cookie: sentCookies }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      body: parse(response.payload),
    };
  };

  const mutate = async (method: 'POST' | 'PUT' | 'DELETE', url: string, sent: Sent) => {
    if (!cookies.has('XSRF-TOKEN')) await send('GET', '/api/users/status');
    const token = cookies.get('XSRF-TOKEN') ?? '';
    return send(method, url, { ...sent, headers: { 'x-xsrf-token': token, ...sent.headers } });
  };

  return {
    cookies,
    send,
    get: (url, sent) => send('GET', url, sent),
    post: (url, body, sent) => mutate('POST', url, { ...sent, body: body ?? {} }),
    put: (url, body, sent) => mutate('PUT', url, { ...sent, body: body ?? {} }),
    delete: (url, sent = {}) => mutate('DELETE', url, sent),
    query: (name, input) =>
      send(
        'GET',
        input === undefined
          ? `/trpc/${name}`
          : `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`,
      ),
    mutate: (name, input, sent) => mutate('POST', `/trpc/${name}`, { ...sent, body: input ?? {} }),
    copy: () => createTestClient(server, new Map(cookies)),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
