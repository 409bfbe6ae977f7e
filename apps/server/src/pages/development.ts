import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import middie from '@fastify/middie';
import type { FastifyInstance } from 'fastify';

import type { Bundler } from './bundler.ts';
import {
  createDevelopmentRenderer,
  type PageRenderer,
  type RendererOptions,
} from './page-renderer.ts';

const SHEET_POLICY = "default-src 'self' 'unsafe-inline' data: ws:";

/** Adds Vite to the server: sources are served unbundled and replaced in the open page when they change. */
export async function registerDevelopmentFiles(
  app: FastifyInstance,
  { bundler, ...options }: RendererOptions & { bundler: Bundler },
): Promise<PageRenderer> {
  const { vite } = bundler;
  // The sheet of the design system is not part of the site or its build.
  const sheet = join(options.webDirectory, 'src/design/index.html');
  app.get('/design', async (request, reply) =>
    reply
      .type('text/html')
      .header('content-security-policy', SHEET_POLICY)
      .send(await vite.transformIndexHtml(request.url, await readFile(sheet, 'utf8'))),
  );
  await app.register(middie);
  app.use(vite.middlewares);
  return createDevelopmentRenderer(bundler, options);
}
