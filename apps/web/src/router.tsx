import { BRAND } from '@agres/domain/brand';
import { toInnerPath, toPublicPath } from '@agres/domain/paths';
import { I18nProvider } from '@lingui/react';
import {
  createRouter as createTanstackRouter,
  parseSearchWith,
  type AnyRoute,
} from '@tanstack/react-router';

import type { DataLoader } from './lib/data.ts';
import type { Handover } from './lib/handover.ts';
import { retryUntilLoaded } from './lib/missing-code.ts';
import type { RouterContext } from './lib/router-context.ts';
import { TransText } from './lib/trans-text.tsx';
import { routeTree } from './routeTree.gen.ts';
import { LoadErrorPage } from './ui/unopened-page.tsx';

/**
 * Creates the router of one request on the server, or of one document in the browser. Its language never
 * changes.
 */
export function createRouter(context: RouterContext) {
  const router = createTanstackRouter({
    routeTree,
    context,
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
    // Keeps text such as `1e3`, whose spelling a conversion to a number would change.
    parseSearch: parseSearchWith((text) => {
      const value: unknown = JSON.parse(text);
      return typeof value === 'number' && String(value) !== text ? text : value;
    }),
    defaultPreload: 'intent',
    defaultErrorComponent: LoadErrorPage,
    // On the server, scroll restoration would add an inline script. After a reload, the browser restores the
    // position itself.
    scrollRestoration: typeof document !== 'undefined',
    defaultStructuralSharing: true,
    Wrap: ({ children }) => (
      <I18nProvider i18n={context.i18n} defaultComponent={TransText}>
        {children}
      </I18nProvider>
    ),
    hydrate: async (handover: Handover) => {
      const { viewer, assets, publicUrl } = handover;
      await retryUntilLoaded(assets.entry, () =>
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
  for (const route of routes) setErrorTitle(route);
  return router;
}

const named = new WeakSet<AnyRoute>();

/**
 * Gives a page that failed to load the brand as its title, because the texts of its own title may be missing.
 */
function setErrorTitle(route: AnyRoute): void {
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
  interface HistoryState {
    /** The address that a sign-up email was sent to. Kept only in this tab's history. */
    sentTo?: string | undefined;
  }
}
