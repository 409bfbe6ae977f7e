import type { Deps } from '@agres/core/context';
import { emailLinkSchema, type EmailLink } from '@agres/domain/users.schema';
import { readSubscriberStatusBySession } from '@agres/money/subscription/access';
import { appRouter } from '@agres/shop/router';
import { isStockLink } from '@agres/shop/stock-requests/stock-requests';
import { isStockRequestLink } from '@agres/shop/stock-requests/visitor-requests';
import { isActivationLink } from '@agres/shop/users/activation';
import { isConfirmationLink } from '@agres/shop/users/email-change';
import { isUndoLink } from '@agres/shop/users/email-undo';
import { isRecoveryLink } from '@agres/shop/users/recovery';
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
import { registerStoredPictures } from './stored-pictures.ts';

export type WebOptions = Pick<Deps, 'db' | 'clock'> & {
  /** Serves the sources; null if the build is served. */
  bundler: Bundler | null;
  publicUrl: string;
  webDirectory: string;
  /** The folder for files of other releases; null if there is none. */
  assetsFolder: string | null;
  stripeJsUrl: string;
  stripeApiUrl: string;
};

const LINK_CHECKS: Record<
  LinkedPage,
  (deps: Pick<Deps, 'db' | 'clock'>, link: EmailLink) => Promise<boolean>
> = {
  activation: isActivationLink,
  passwordRecovery: isRecoveryLink,
  confirmEmail: isConfirmationLink,
  undoEmailChange: isUndoLink,
  confirmStockRequest: isStockRequestLink,
  endStockRequests: isStockLink,
};

/** Returns the function that adds the site's files and pages to the server. */
export function createWeb(options: WebOptions) {
  return async (app: FastifyInstance, tools: WebTools): Promise<void> => {
    const isSubscriberBySecret = askTogether((secrets: readonly string[]) =>
      readSubscriberStatusBySession(options, secrets),
    );
    const viewerBySecret = async (secret: string) => {
      const known = await isSubscriberBySecret(secret);
      if (known === undefined) return undefined;
      return known ? 'subscriber' : 'member';
    };
    registerStoredPictures(app, options);
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
        const caller = await tools.callerOf(request);
        if (caller === null) return 'visitor';
        return caller.account.subscription === null ? 'member' : 'subscriber';
      },
      isValidLink: async (request, page, link) => {
        // The guard of the page redirects a member.
        if (page === 'passwordRecovery' && (await tools.sessionOf(request)) !== null) return true;
        const read = emailLinkSchema.safeParse({ nonce: link['retrieve'], ...link });
        if (!read.success || !(await LINK_CHECKS[page](options, read.data))) return false;
        if (page !== 'confirmEmail') return true;
        const session = await tools.sessionOf(request);
        // A visitor is redirected to the log-in; a member of another account can do nothing here.
        return session === null || session.userId === read.data.id;
      },
      ...pageLinksOf(tools),
    });
  };
}

/**
 * Returns the links from pages to the procedures in this process, with the session of the request or without
 * one.
 */
export function pageLinksOf({ contextOf, anonymousContext }: WebTools) {
  return {
    linkOf: (request: FastifyRequest) =>
      localLink({ router: appRouter, createContext: () => contextOf(request) }),
    publicLink: localLink({ router: appRouter, createContext: async () => anonymousContext() }),
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
