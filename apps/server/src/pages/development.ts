import middie from '@fastify/middie';
import type { FastifyInstance } from 'fastify';

import type { Bundler } from './bundler.ts';
import {
  createDevelopmentRenderer,
  type PageRenderer,
  type RendererOptions,
} from './page-renderer.ts';

/** Adds Vite to the server: it serves sources unbundled, and replaces them in open pages when they change. */
export async function registerDevelopmentFiles(
  app: FastifyInstance,
  { bundler, ...options }: RendererOptions & { bundler: Bundler },
): Promise<PageRenderer> {
  await app.register(middie);
  app.use(bundler.vite.middlewares);
  return createDevelopmentRenderer(bundler, options);
}
