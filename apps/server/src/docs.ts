import { randomBytes } from 'node:crypto';

import apiReference from '@scalar/fastify-api-reference';
import { createOpenApiDocument } from '@shop/api/rest/openapi';
import { BRAND } from '@shop/domain/brand';
import { DomainError } from '@shop/domain/errors';
import type { FastifyInstance } from 'fastify';

import { REST_PREFIX } from './calls/prefixes.ts';
import { compress, encodingOf, type Encoding } from './content/content-encoding.ts';
import { readGuides } from './guides.ts';

const PAGE = `${REST_PREFIX}/docs`;

/** Stands in the page for the nonce of the answer that carries it. */
const NONCE_PLACE = 'nonce-of-this-answer';

/** The reference page runs its own script, shows its own styles, and talks to this site alone. */
const policyWith = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    // It sets style attributes; a script it could not smuggle in by one.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Serves `GET /api/docs`: the guides and every call, for people. Its document is that of programs with
 * the guides in it; `GET /api/docs/guides.md` has them alone, for whoever reads in a terminal.
 */
export async function registerDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  const guides = await readGuides(publicUrl, '#');
  const document = createOpenApiDocument();
  const description = await readGuides(publicUrl, '#description/');
  const reference = JSON.stringify({ ...document, info: { ...document.info, description } });
  await app.register(async (scope) => {
    const pack = createPacker();
    scope.addHook('onSend', async (request, reply, payload) => {
      if (reply.statusCode >= 400) return payload;
      reply.header('cache-control', 'private, max-age=300');
      if (typeof payload !== 'string') return payload;
      const type = String(reply.getHeader('content-type'));
      if (type.startsWith('application/javascript')) {
        const encoding = encodingOf(request);
        reply.headers({ 'cache-control': 'private, max-age=86400', vary: 'accept-encoding' });
        if (encoding !== 'identity') reply.header('content-encoding', encoding);
        return pack(payload, encoding);
      }
      if (!type.startsWith('text/html')) return payload;
      const nonce = randomBytes(16).toString('base64url');
      reply.header('content-security-policy', policyWith(nonce));
      return payload.replaceAll(NONCE_PLACE, nonce);
    });
    scope.addHook('onRequest', async ({ hostname }) => {
      // The package makes an address of it, and fails where that is none.
      if (!URL.canParse(`http://${hostname}`)) throw new DomainError('invalid_fields');
    });
    scope.get(REST_PREFIX, (_request, reply) => reply.redirect(`${PAGE}/`, 302));
    scope.get(`${PAGE}/reference.json`, (_request, reply) =>
      reply.header('content-type', 'application/json; charset=utf-8').send(reference),
    );
    scope.get(`${PAGE}/guides.md`, (_request, reply) =>
      reply.header('content-type', 'text/markdown; charset=utf-8').send(guides),
    );
    await scope.register(apiReference, {
      routePrefix: PAGE,
      configuration: {
        url: `${PAGE}/reference.json`,
        pageTitle: `${BRAND.name} API`,
        nonce: NONCE_PLACE,
        withDefaultFonts: false,
        hideClientButton: true,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: 'never',
        persistAuth: false,
      },
    });
  });
}

/** Packs the page's script, four megabytes that never change, once for each encoding. */
function createPacker() {
  const packed = new Map<Encoding, Promise<Buffer>>();
  return (script: string, encoding: Encoding): Promise<Buffer> => {
    const known = packed.get(encoding) ?? compress(Buffer.from(script), encoding);
    packed.set(encoding, known);
    return known;
  };
}
