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
import { handoverText } from './lib/handover.ts';
import { createDataLoader } from './lib/lazy-data.ts';
import type { PageAssets, RouterContext } from './lib/router-context.ts';
import type { Viewer } from './lib/viewer.ts';
import { createRouter } from './router.tsx';

export type { ApiLink };

export type PageRequest = {
  /** Path and query as asked for, with the language prefix. */
  href: string;
  locale: Locale;
  viewer: Viewer;
  /** The way to the procedures, in process. */
  link: ApiLink;
  assets: PageAssets;
  /** The facts that are in force; null: those of the source. */
  facts: ShopFacts | null;
  publicUrl: string;
  /** Whether a cache in front of the site may answer with this page for a while. */
  mayBeOld?: boolean;
  /** Whether the page of this handover lies drawn already: it is not drawn again then. */
  isDrawn?: (handover: string) => boolean;
};

export type RenderedPage = {
  status: number;
  /** Empty where the page was drawn before. */
  html: string;
  /** All that the page shows: pages of equal address, viewer and handover are equal. */
  handover: string;
  /** Where a guard sends the reader instead; the page is empty then. */
  location: string | null;
  /** What the page is made of, for fetching it early: ids of its routes and names of its catalogues. */
  routeIds: string[];
  catalogs: Catalog[];
  /** Errors thrown by loaders and components, for the log only; missing data does not count. */
  errors: unknown[];
};

/**
 * Renders a page whole: head, texts, prices. Redirects of guards come back as a location. Where a
 * component throws, the frame says that the page did not open; throws if the frame cannot be drawn either.
 */
export async function renderPage(page: PageRequest): Promise<RenderedPage> {
  const { thrown, ...rendered } = await drawPage(page);
  const [failure] = thrown;
  if (failure === undefined) return rendered;
  // A router hands its state to the browser once: the second drawing has its own.
  const { thrown: thrownAgain, ...unopened } = await drawPage(page, { failure });
  if (thrownAgain.length > 0) throw failure;
  const errors = [...unopened.errors, ...thrown];
  // The content has changed since, and now redirects.
  if (unopened.location !== null) return { ...unopened, errors };
  return { ...unopened, status: unopened.status === 503 ? 503 : 500, errors };
}

/** A page as drawn, and what its components threw: its HTML is worth nothing then. */
type DrawnPage = RenderedPage & { thrown: Error[] };

/** Draws a page, or in its place what the reader is shown of a failure. */
async function drawPage(page: PageRequest, instead?: { failure: Error }): Promise<DrawnPage> {
  setShopFacts(page.facts ?? SOURCE_FACTS);
  const i18n = setupI18n({ locale: page.locale, messages: { [page.locale]: {} } });
  const texts = createTexts(i18n, page.locale);
  let isDataAway = false;
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
      isDataAway = true;
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
      // The outermost route within the frame: what failed may be a layout.
      const { failure } = instead;
      router.stores.setMatches(
        matches.map((match, depth) =>
          depth === 1 ? { ...match, status: 'error', error: failure } : match,
        ),
      );
    }
    handover = handoverText(router, context, page);
    const answer = { status: getSsrStatus(router), headers: responseHeaders };
    if (page.isDrawn?.(handover) !== true) {
      const drawing = await draw(<RouterServer router={router} />);
      thrown = drawing.thrown;
      html = `<!DOCTYPE html>${drawing.html}`;
    }
    // Without the text, which would only be encoded and decoded again.
    return new Response(null, answer);
  });
  return {
    status: isDataAway ? 503 : response.status,
    html,
    handover,
    location: response.headers.get('Location'),
    routeIds,
    catalogs: texts.loaded(),
    errors: isDataAway ? [] : errors,
    thrown,
  };
}

/** What React leaves in place of what it could not draw, for the browser to draw. */
const LEFT_TO_THE_BROWSER = '<!--$!-->';

/** Draws to a string, and once more where components threw: React tells only a stream what it was. */
async function draw(page: ReactElement): Promise<{ html: string; thrown: Error[] }> {
  try {
    const html = renderToString(page);
    return { html, thrown: html.includes(LEFT_TO_THE_BROWSER) ? await thrownBy(page) : [] };
  } catch (error) {
    return { html: '', thrown: [errorOf(error)] };
  }
}

/** Longer than any page takes; ends the wait for a component that never has its data. */
const LONGEST_DRAWING_MS = 2000;

async function thrownBy(page: ReactElement): Promise<Error[]> {
  const thrown: Error[] = [];
  const stream = await renderToReadableStream(page, {
    signal: AbortSignal.timeout(LONGEST_DRAWING_MS),
    onError: (error) => {
      thrown.push(errorOf(error));
    },
  });
  await new Response(stream).text();
  // For every cause (it threw once, or waited for its data): a page with a hole is not served.
  return thrown.length > 0 ? thrown : [new Error('a page was drawn with a hole')];
}

const errorOf = (thrown: unknown) =>
  thrown instanceof Error ? thrown : new Error('a component threw no error', { cause: thrown });
