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
import { untilLoaded } from './lib/missing-code.ts';
import type { RouterContext } from './lib/router-context.ts';
import { TransText } from './lib/trans-text.tsx';
import { routeTree } from './routeTree.gen.ts';
import { UnopenedPage } from './ui/unopened-page.tsx';

/** One router per request on the server, one per document in the browser; its language never changes. */
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
    // A text that would be another one as a number, such as 1e3, stays a text.
    parseSearch: parseSearchWith((text) => {
      const value: unknown = JSON.parse(text);
      return typeof value === 'number' && String(value) !== text ? text : value;
    }),
    defaultPreload: 'intent',
    defaultErrorComponent: UnopenedPage,
    // On the server it would write a script into the page; the browser restores a reloaded one by itself.
    scrollRestoration: typeof document !== 'undefined',
    defaultStructuralSharing: true,
    Wrap: ({ children }) => (
      <I18nProvider i18n={context.i18n} defaultComponent={TransText}>
        {children}
      </I18nProvider>
    ),
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
  interface HistoryState {
    /** The address that a sign-up sent its link to: in the history of this tab alone. */
    sentTo?: string | undefined;
  }
}
