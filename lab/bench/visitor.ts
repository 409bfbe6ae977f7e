import { randomBytes } from 'node:crypto';

import { sessionIdOf } from '@agres/core/session/session';
import type { Db } from '@agres/db/db';

import { PASSWORD } from '../../e2e/content.ts';

/** A logged-in member of a running site. */
export type Visitor = {
  cookie: string;
  post: Post;
  /** Returns the same visitor at another process of the site. */
  at: (origin: string) => { post: Post };
};

/** Sends a request with its visitor's cookies. */
export type Post = (path: string, body: unknown) => Promise<{ status: number; ms: number }>;

/** Logs a member in. */
export async function signIn(origin: string, email: string): Promise<Visitor> {
  const cookies = new Map<string, string>();
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
  };
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const at: Visitor['at'] = (otherOrigin) => ({
    post: (path, body) => send(otherOrigin + path, body),
  });
  const send = async (url: string, body: unknown) => {
    const { response, ms } = await postJson(url, {
      headers: { 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '', cookie: cookie() },
      body,
    });
    keep(response);
    return { status: response.status, ms };
  };
  const { post } = at(origin);
  keep(await fetch(`${origin}/api/users/status`));
  const { status } = await post('/api/connect', { email, mdp: PASSWORD });
  if (status !== 200) throw new Error(`No log-in for ${email}: ${status}`);
  return { cookie: cookie(), post, at };
}

/** Sends JSON and reads the whole response. */
export async function postJson(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: unknown },
): Promise<{ response: Response; ms: number }> {
  const startedAt = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return { response, ms: performance.now() - startedAt };
}

const HOUR_MS = 3_600_000;

/** Creates sessions of members and returns their cookies, as browsers have them after their first page. */
export async function addSessions(
  { origin, db }: { origin: string; db: Db },
  count: number,
): Promise<string[]> {
  const members = await db.user.findMany({ select: { id: true } });
  const secrets = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  await db.session.createMany({
    data: secrets.map((secret, index) => ({
      id: sessionIdOf(secret),
      userId: members[index % members.length]?.id ?? 0,
      expiresAt: new Date(Date.now() + 24 * HOUR_MS * 29),
    })),
  });
  const cookies: string[] = [];
  for (const secret of secrets) {
    const cookie = `session=${secret}`;
    const answer = await fetch(`${origin}/api/users/status`, { headers: { cookie } });
    await answer.arrayBuffer();
    const set = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    cookies.push([cookie, ...set].join('; '));
  }
  return cookies;
}
