import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Refuses hosts that are not of this machine, and pages of other sites: a visitor of one would let it
 * read and move what is rehearsed here. The site's own pages call from its origin, as the provider's
 * script does, and are let through.
 */
export function answerOnlyThisMachine(app: FastifyInstance, sites: readonly string[]): void {
  // A page without a host, whose origin is `null`, is of no site.
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
        // As at the provider, which ignores additional fields.
        .header('access-control-allow-headers', headers['access-control-request-headers'] ?? '*')
        .send()
    );
  });
}

/** A picture or form of another site has no origin, or hides it; a link may lead to the page. */
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
