import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Locale } from '@agres/domain/locale';
import { inLocale, pathOf, prefixOf, readAddress, type Page } from '@agres/domain/paths';
import type { PageRequest } from '@agres/web/entry-server';
import type { Viewer } from '@agres/web/viewer';
import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { WebTools } from '../app.ts';
import { cacheHeadersFor, BROWSER_ONLY } from '../cache/cache-headers.ts';
import { encodingOf } from '../cache/content-encoding.ts';
import type { ContentVersion } from '../cache/content-version.ts';
import {
  createRepacker,
  sendAtOnce,
  sendPrepared,
  type AnswerFirst,
} from '../cache/prepared-answer.ts';
import { preferredLocaleOf } from '../http/http-sessions.ts';
import { nameRoute } from '../http/route-name.ts';
import { cacheQueryOf } from './page-cache-query.ts';
import {
  createPageCache,
  preparePage,
  type PageCacheOptions,
  type PreparedPage,
} from './page-cache.ts';
import type { PageRenderer } from './page-renderer.ts';

export type PagesOptions = {
  publicUrl: string;
  renderer: PageRenderer;
  contentPolicy: string;
  edgeSeconds: number;
  headers: Record<string, string>;
  bringsSession: (cookieLine: string | undefined) => boolean;
  completeSessionOf: (cookieLine: string) => string | undefined;
  answerFirst: (answer: AnswerFirst) => void;
  showNotFound: WebTools['showNotFound'];
  /** Returns the kind of viewer; undefined if the session must be read in full. Throws without a database. */
  viewerBySecret: (secret: string) => Promise<Viewer | undefined>;
  viewerOf: (request: FastifyRequest) => Promise<Viewer>;
  /** Calls procedures with the session of the request. */
  linkOf: (request: FastifyRequest) => PageRequest['link'];
  /** Calls procedures without a session, for pages that all viewers of a kind share. */
  publicLink: PageRequest['link'];
  contentVersion: ContentVersion;
  onCacheRead?: PageCacheOptions['onCacheRead'];
  /** Whether an email link is valid for the person who requests its page; does not consume the link. */
  isValidLink: (
    request: FastifyRequest,
    page: LinkedPage,
    link: Record<string, string>,
  ) => Promise<boolean>;
};

/**
 * Pages that an email links to, and the kind of link. An invalid link leads to the error page, with its kind
 * in the query (`apps/web/src/lib/failed-link.ts`).
 */
const LINKED_PAGES = {
  activation: 'activation',
  passwordRecovery: 'recovery',
  confirmEmail: 'email',
  undoEmailChange: 'email',
  confirmStockRequest: 'alert',
  endStockRequests: 'alert',
} as const;
export type LinkedPage = keyof typeof LINKED_PAGES;
const isLinked = (page: string): page is LinkedPage => Object.hasOwn(LINKED_PAGES, page);

const SIGNED_IN = ['member', 'subscriber'] as const satisfies readonly Viewer[];

const PAGE_TYPE = 'text/html; charset=utf-8';

/** The URLs of these pages contain a secret, which must be neither stored nor passed on. */
const SECRET_PAGES: ReadonlySet<Page> = new Set<Page>(Object.keys(LINKED_PAGES).filter(isLinked));

/** These pages need a session, so without a database their access cannot be checked. */
const GUARDED_PAGES: ReadonlySet<Page> = new Set<Page>([
  'confirmEmail',
  'profile',
  'profileEdit',
  'order',
  'myData',
  'updatePaymentMethod',
]);

/** These pages are the same for all viewers of a kind, who share one cached rendering. */
const CACHED_PAGES: ReadonlySet<Page> = new Set<Page>([
  'home',
  'shop',
  'item',
  'blog',
  'article',
  'programme',
  'contact',
  'withdrawal',
  'faq',
  'legalNotices',
  'terms',
  'accessibility',
]);

/** Serves every page of the site, with redirects to its canonical URL (S2.01). */
export function registerPages(app: FastifyInstance, options: PagesOptions): void {
  const { sendPage, answerFirst } = createPageSender(options);
  options.answerFirst(answerFirst);
  options.showNotFound(async (request, reply) => {
    const locale = prefixOf(request.originalUrl) ?? preferredLocaleOf(request.headers);
    const pathname = pathOf('error', locale);
    return sendPage({ request, reply, pathname, search: '', page: 'error', params: {}, locale });
  });
  app.get('/*', async (request, reply) => {
    // Reads the URL as sent, because the router may have normalized it.
    const { pathname, search } = splitTarget(request.originalUrl);
    const address = readAddress(pathname);
    // The language is negotiated, so the next answer for the same URL may differ.
    const isNegotiated = 'locale' in address && address.locale === null;
    reply.header('cache-control', isNegotiated ? 'private, no-store' : 'private, no-cache');
    nameRoute(reply.raw, address.kind === 'page' ? pageRoute(address.page) : address.kind);
    switch (address.kind) {
      case 'impossible':
        return reply.callNotFound();
      case 'moved':
        return reply.redirect(address.to + search, 308);
      case 'unprefixed':
        return reply.redirect(
          address.to[address.locale ?? preferredLocaleOf(request.headers)] + search,
          302,
        );
      case 'unknown':
        return reply.redirect(
          pathOf('error', address.locale ?? preferredLocaleOf(request.headers)),
          302,
        );
      case 'page':
        // The router would redirect from an additional path of the page to the canonical one.
        return sendPage({
          request,
          reply,
          pathname: hasParams(address) ? pathname : inLocale(pathname, address.locale),
          search,
          ...address,
        });
    }
  });
}

const pageRoute = (page: Page) => `page ${page}`;

const hasParams = ({ params }: { params: object }) => Object.keys(params).length > 0;

type PageCall = {
  request: FastifyRequest;
  reply: FastifyReply;
  pathname: string;
  search: string;
  page: Page;
  params: Record<string, string>;
  locale: Locale;
};

/** Whether all visitors share the answer to a call. A page about the items reads them itself. */
const isSharedCall = (page: Page, path: string): boolean =>
  path === 'shop.pause' || (path === 'shop.items' && !CACHED_PAGES.has(page));

/** `isShared`: all visitors may get this page, and the database was available when it was rendered. */
type RenderedFor = { page: PreparedPage; isShared: boolean };

function createPageSender({ renderer, contentVersion, ...options }: PagesOptions) {
  const pageCache = createPageCache({ renderer, ...options });
  const repack = createRepacker();
  const cacheHeaders = cacheHeadersFor(options.edgeSeconds);
  const currentVersion = () => contentVersion.current().catch(() => null);

  /** The calls of one person's page; the cache answers those that all visitors share. */
  const linkFor = async ({ request, page }: PageCall): Promise<PageRequest['link']> => {
    const own = options.linkOf(request);
    const version = await currentVersion();
    if (version === null) return own;
    const shared = pageCache.linkAt(version);
    return (runtime) => {
      const [askOwn, askShared] = [own(runtime), shared(runtime)];
      return (call) => (isSharedCall(page, call.op.path) ? askShared(call) : askOwn(call));
    };
  };

  const renderFor = async (call: PageCall, viewer: Viewer | null): Promise<PreparedPage> => {
    const { page, locale, pathname, search } = call;
    // A guard that cannot check access must not redirect to the log-in, so the error page appears.
    const isUnknown = viewer === null && GUARDED_PAGES.has(page);
    const rendered = await renderer.render({
      href: isUnknown ? pathOf('error', locale) : pathname + search,
      locale,
      viewer: viewer ?? 'visitor',
      link: await linkFor(call),
      publicUrl: options.publicUrl,
    });
    const { contentPolicy, headers } = options;
    const route = pageRoute(page);
    return preparePage(rendered, { contentPolicy, headers, route, effort: 'once' });
  };

  const render = async (call: PageCall, viewer: Viewer | null): Promise<RenderedFor> => {
    const { page, locale, search } = call;
    const query = cacheQueryOf(page, search);
    const isKept = CACHED_PAGES.has(page) && query !== null && renderer.mode === 'built';
    const version = viewer !== null && isKept ? await currentVersion() : null;
    if (viewer === null || query === null || version === null) {
      // guard: a page rendered without the database is not publicly cacheable
      return { page: await renderFor(call, viewer), isShared: false };
    }
    // Each page has one normalized URL, so that no caller fills the memory with variants.
    const href = inLocale(call.pathname, locale) + query;
    const route = pageRoute(page);
    const kept = await pageCache.get({ href, locale, viewer, route }, version);
    if (kept.location === null) return { page: kept, isShared: viewer === 'visitor' };
    // The previous version may lack newly published content.
    const now = await contentVersion.read();
    const led = now === version ? kept : await pageCache.get({ href, locale, viewer, route }, now);
    // A redirect to the canonical URL keeps a query that no page reads.
    const isMoved = led.location !== null && led.status === 308 && query === '';
    return {
      page: isMoved ? { ...led, location: `${led.location}${search}` } : led,
      isShared: false,
    };
  };

  const senderOf = (
    request: IncomingMessage,
    response: ServerResponse,
    { href, viewer }: { href: string; viewer: Viewer },
  ): (() => string) | null => {
    const page = pageCache.ready({ href, viewer }, contentVersion.known());
    if (page === undefined) return null;
    const { answer } = page;
    const encoding = encodingOf(request);
    if (!answer.bodies.has(encoding)) return null;
    return () => {
      sendAtOnce({
        request,
        response,
        answer,
        encoding,
        type: PAGE_TYPE,
        cacheHeaders: viewer === 'visitor' ? cacheHeaders : null,
        headers: page.allHeaders,
      });
      // After a failure, the existing bodies are still served.
      repack(answer).catch(() => undefined);
      return page.route;
    };
  };

  const answerFirst: AnswerFirst = (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const { pathname, search } = splitTarget(request.url ?? '');
    const query = cacheQueryAt(pathname, search);
    if (query === null) return null;
    const href = pathname + query;
    const { cookie } = request.headers;
    if (cookie === undefined || !options.bringsSession(cookie)) {
      return senderOf(request, response, { href, viewer: 'visitor' })?.() ?? null;
    }
    const version = contentVersion.known();
    const isReady = SIGNED_IN.some((viewer) => pageCache.isReady({ href, viewer }, version));
    const secret = isReady ? options.completeSessionOf(cookie) : undefined;
    if (secret === undefined) return null;
    return options
      .viewerBySecret(secret)
      .then((viewer) =>
        viewer === undefined ? null : senderOf(request, response, { href, viewer }),
      );
  };

  const sendPage = async (call: PageCall) => {
    const { request, reply, locale } = call;
    const viewer = await options.viewerOf(request).catch((error: unknown) => {
      request.log.error({ err: error }, 'could not read the session');
      return null;
    });
    const isSecret = SECRET_PAGES.has(call.page);
    // A personal page is not stored, so that not even the back button shows it after a log-out.
    const isStorable = viewer === 'visitor' && !isSecret;
    reply.header('cache-control', isStorable ? 'private, no-cache' : 'no-store');
    if (isSecret) reply.header('referrer-policy', 'no-referrer');
    const linked = viewer !== null && isLinked(call.page) ? call.page : null;
    if (linked !== null && !(await options.isValidLink(request, linked, call.params))) {
      return reply.redirect(`${pathOf('error', locale)}?link=${LINKED_PAGES[linked]}`, 302);
    }

    const { page, isShared } = await render(call, viewer);
    for (const error of page.errors)
      request.log.error({ err: error }, 'a page could not be rendered');
    if (page.location !== null) return reply.redirect(page.location, page.status);
    const status = viewer === null ? 503 : statusOf(call.page, page.status);
    const isForEdge =
      isShared &&
      status === 200 &&
      // guard: pages requested with a session cookie are not publicly cacheable
      !options.bringsSession(request.headers.cookie);
    const kept = isForEdge ? cacheHeaders : BROWSER_ONLY;
    reply.status(status).headers(page.headers);
    return sendPrepared(request, reply, {
      answer: page.answer,
      type: PAGE_TYPE,
      cacheControl: isStorable ? kept['cache-control'] : 'no-store',
      vary: kept.vary,
      // Only an answer that may be stored can be revalidated.
      isTagged: status === 200 && isStorable,
    });
  };

  return { sendPage, answerFirst };
}

/** Returns the query under which a page is cached; null if this path and query are not cached. */
function cacheQueryAt(pathname: string, search: string): string | null {
  if (search === '') return '';
  const address = readAddress(pathname);
  return address.kind === 'page' ? cacheQueryOf(address.page, search) : null;
}

function statusOf(page: Page, rendered: number): number {
  return page === 'error' && rendered === 200 ? 404 : rendered;
}

function splitTarget(href: string): { pathname: string; search: string } {
  const [target = ''] = href.split('#', 1);
  const query = target.indexOf('?');
  return query === -1
    ? { pathname: target, search: '' }
    : { pathname: target.slice(0, query), search: target.slice(query) };
}
