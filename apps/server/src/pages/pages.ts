import { randomBytes } from 'node:crypto';

import type {} from '@fastify/cookie';
import { negotiateLocale, type Locale } from '@shop/domain/locale';
import { inLocale, pathOf, readAddress, type Page } from '@shop/domain/paths';
import type { PageRequest } from '@shop/web/entry-server';
import type { Viewer } from '@shop/web/viewer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { compress, encodingOf } from '../cache/content-encoding.ts';
import type { ContentVersion } from '../cache/content-version.ts';
import { renderOnce } from '../cache/page-cache.ts';
import type { PageRenderer } from './page-renderer.ts';
import { createSharedPages } from './shared-pages.ts';

export type PagesOptions = {
  publicUrl: string;
  renderer: PageRenderer;
  contentPolicy: (nonce: string) => string;
  /** Throws without database. */
  viewerOf: (request: FastifyRequest) => Promise<Viewer>;
  /** The procedures, called by the person behind a request. */
  linkOf: (request: FastifyRequest) => PageRequest['link'];
  /** The procedures, called by nobody: for pages that serve all viewers of a kind. */
  publicLink: PageRequest['link'];
  contentVersion: ContentVersion;
  /** Whether a link of an email is valid; called when its page is requested, and does not use it. */
  isValidLink: (page: LinkedPage, link: Record<string, string>) => Promise<boolean>;
};

/** Pages that an email links to, whose browser calls use the link: an invalid one shows the error page. */
const LINKED_PAGES = ['activation', 'confirmEmail', 'undoEmailChange'] as const;
export type LinkedPage = (typeof LINKED_PAGES)[number];

const NONCE_BYTES = 16;

/** Their links in emails have a secret in the URL: nothing may store it or pass it on. */
const SECRET_PAGES: ReadonlySet<Page> = new Set<Page>([...LINKED_PAGES, 'passwordRecovery']);

/** Pages that need a session; without the database nobody can tell who may see them. */
const GUARDED_PAGES: ReadonlySet<Page> = new Set<Page>([
  'confirmEmail',
  'profile',
  'profileEdit',
  'updatePaymentMethod',
  'subscribe',
]);

/** Pages that are the same for all viewers of a kind, so that one rendering serves them all. */
const SHARED_PAGES: ReadonlySet<Page> = new Set<Page>([
  'home',
  'shop',
  'item',
  'blog',
  'article',
  'contact',
  'faq',
  'legalNotices',
  'terms',
  'accessibility',
]);

/** Serves every page of the site: redirects to the canonical URL (contract, section 1), else the page. */
export function registerPages(app: FastifyInstance, options: PagesOptions): void {
  const sendPage = createPageSender(options);
  app.get('/*', async (request, reply) => {
    const { pathname, search } = splitTarget(request.url);
    const address = readAddress(pathname);
    // The language is negotiated: the next answer to the same address may be another one.
    const isNegotiated = 'locale' in address && address.locale === null;
    reply.header('cache-control', isNegotiated ? 'private, no-store' : 'private, no-cache');
    switch (address.kind) {
      case 'impossible':
        return reply.callNotFound();
      case 'moved':
        return reply.redirect(address.to + search, 308);
      case 'unprefixed':
        return reply.redirect(address.to[address.locale ?? localeOf(request)] + search, 302);
      case 'unknown':
        return reply.redirect(pathOf('error', address.locale ?? localeOf(request)), 302);
      case 'page':
        // The router would redirect from an address that the page has beside its own.
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

function createPageSender({ renderer, contentVersion, ...options }: PagesOptions) {
  const sharedPage = createSharedPages({ renderer, ...options });

  /** Null without database: the page is then rendered without cache. */
  const currentVersion = () => contentVersion.current().catch(() => null);

  const render = async (call: PageCall, viewer: Viewer | null) => {
    const { request, page, locale, pathname, search } = call;
    // A guard that cannot check must not redirect to the log-in: the error page, for now.
    const isUnknown = viewer === null && GUARDED_PAGES.has(page);
    const href = isUnknown ? pathOf('error', locale) : pathname + search;
    const isShared = SHARED_PAGES.has(page) && search === '' && renderer.mode === 'built';
    const version = viewer !== null && isShared ? await currentVersion() : null;
    if (viewer !== null && version !== null) return sharedPage({ href, locale, viewer }, version);
    return renderOnce((nonce) =>
      renderer.render({
        href,
        locale,
        viewer: viewer ?? 'visitor',
        link: options.linkOf(request),
        publicUrl: options.publicUrl,
        nonce,
      }),
    );
  };

  return async (call: PageCall) => {
    const { request, reply, locale } = call;
    const viewer = await options.viewerOf(request).catch((error: unknown) => {
      request.log.error({ err: error }, 'session unknown');
      return null;
    });
    const isSecret = SECRET_PAGES.has(call.page);
    // What shows somebody signed in is kept nowhere, not even for the way back after a log-out.
    const isKept = viewer === 'visitor' && !isSecret;
    reply.header('cache-control', isKept ? 'private, no-cache' : 'no-store');
    if (isSecret) reply.header('referrer-policy', 'no-referrer');
    const linked = LINKED_PAGES.find((page) => viewer !== null && page === call.page);
    if (linked !== undefined && !(await options.isValidLink(linked, call.params))) {
      return reply.redirect(pathOf('error', locale), 302);
    }
    const { page, withNonce } = await render(call, viewer);

    for (const error of page.errors) request.log.error({ err: error }, 'a page could not be made');

    if (page.location !== null) return reply.redirect(page.location, page.status);

    const early = page.modules.map((module) => `<${module}>; rel=modulepreload`);
    if (early.length > 0) reply.header('link', early.join(', '));
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const encoding = encodingOf(request);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .status(viewer === null ? 503 : statusOf(call.page, page.status))
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', options.contentPolicy(nonce))
      .header('vary', 'accept-encoding')
      .send(await compress(withNonce(nonce), encoding));
  };
}

function statusOf(page: Page, rendered: number): number {
  return page === 'error' && rendered === 200 ? 404 : rendered;
}

function splitTarget(target: string): { pathname: string; search: string } {
  const query = target.indexOf('?');
  return query === -1
    ? { pathname: target, search: '' }
    : { pathname: target.slice(0, query), search: target.slice(query) };
}

function localeOf(request: FastifyRequest): Locale {
  return negotiateLocale(request.cookies['locale'], request.headers['accept-language']);
}
