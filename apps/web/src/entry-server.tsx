import { setupI18n } from '@lingui/core';
import type { Locale } from '@shop/domain/locale';
import {
  createRequestHandler,
  renderRouterToString,
  RouterServer,
} from '@tanstack/react-router/ssr/server';

import { createTexts, type Catalog } from './lib/catalogs.ts';
import { createDataLoader } from './lib/data-loader.ts';
import type { ApiLink } from './lib/data.ts';
import type { PageAssets } from './lib/router-context.ts';
import type { Viewer } from './lib/viewer.ts';
import { createRouter } from './router.tsx';

export type PageRequest = {
  /** Path and query as asked for, with the language prefix. */
  href: string;
  locale: Locale;
  viewer: Viewer;
  /** The way to the procedures, in process. */
  link: ApiLink;
  assets: PageAssets;
  publicUrl: string;
  /** Marks the scripts of this page as the server's own. */
  nonce: string;
};

export type RenderedPage = {
  status: number;
  html: string;
  /** Where a guard sends the reader instead; the page is empty then. */
  location: string | null;
  /** What the page is made of, for fetching it early: ids of its routes and names of its catalogues. */
  routeIds: string[];
  catalogs: Catalog[];
  /** What its loaders threw, and no reader is told; none where only the data was away. */
  errors: unknown[];
};

/** Renders a page whole: head, texts, prices. Redirects of guards come back as a location. */
export async function renderPage(page: PageRequest): Promise<RenderedPage> {
  const i18n = setupI18n({ locale: page.locale, messages: { [page.locale]: {} } });
  const texts = createTexts(i18n, page.locale);
  let isDataAway = false;
  let routeIds: string[] = [];
  const errors: unknown[] = [];
  const handle = createRequestHandler({
    request: new Request(new URL(page.href, 'http://localhost')),
    createRouter: () =>
      createRouter(
        {
          locale: page.locale,
          i18n,
          texts,
          viewer: page.viewer,
          data: createDataLoader(async () => page.link),
          assets: page.assets,
          publicUrl: page.publicUrl,
          reportOutage: () => {
            isDataAway = true;
          },
        },
        { nonce: page.nonce },
      ),
  });
  const response = await handle(({ router, responseHeaders }) => {
    const { matches } = router.state;
    routeIds = matches.map((match) => match.routeId);
    errors.push(...matches.flatMap(({ status, error }) => (status === 'error' ? [error] : [])));
    return renderRouterToString({
      router,
      responseHeaders,
      children: <RouterServer router={router} />,
    });
  });
  return {
    status: isDataAway ? 503 : response.status,
    html: await response.text(),
    location: response.headers.get('Location'),
    routeIds,
    catalogs: texts.loaded(),
    errors: isDataAway ? [] : errors,
  };
}
