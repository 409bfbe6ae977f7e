import type { Locale } from '@agres/domain/locale';
import type { AppRouter } from '@agres/shop/router';
import type { ApiLink, PageRequest } from '@agres/web/entry-server';
import type { Viewer } from '@agres/web/viewer';
import type { OperationResultEnvelope, TRPCClientError } from '@trpc/client';
import { observableToPromise, observable } from '@trpc/server/observable';

import { createContentCache, type CacheResult } from '../cache/content-cache.ts';
import {
  headerLinesOf,
  prepareAnswer,
  type HeaderLines,
  type PreparedAnswer,
} from '../cache/prepared-answer.ts';
import type { PageRenderer, PageWithModules } from './page-renderer.ts';

export type PreparedPage = Omit<PageWithModules, 'html' | 'modules'> & {
  answer: PreparedAnswer;
  headers: Record<string, string>;
  /** `headers` together with those of every answer. */
  allHeaders: HeaderLines;
  /** The name under which its requests are counted. */
  route: string;
  /** Whether all calls of its loaders succeeded. */
  isWhole: boolean;
};

type PageContext = Pick<PageCacheOptions, 'contentPolicy' | 'headers'> & {
  route: string;
  /** The compression effort; `once` for a page of a single request. */
  effort?: PreparedAnswer['effort'];
};

/** Prepares the bytes and headers of a page once for all its requests. */
export function preparePage(
  { html, modules, ...rendered }: PageWithModules,
  { route, effort, ...sent }: PageContext,
): PreparedPage {
  const link = modules.map((module) => `<${module}>; rel=modulepreload`).join(', ');
  const headers = {
    'content-security-policy': sent.contentPolicy,
    ...(link === '' ? {} : { link }),
  };
  return {
    ...rendered,
    route,
    isWhole: true,
    answer: prepareAnswer(html, effort),
    headers,
    allHeaders: headerLinesOf({ ...sent.headers, ...headers }),
  };
}

export type PageCacheKey = { href: string; locale: Locale; viewer: Viewer; route: string };

export type PageCacheOptions = {
  publicUrl: string;
  renderer: PageRenderer;
  contentPolicy: string;
  headers: Record<string, string>;
  edgeSeconds: number;
  /** The link that calls procedures without a session. */
  publicLink: PageRequest['link'];
  onCacheRead?: ((cache: 'pages' | 'answers_of_pages', result: CacheResult) => void) | undefined;
};

type CallResult = OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>;

/**
 * Few calls exist, because the loaders of cached pages request only whole lists and the reviews of existing
 * items.
 */
const MAX_ANSWERS = 1000;
const MAX_PAGES = 4000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Creates the cache of pages that all viewers of a kind share. They are rendered here, without a request, so
 * that no session can leak into them.
 *
 * When the content has changed, a page's loaders run again. The page is rendered and compressed again only if
 * its data differs, so that a purchase costs most pages nothing.
 */
export function createPageCache({ renderer, publicUrl, publicLink, ...options }: PageCacheOptions) {
  const pages = createContentCache<PreparedPage>({
    maxKeys: MAX_PAGES,
    maxBytes: MAX_BYTES,
    // Compressed copies take about half as much again.
    bytesOf: ({ answer, handover }) =>
      1.5 * (answer.bodies.get('identity')?.length ?? 0) + 2 * handover.length,
    // A page with a failed call is not cached.
    isCacheable: ({ status, isWhole }) => status === 200 && isWhole,
    onRead: (result) => options.onCacheRead?.('pages', result),
  });
  const linkAt = rememberAnswers(publicLink, (result) =>
    options.onCacheRead?.('answers_of_pages', result),
  );
  // guard: cached pages are kept separately for each kind of viewer
  const keyOf = ({ viewer, href }: Pick<PageCacheKey, 'viewer' | 'href'>) => `${viewer} ${href}`;

  return {
    /** The link to the answers that all pages of a content version share. */
    linkAt,
    isReady: (page: Pick<PageCacheKey, 'viewer' | 'href'>, version: string | undefined) =>
      pages.isReady(keyOf(page), version),
    ready: (page: Pick<PageCacheKey, 'viewer' | 'href'>, version: string | undefined) =>
      pages.ready(keyOf(page), version),
    get: (page: PageCacheKey, version: string): Promise<PreparedPage> =>
      pages.get(keyOf(page), version, async (earlier) => {
        let isWhole = true;
        const isAlreadyRendered = (handover: string) => handover === earlier?.handover;
        const rendered = await renderer.render({
          href: page.href,
          locale: page.locale,
          viewer: page.viewer,
          publicUrl,
          mayBeStale: page.viewer === 'visitor' && options.edgeSeconds > 0,
          link: linkAt(version, () => {
            isWhole = false;
          }),
          isAlreadyRendered,
        });
        if (
          earlier !== undefined &&
          rendered.status === 200 &&
          isAlreadyRendered(rendered.handover)
        ) {
          return earlier;
        }
        const { contentPolicy, headers } = options;
        const prepared = preparePage(rendered, { contentPolicy, headers, route: page.route });
        return { ...prepared, isWhole };
      }),
  };
}

function rememberAnswers(
  link: ApiLink,
  onRead: (result: CacheResult) => void,
): (version: string, onFailure?: () => void) => ApiLink {
  const answers = createContentCache<CallResult>({ maxKeys: MAX_ANSWERS, onRead });
  return (version, onFailure) => (runtime) => {
    const ask = link(runtime);
    return ({ op, next }) =>
      observable((observer) => {
        const key = `${op.path} ${JSON.stringify(op.input)}`;
        const send = (answer: CallResult) => {
          observer.next(answer);
          observer.complete();
        };
        answers
          .get(key, version, () => observableToPromise(ask({ op, next })))
          .then(send, (error) => {
            onFailure?.();
            observer.error(error);
          });
      });
  };
}
