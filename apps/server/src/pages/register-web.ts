import type { Deps } from '@shop/api/context';
import { isLiveLetter } from '@shop/api/declarations/answer-letter';
import { appRouter } from '@shop/api/router';
import { isStockLink } from '@shop/api/stock-requests/stock-requests';
import { isSubscriber, subscribersAmong } from '@shop/api/subscription/access';
import { isActivationLink } from '@shop/api/users/activation';
import { isConfirmationLink } from '@shop/api/users/email-change';
import { isUndoLink } from '@shop/api/users/email-undo';
import { emailLinkSchema, type EmailLink } from '@shop/domain/users.schema';
import { unstable_localLink as localLink } from '@trpc/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { WebTools } from '../app.ts';
import { askTogether } from '../cache/ask-together.ts';
import type { Bundler } from './bundler.ts';
import { contentPolicyFor } from './content-policy.ts';
import { registerDevelopmentFiles } from './development.ts';
import { registerDiscovery } from './discovery/register-discovery.ts';
import { createBuiltRenderer, type PageRenderer } from './page-renderer.ts';
import { registerPages, type LinkedPage, type PagesOptions } from './pages.ts';
import { registerStaticFiles } from './static-files.ts';

export type WebOptions = Pick<Deps, 'db' | 'clock'> & {
  /** In development, the bundler that serves the sources; else the build is served. */
  bundler: Bundler | null;
  publicUrl: string;
  /** The folder of apps/web. */
  webDirectory: string;
  /** Where files of other releases are kept; null: nowhere. */
  assetsFolder: string | null;
  stripeJsUrl: string;
  stripeApiUrl: string;
};

/** The check of each linked page: whether its link is valid. */
const LINK_CHECKS: Record<
  LinkedPage,
  (deps: Pick<Deps, 'db' | 'clock'>, link: EmailLink) => Promise<boolean>
> = {
  activation: isActivationLink,
  confirmEmail: isConfirmationLink,
  undoEmailChange: isUndoLink,
  declarationLetter: isLiveLetter,
  endStockRequests: isStockLink,
};

/** Returns the function that adds the site, its files and its pages, to the server. */
export function createWeb(options: WebOptions) {
  return async (app: FastifyInstance, tools: WebTools): Promise<void> => {
    const isSubscriberBySecret = askTogether((secrets: readonly string[]) =>
      subscribersAmong(options, secrets),
    );
    const viewerBySecret = async (secret: string) => {
      const known = await isSubscriberBySecret(secret);
      if (known === undefined) return undefined;
      return known ? 'subscriber' : 'member';
    };
    registerDiscovery(app, { ...options, contentVersion: tools.contentVersion });
    registerPages(app, {
      publicUrl: options.publicUrl,
      renderer: await createRenderer(app, options),
      contentPolicy: contentPolicyFor({
        ...options,
        mode: options.bundler === null ? 'built' : 'development',
      }),
      ...tools,
      viewerBySecret,
      viewerOf: async (request) => {
        const secret = tools.sessionSecretOf(request);
        const known = secret === undefined ? undefined : await viewerBySecret(secret);
        if (known !== undefined) return known;
        const session = await tools.sessionOf(request);
        if (session === null) return 'visitor';
        return (await isSubscriber(options, session.userId)) ? 'subscriber' : 'member';
      },
      isValidLink: async (page, link) => {
        const read = emailLinkSchema.safeParse(link);
        return read.success && LINK_CHECKS[page](options, read.data);
      },
      ...pageLinksOf(tools),
    });
  };
}

/** How pages reach the procedures, in this process: as whoever asks for them, or as nobody. */
export function pageLinksOf({ contextOf, nobodysContext }: WebTools) {
  return {
    linkOf: (request: FastifyRequest) =>
      localLink({ router: appRouter, createContext: () => contextOf(request) }),
    publicLink: localLink({ router: appRouter, createContext: async () => nobodysContext() }),
  } satisfies Pick<PagesOptions, 'linkOf' | 'publicLink'>;
}

async function createRenderer(
  app: FastifyInstance,
  { bundler, ...options }: WebOptions,
): Promise<PageRenderer> {
  if (bundler !== null) return registerDevelopmentFiles(app, { ...options, bundler });
  await registerStaticFiles(app, options);
  return createBuiltRenderer(options);
}
