import { I18nProvider } from '@lingui/react';
import { toInnerPath, toPublicPath } from '@shop/domain/paths';
import { createRouter as createTanstackRouter } from '@tanstack/react-router';

import type { Catalog } from './lib/catalogs.ts';
import type { DataLoader } from './lib/data.ts';
import type { PageAssets, RouterContext } from './lib/router-context.ts';
import type { Viewer } from './lib/viewer.ts';
import { routeTree } from './routeTree.gen.ts';

/** What the server hands to the browser beside the page itself. */
type Handover = {
  viewer: Viewer;
  assets: PageAssets;
  publicUrl: string;
  catalogs: Catalog[];
  /** The cache of answers, as JSON: the router would not vouch for its inner types. */
  queries: string | null;
};

/** One router per request on the server, one per document in the browser; its language never changes. */
export function createRouter(context: RouterContext, options: { nonce?: string } = {}) {
  const router = createTanstackRouter({
    routeTree,
    context,
    ...(options.nonce === undefined ? {} : { ssr: { nonce: options.nonce } }),
    rewrite: {
      input: ({ url }) => {
        url.pathname = toInnerPath(url.pathname) ?? url.pathname;
        return url;
      },
      output: ({ url }) => {
        url.pathname = toPublicPath(context.locale, url.pathname);
        return url;
      },
    },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultStructuralSharing: true,
    Wrap: ({ children }) => <I18nProvider i18n={context.i18n}>{children}</I18nProvider>,
    dehydrate: (): Handover => ({
      viewer: context.viewer,
      assets: context.assets,
      publicUrl: context.publicUrl,
      catalogs: context.texts.loaded(),
      queries: context.data.current()?.dehydrate() ?? null,
    }),
    hydrate: async (handover: Handover) => {
      const { viewer, assets, publicUrl } = handover;
      await Promise.all([
        context.texts.load(...handover.catalogs),
        handover.queries && restoreQueries(context.data, handover.queries),
      ]);
      router.update({
        ...router.options,
        context: { ...router.options.context, viewer, assets, publicUrl },
      });
    },
  });
  return router;
}

async function restoreQueries(data: DataLoader, queries: string): Promise<void> {
  (await data.load()).hydrate(queries);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
}
