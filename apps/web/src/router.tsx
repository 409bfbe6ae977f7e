import { I18nProvider } from '@lingui/react';
import { BRAND } from '@shop/domain/brand';
import { toInnerPath, toPublicPath } from '@shop/domain/paths';
import { createRouter as createTanstackRouter, type AnyRoute } from '@tanstack/react-router';

import type { Catalog } from './lib/catalogs.ts';
import type { DataLoader } from './lib/data.ts';
import { untilLoaded } from './lib/missing-code.ts';
import type { PageAssets, RouterContext } from './lib/router-context.ts';
import type { Viewer } from './lib/viewer.ts';
import { routeTree } from './routeTree.gen.ts';
import { UnopenedPage } from './ui/unopened-page.tsx';

/** What the server hands to the browser beside the page itself. */
type Handover = {
  viewer: Viewer;
  assets: PageAssets;
  publicUrl: string;
  catalogs: Catalog[];
  /** Whether the page's data stays alive in the browser. */
  isLive: boolean;
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
    defaultErrorComponent: UnopenedPage,
    scrollRestoration: true,
    defaultStructuralSharing: true,
    Wrap: ({ children }) => <I18nProvider i18n={context.i18n}>{children}</I18nProvider>,
    dehydrate: (): Handover => ({
      viewer: context.viewer,
      assets: context.assets,
      publicUrl: context.publicUrl,
      catalogs: context.texts.loaded(),
      isLive: router.state.matches.some(({ routeId }) => routeId === '/_data'),
      queries: context.data.current()?.dehydrate() ?? null,
    }),
    hydrate: async (handover: Handover) => {
      const { viewer, assets, publicUrl } = handover;
      await untilLoaded(assets.entry, () =>
        Promise.all([
          context.texts.load(...handover.catalogs),
          (handover.isLive || handover.queries) && restoreQueries(context.data, handover.queries),
        ]),
      );
      router.update({
        ...router.options,
        context: { ...router.options.context, viewer, assets, publicUrl },
      });
    },
  });
  const routes: AnyRoute[] = Object.values(router.routesById);
  for (const route of routes) nameUnopened(route);
  return router;
}

const named = new WeakSet<AnyRoute>();

/** A page that did not open may lack the very texts that its title is made of. */
function nameUnopened(route: AnyRoute): void {
  const { head } = route.options;
  if (head === undefined || route.isRoot || named.has(route)) return;
  named.add(route);
  route.options.head = (page) =>
    page.match.status === 'error' ? { meta: [{ title: BRAND.name }] } : head(page);
}

async function restoreQueries(loader: DataLoader, queries: string | null): Promise<void> {
  const data = await loader.load();
  if (queries !== null) data.hydrate(queries);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter>;
  }
}
