import { PASSWORD } from './rows.ts';

/** The answer, or null if the connection broke. */
export type Reply = { status: number; body: unknown } | null;

type Opened = { status: number; location: string | null; text: string };

/** Sends requests over real connections; stores cookies across processes, and repeats the XSRF token. */
export type Visitor = {
  fetchToken: (origin: string) => Promise<void>;
  signIn: (origin: string, email: string) => Promise<void>;
  post: (url: string, body: unknown, headers?: Record<string, string>) => Promise<Reply>;
  put: Visitor['post'];
  delete: (url: string) => Promise<Reply>;
  /** Opens a page without following redirects; null if the connection broke. */
  open: (url: string) => Promise<Opened | null>;
  identity: () => Record<'cookie' | 'x-xsrf-token', string>;
  /** Retries after a 503, as the API guide requires. */
  postUntilAccepted: Visitor['post'];
};

/** Creates a visitor. `always`: headers that every request has. */
export function createVisitor(always: Readonly<Record<string, string>> = {}): Visitor {
  const cookies = new Map<string, string>();

  type Sent = { method?: string; body?: string; headers?: Record<string, string> };

  const identity = () => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
  });

  const ask = async (url: string, init: Sent): Promise<Opened> => {
    const headers = { ...always, ...init.headers, cookie: identity().cookie };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
    const location = response.headers.get('location');
    return { status: response.status, location, text: await response.text() };
  };

  const send = async (url: string, init: Sent): Promise<Reply> => {
    try {
      const { status, text } = await ask(url, init);
      return { status, body: text === '' ? undefined : JSON.parse(text) };
    } catch {
      return null;
    }
  };

  const sendJson =
    (method: 'POST' | 'PUT'): Visitor['post'] =>
    (url, body, headers = {}) =>
      send(url, {
        method,
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
          ...headers,
        },
      });

  const post = sendJson('POST');
  const fetchToken = async (origin: string) => {
    await send(`${origin}/api/users/status`, {});
  };

  const postUntilAccepted: Visitor['post'] = async (...call) => {
    for (let round = 0; round < 40; round += 1) {
      const reply = await post(...call);
      if (reply?.status !== 503) return reply;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return null;
  };

  return {
    post,
    put: sendJson('PUT'),
    fetchToken,
    identity,
    delete: (url) =>
      send(url, {
        method: 'DELETE',
        headers: { 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '' },
      }),
    open: (url) => ask(url, { headers: { accept: 'text/html' } }).catch(() => null),
    postUntilAccepted,
    signIn: async (origin, email) => {
      let reply: Reply = null;
      for (let round = 0; round < 40 && reply?.status !== 200; round += 1) {
        await fetchToken(origin);
        reply = await postUntilAccepted(`${origin}/api/connect`, { email, mdp: PASSWORD });
      }
      if (reply?.status !== 200) throw new Error(`no log-in: ${JSON.stringify(reply)}`);
    },
  };
}
