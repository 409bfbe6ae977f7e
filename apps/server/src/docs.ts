import { randomBytes } from 'node:crypto';

import apiReference from '@scalar/fastify-api-reference';
import { BRAND } from '@shop/domain/brand';
import type { FastifyInstance } from 'fastify';

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

/** Serves `GET /api/docs`: the REST calls for people, from the document for programs. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      reply.header('cache-control', 'private, max-age=300');
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
      if (!isPage || typeof payload !== 'string') return payload;
      const nonce = randomBytes(16).toString('base64url');
      reply.header('content-security-policy', policyWith(nonce));
      return payload.replaceAll(NONCE_PLACE, nonce);
    });
    await scope.register(apiReference, {
      routePrefix: '/api/docs',
      configuration: {
        url: '/api/openapi.json',
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
