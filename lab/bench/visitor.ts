import { PASSWORD } from '../../e2e/content.ts';

export type Visitor = { cookie: string; post: Post };

export type Post = (path: string, body: unknown) => Promise<{ status: number; ms: number }>;

export async function signIn(origin: string, email: string): Promise<Visitor> {
  const cookies = new Map<string, string>();
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) cookies.set(name, value);
    }
  };
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const post: Post = async (path, body) => {
    const { response, ms } = await postJson(origin + path, {
      headers: { 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '', cookie: cookie() },
      body,
    });
    keep(response);
    return { status: response.status, ms };
  };
  keep(await fetch(`${origin}/api/users/status`));
  const { status } = await post('/api/connect', { email, mdp: PASSWORD });
  if (status !== 200) throw new Error(`No log-in for ${email}: ${status}`);
  return { cookie: cookie(), post };
}

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
