import { randomBytes } from 'node:crypto';

import { BRAND } from '@agres/domain/brand';
import type { createOpenApiDocument } from '@agres/shop/rest/openapi';
import type { FastifyInstance } from 'fastify';

import { compress, encodingOf, type Encoding } from '../cache/content-encoding.ts';
import { prepareAnswer, sendPrepared } from '../cache/prepared-answer.ts';
import { REST_PREFIX } from '../calls/prefixes.ts';
import { createApiReference } from './api-reference.ts';
import type { Guides } from './guides.ts';

const PAGE = `${REST_PREFIX}/docs`;

const NONCE_PLACEHOLDER = 'nonce-of-this-answer';

const SHORT_CACHE = { 'cache-control': 'private, max-age=300' };

/** The page has its own script and styles, and connects only to this site. */
const policyWith = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Scalar sets style attributes, which cannot run a script.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export type DocsOptions = {
  document: ReturnType<typeof createOpenApiDocument>;
  guidesWith: Guides;
};

/**
 * Serves the API reference at `GET /api/docs`. The page loads the OpenAPI document with the guides in it;
 * `GET /api/docs/guides.md` serves the guides alone, for reading in a terminal.
 */
export async function registerDocs(
  app: FastifyInstance,
  { document, guidesWith }: DocsOptions,
): Promise<void> {
  const guides = prepareAnswer(guidesWith('#'));
  const description = guidesWith('#description/');
  const reference = prepareAnswer(
    JSON.stringify({ ...document, info: { ...document.info, description } }),
  );
  let loaded: Promise<PackedReference> | undefined;
  const loadReference = () =>
    (loaded ??= makeReference().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));

  app.get(REST_PREFIX, (_request, reply) => reply.redirect(`${PAGE}/`, 302));
  app.get(PAGE, (_request, reply) => reply.redirect(`${PAGE}/`, 301));
  app.get(`${PAGE}/`, async (_request, reply) => {
    const { page } = await loadReference();
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .headers({ ...SHORT_CACHE, 'content-security-policy': policyWith(nonce) })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
  });
  app.get(`${PAGE}/js/scalar.js`, async (request, reply) => {
    const { packedScript } = await loadReference();
    const encoding = encodingOf(request);
    reply.headers({ 'cache-control': 'private, max-age=86400', vary: 'accept-encoding' });
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('application/javascript; charset=utf-8').send(await packedScript(encoding));
  });
  app.get(`${PAGE}/reference.json`, (request, reply) =>
    sendPrepared(request, reply, { answer: reference, type: 'application/json; charset=utf-8' }),
  );
  app.get(`${PAGE}/guides.md`, (request, reply) =>
    sendPrepared(request, reply, { answer: guides, type: 'text/markdown; charset=utf-8' }),
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
    nonce: NONCE_PLACEHOLDER,
  });
  const packed = new Map<Encoding, Promise<Buffer>>();
  return {
    page,
    // Each encoding is compressed once, because the script is large and never changes.
    packedScript: (encoding) => {
      const known = packed.get(encoding) ?? compress(script, encoding, 'fast');
      packed.set(encoding, known);
      return known;
    },
  };
}
