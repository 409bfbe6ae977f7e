import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Refuses hosts other than this machine, and pages of other sites, which could otherwise read and change the
 * emulator's data through a developer's browser. The shop's own pages are allowed: the provider's script calls
 * from their origin.
 */
export function answerOnlyThisMachine(app: FastifyInstance, sites: readonly string[]): void {
  // A page with the opaque origin `null` has no host and belongs to no allowed site.
  const isOwn = (host: string) => host !== '' && (isLoopback(host) || sites.includes(host));
  app.addHook('onRequest', async (request, reply) => {
    const { headers } = request;
    const { origin, host } = headers;
    if (!isLoopback(hostOf(`http://${host}`))) return refuse(reply, 'this host');
    if (origin !== undefined && !isOwn(hostOf(origin)))
      return refuse(reply, 'pages of this origin');
    if (isControlOfAnotherSite(request)) return refuse(reply, 'pages of other sites');
    reply.header('vary', 'origin');
    if (origin !== undefined) reply.header('access-control-allow-origin', origin);
    if (request.method !== 'OPTIONS') return undefined;
    return (
      reply
        .code(204)
        .header('access-control-allow-methods', 'GET, POST, DELETE')
        // All headers are allowed, as with the provider, which ignores additional fields.
        .header('access-control-allow-headers', headers['access-control-request-headers'] ?? '*')
        .send()
    );
  });
}

/**
 * Whether another site sends a request to the control. Images and forms send no origin, or an opaque
 * one, so `sec-fetch-site` decides. A link to the control page is allowed.
 */
function isControlOfAnotherSite({ headers, url, method }: FastifyRequest): boolean {
  if (!url.startsWith('/_emulator/')) return false;
  const isLink =
    headers['sec-fetch-mode'] === 'navigate' && method === 'GET' && url === '/_emulator/';
  return /^(?:cross-site|same-site)$/.test(String(headers['sec-fetch-site'])) && !isLink;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

const isLoopback = (host: string) =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '[::1]' ||
  /^127(?:\.\d{1,3}){3}$/.test(host);

const refuse = (reply: FastifyReply, whom: string) =>
  reply.code(403).send({ error: { message: `The payment emulator does not answer ${whom}.` } });
