import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import middie from '@fastify/middie';
import type { FastifyInstance } from 'fastify';

import {
  createDevelopmentRenderer,
  type PageRenderer,
  type RendererOptions,
} from './page-renderer.ts';

const SHEET_POLICY = "default-src 'self' 'unsafe-inline' data: ws:";

/** Puts Vite into the server: sources served as they are and replaced in the open page when they change. */
export async function registerDevelopmentFiles(
  app: FastifyInstance,
  options: RendererOptions,
): Promise<PageRenderer> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: options.webDirectory,
    configFile: join(options.webDirectory, 'vite.config.ts'),
    // Bundling the configuration would write into node_modules, and `node --watch` would restart for it.
    configLoader: 'native',
    // Without `cors: false` it would let pages of other ports read what the calls answer.
    server: { middlewareMode: true, cors: false, hmr: { server: app.server } },
    appType: 'custom',
  });
  // The sheet of the design system: no page of the site, and no part of what is built.
  const sheet = join(options.webDirectory, 'src/design/index.html');
  app.get('/design', async (request, reply) =>
    reply
      .type('text/html')
      .header('content-security-policy', SHEET_POLICY)
      .send(await vite.transformIndexHtml(request.url, await readFile(sheet, 'utf8'))),
  );
  await app.register(middie);
  app.use(vite.middlewares);
  app.addHook('onClose', () => vite.close());
  return createDevelopmentRenderer(vite, options);
}
