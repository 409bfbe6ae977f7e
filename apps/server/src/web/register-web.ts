import type { FastifyInstance } from 'fastify';

import { createContentPolicy } from './content-policy.ts';
import { registerDevelopmentFiles } from './development.ts';
import { createBuiltRenderer, type PageRenderer } from './page-renderer.ts';
import { registerPages, type WebOptions } from './pages.ts';
import { registerStaticFiles } from './static-files.ts';

export type RegisterWebOptions = Pick<WebOptions, 'publicUrl' | 'viewerOf' | 'linkOf'> & {
  mode: PageRenderer['mode'];
  /** The folder of apps/web. */
  webDirectory: string;
  stripeJsUrl: string;
  stripeApiUrl: string;
};

/** Adds the site to the server: its files and its pages. */
export async function registerWeb(app: FastifyInstance, options: RegisterWebOptions) {
  const renderer = await createRenderer(app, options);
  registerPages(app, { ...options, renderer, contentPolicy: createContentPolicy(options) });
}

async function createRenderer(app: FastifyInstance, options: RegisterWebOptions) {
  if (options.mode === 'development') return registerDevelopmentFiles(app, options);
  await registerStaticFiles(app, options.webDirectory);
  return createBuiltRenderer(options);
}
