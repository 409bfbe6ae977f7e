import type { Deps } from '@shop/api/context';
import { appRouter } from '@shop/api/router';
import { isActivationLink } from '@shop/api/users/activation';
import { isSubscriber } from '@shop/api/users/current-subscription';
import { activateSchema } from '@shop/domain/account.schema';
import { unstable_localLink as localLink } from '@trpc/client';
import type { FastifyInstance } from 'fastify';

import type { WebTools } from '../app.ts';
import { createContentPolicy } from './content-policy.ts';
import { registerDevelopmentFiles } from './development.ts';
import { registerDiscovery } from './discovery/register-discovery.ts';
import { createBuiltRenderer, type PageRenderer } from './page-renderer.ts';
import { registerPages } from './pages.ts';
import { registerStaticFiles } from './static-files.ts';

export type WebOptions = Pick<Deps, 'db' | 'clock'> & {
  mode: PageRenderer['mode'];
  publicUrl: string;
  /** The folder of apps/web. */
  webDirectory: string;
  stripeJsUrl: string;
  stripeApiUrl: string;
};

/** Makes what adds the site, its files and its pages, to the server. */
export function createWeb(options: WebOptions) {
  return async (app: FastifyInstance, tools: WebTools): Promise<void> => {
    registerDiscovery(app, { ...options, contentVersion: tools.contentVersion });
    registerPages(app, {
      publicUrl: options.publicUrl,
      renderer: await createRenderer(app, options),
      contentPolicy: createContentPolicy(options),
      contentVersion: tools.contentVersion,
      viewerOf: async (request) => {
        const session = await tools.sessionOf(request);
        if (session === null) return 'visitor';
        return (await isSubscriber(options, session.userId)) ? 'subscriber' : 'member';
      },
      isGoodLink: async (link) => {
        const read = activateSchema.safeParse(link);
        return read.success && isActivationLink(options, read.data);
      },
      linkOf: (request) =>
        localLink({ router: appRouter, createContext: () => tools.contextOf(request) }),
    });
  };
}

async function createRenderer(app: FastifyInstance, options: WebOptions) {
  if (options.mode === 'development') return registerDevelopmentFiles(app, options);
  await registerStaticFiles(app, options.webDirectory);
  return createBuiltRenderer(options);
}
