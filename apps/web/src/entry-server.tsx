import { setShopFacts, SOURCE_FACTS, type ShopFacts } from '@agres/domain/brand';
import type { Locale } from '@agres/domain/locale';
import { setupI18n } from '@lingui/core';
import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
} from '@tanstack/react-router/ssr/server';
import type { ReactElement } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server';

import { createTexts, type Catalog } from './lib/catalogs.ts';
import type { ApiLink } from './lib/data.ts';
import { serializeHandover } from './lib/handover.ts';
import { createDataLoader } from './lib/lazy-data.ts';
import type { PageAssets, RouterContext } from './lib/router-context.ts';
import type { Viewer } from './lib/viewer.ts';
import { createRouter } from './router.tsx';

export type { ApiLink };

export type PageRequest = {
  /** The path and query, with the language prefix. */
  href: string;
  locale: Locale;
  viewer: Viewer;
  /** Calls the tRPC procedures in process. */
  link: ApiLink;
  assets: PageAssets;
  /** Null means the defaults in the source code. */
  facts: ShopFacts | null;
  publicUrl: string;
  /** Whether a CDN may serve this page from its cache for a while. */
  mayBeStale?: boolean;
  /** Whether the HTML for this handover is already cached; the page is then not rendered again. */
  isAlreadyRendered?: (handover: string) => boolean;
};

export type RenderedPage = {
  status: number;
  /** Empty if `isAlreadyRendered` returned true. */
  html: string;
  /** The page's data as JSON. Two pages with the same address, viewer and handover are identical. */
  handover: string;
  /** The redirect of a route guard; the page is then empty. */
  location: string | null;
  /** For preloading the page's files, like `catalogs`. */
  routeIds: string[];
  catalogs: Catalog[];
  /** Errors thrown by loaders and components, for the log only. Empty if the data is unavailable. */
  errors: unknown[];
};

/**
 * Renders a whole page: head, texts and prices. Returns the redirect of a route guard as `location`. If a
 * component throws, renders the frame with an error message and status 500. Throws if the frame cannot be
 * rendered either.
 */
export async function renderPage(page: PageRequest): Promise<RenderedPage> {
  const { thrown, ...rendered } = await renderOnce(page);
  const [failure] = thrown;
  if (failure === undefined) return rendered;
  // A router dehydrates its state only once, so the second rendering uses a new router.
  const { thrown: thrownAgain, ...unopened } = await renderOnce(page, { failure });
  if (thrownAgain.length > 0) throw failure;
  const errors = [...unopened.errors, ...thrown];
  // The content changed between the two renderings, and the page now redirects.
  if (unopened.location !== null) return { ...unopened, errors };
  return { ...unopened, status: unopened.status === 503 ? 503 : 500, errors };
}

/** Do not send the HTML if `thrown` has errors. */
type RenderAttempt = RenderedPage & { thrown: Error[] };

/** Renders the page, or the error page for `instead.failure`. */
async function renderOnce(page: PageRequest, instead?: { failure: Error }): Promise<RenderAttempt> {
  setShopFacts(page.facts ?? SOURCE_FACTS);
  const i18n = setupI18n({ locale: page.locale, messages: { [page.locale]: {} } });
  const texts = createTexts(i18n, page.locale);
  let isDataUnavailable = false;
  let routeIds: string[] = [];
  const errors: unknown[] = [];
  let thrown: Error[] = [];
  let handover = '';
  let html = '';
  const context: RouterContext = {
    locale: page.locale,
    i18n,
    texts,
    viewer: page.viewer,
    data: createDataLoader(async () => page.link),
    assets: page.assets,
    publicUrl: page.publicUrl,
    handover: () => handover,
    reportOutage: () => {
      isDataUnavailable = true;
    },
  };
  const handle = createRequestHandler({
    request: new Request(new URL(page.href, 'http://localhost')),
    createRouter: () => createRouter(context),
  });
  const response = await handle(async ({ router, responseHeaders }) => {
    const { matches } = router.state;
    routeIds = matches.map((match) => match.routeId);
    errors.push(...matches.flatMap(({ status, error }) => (status === 'error' ? [error] : [])));
    if (instead !== undefined) {
      // Depth 1 is the outermost route inside the frame. The failing component may be a layout, so replace it
      // too.
      const { failure } = instead;
      router.stores.setMatches(
        matches.map((match, depth) =>
          depth === 1 ? { ...match, status: 'error', error: failure } : match,
        ),
      );
    }
    handover = serializeHandover(router, context, page);
    const answer = { status: getSsrStatus(router), headers: responseHeaders };
    if (page.isAlreadyRendered?.(handover) !== true) {
      const rendered = await renderHtml(<RouterServer router={router} />);
      thrown = rendered.thrown;
      html = `<!DOCTYPE html>${rendered.html}`;
    }
    // Without the HTML, which would only be encoded and decoded again.
    return new Response(null, answer);
  });
  return {
    status: isDataUnavailable ? 503 : response.status,
    html,
    handover,
    location: response.headers.get('Location'),
    routeIds,
    catalogs: texts.loaded(),
    errors: isDataUnavailable ? [] : errors,
    thrown,
  };
}

/** React's marker for a part that failed on the server, and that the browser renders. */
const CLIENT_RENDER_MARKER = '<!--$!-->';

/** Renders to a string. If a component threw, renders again as a stream: only the stream reports the error. */
async function renderHtml(page: ReactElement): Promise<{ html: string; thrown: Error[] }> {
  try {
    const html = renderToString(page);
    return { html, thrown: html.includes(CLIENT_RENDER_MARKER) ? await collectErrors(page) : [] };
  } catch (error) {
    return { html: '', thrown: [errorOf(error)] };
  }
}

/** Ends the wait for a component whose data never arrives. No page takes this long. */
const RENDER_TIMEOUT_MS = 2000;

async function collectErrors(page: ReactElement): Promise<Error[]> {
  const thrown: Error[] = [];
  const stream = await renderToReadableStream(page, {
    signal: AbortSignal.timeout(RENDER_TIMEOUT_MS),
    onError: (error) => {
      thrown.push(errorOf(error));
    },
  });
  await new Response(stream).text();
  // The second rendering may succeed, or a component may still wait for its data. Report an error either way: a
  // page with a missing part must not be sent.
  return thrown.length > 0 ? thrown : [new Error('a component failed to render on the server')];
}

const errorOf = (thrown: unknown) =>
  thrown instanceof Error ? thrown : new Error('a component threw no error', { cause: thrown });
