import { randomBytes } from 'node:crypto';

import { createOpenApiDocument } from '@shop/api/rest/openapi';
import { BRAND } from '@shop/domain/brand';
import type { FastifyInstance } from 'fastify';

import { createApiReference } from './api-reference.ts';
import { REST_PREFIX } from './calls/prefixes.ts';
import { compress, encodingOf, type Encoding } from './content/content-encoding.ts';
import { readGuides } from './guides.ts';

const PAGE = `${REST_PREFIX}/docs`;

/** Stands in the page for the nonce of the answer that carries it. */
const NONCE_PLACE = 'nonce-of-this-answer';

const KEPT_SHORTLY = { 'cache-control': 'private, max-age=300' };

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
  let made: Promise<PackedReference> | undefined;
  const madeReference = () =>
    (made ??= makeReference().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));

  app.get(REST_PREFIX, (_request, reply) => reply.redirect(`${PAGE}/`, 302));
  app.get(PAGE, (_request, reply) => reply.redirect(`${PAGE}/`, 301));
  app.get(`${PAGE}/`, async (_request, reply) => {
    const { page } = await madeReference();
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .headers({ ...KEPT_SHORTLY, 'content-security-policy': policyWith(nonce) })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE_PLACE, nonce));
  });
  app.get(`${PAGE}/js/scalar.js`, async (request, reply) => {
    const { packedScript } = await madeReference();
    const encoding = encodingOf(request);
    reply.headers({ 'cache-control': 'private, max-age=86400', vary: 'accept-encoding' });
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('application/javascript; charset=utf-8').send(await packedScript(encoding));
  });
  app.get(`${PAGE}/reference.json`, (_request, reply) =>
    reply.headers(KEPT_SHORTLY).type('application/json; charset=utf-8').send(reference),
  );
  app.get(`${PAGE}/guides.md`, (_request, reply) =>
    reply.headers(KEPT_SHORTLY).type('text/markdown; charset=utf-8').send(guides),
  );
}

type PackedReference = {
  page: string;
  packedScript: (encoding: Encoding) => Promise<Buffer>;
};

async function makeReference(): Promise<PackedReference> {
  const { page, script } = await createApiReference({
    documentUrl: `${PAGE}/reference.json`,
    title: `${BRAND.name} API`,
    nonce: NONCE_PLACE,
  });
  const packed = new Map<Encoding, Promise<Buffer>>();
  return {
    page,
    // Once for each encoding: it is large and never changes.
    packedScript: (encoding) => {
      const known = packed.get(encoding) ?? compress(script, encoding);
      packed.set(encoding, known);
      return known;
    },
  };
}
