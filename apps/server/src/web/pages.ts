import { randomBytes } from 'node:crypto';

import type {} from '@fastify/cookie';
import { negotiateLocale, type Locale } from '@shop/domain/locale';
import { pathOf, readAddress, type Page } from '@shop/domain/paths';
import type { PageRequest } from '@shop/web/entry-server';
import type { Viewer } from '@shop/web/viewer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { compress, encodingOf } from '../content/content-encoding.ts';
import type { ContentVersion } from '../content/content-version.ts';
import { createKeptPages } from './kept-pages.ts';
import type { PageRenderer, ReadyPage } from './page-renderer.ts';

export type PagesOptions = {
  publicUrl: string;
  renderer: PageRenderer;
  contentPolicy: (nonce: string) => string;
  /** Who asks; throws when the database is away. */
  viewerOf: (request: FastifyRequest) => Promise<Viewer>;
  /** The way to the procedures for one request, in this process. */
  linkOf: (request: FastifyRequest) => PageRequest['link'];
  contentVersion: ContentVersion;
  /** Whether a link of a letter is good; asked when its page is asked for, without using it up. */
  isGoodLink: (link: Record<string, string>) => Promise<boolean>;
};

const NONCE_BYTES = 16;

/** Remembers the language for the next visit of an address that names none. */
const LOCALE_COOKIE = { path: '/', sameSite: 'lax', maxAge: 365 * 24 * 60 * 60 } as const;

/** Links in letters carry a secret in the address: nothing may keep or pass on these pages. */
const SECRET_PAGES: ReadonlySet<Page> = new Set<Page>([
  'activation',
  'passwordRecovery',
  'undoEmailChange',
]);

/** Pages that a session guards; without the database nobody can say who may see them. */
const GUARDED_PAGES: ReadonlySet<Page> = new Set<Page>([
  'profile',
  'profileEdit',
  'updatePaymentMethod',
  'subscribe',
]);

/** Pages that are alike for all readers of a kind, so that one rendering serves them all. */
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

/** Serves every page of the site: languages and spellings first (contract, section 1), then the page. */
export function registerPages(app: FastifyInstance, options: PagesOptions): void {
  const sendPage = createPageSender(options);
  app.get('/*', async (request, reply) => {
    const { pathname, search } = splitTarget(request.url);
    const address = readAddress(pathname);
    // A redirect carries a visitor's cookies too: no cache may give them to another one.
    reply.header('cache-control', 'private, no-cache');
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
        return sendPage({ request, reply, pathname, search, ...address });
    }
  });
}

type Wanted = {
  request: FastifyRequest;
  reply: FastifyReply;
  pathname: string;
  search: string;
  page: Page;
  params: Record<string, string>;
  locale: Locale;
};

function createPageSender({ renderer, contentVersion, ...options }: PagesOptions) {
  const keptPages = createKeptPages<ReadyPage>();

  /** Null while the database is away: the page is then made as it can be, and not kept. */
  const presentVersion = async () =>
    contentVersion.known() ?? contentVersion.read().catch(() => null);

  const render = async (wanted: Wanted, viewer: Viewer | null) => {
    const { request, page, locale, pathname, search } = wanted;
    // A guard that cannot ask must not send anyone to log-in: the error page, for now.
    const isUndecided = viewer === null && GUARDED_PAGES.has(page);
    const href = isUndecided ? pathOf('error', locale) : pathname + search;
    const renderWith = (nonce: string) =>
      renderer.render({
        href,
        locale,
        viewer: viewer ?? 'visitor',
        link: options.linkOf(request),
        publicUrl: options.publicUrl,
        nonce,
      });
    const isShared = SHARED_PAGES.has(page) && search === '' && renderer.mode === 'built';
    const version = viewer !== null && isShared ? await presentVersion() : null;
    if (version === null) return keptPages.renderOnce(renderWith);
    return keptPages.get({ key: `${viewer} ${href}`, version }, renderWith);
  };

  return async (wanted: Wanted) => {
    const { request, reply, locale } = wanted;
    const viewer = await options.viewerOf(request).catch((error: unknown) => {
      request.log.error({ err: error }, 'session unknown');
      return null;
    });
    const isSecret = SECRET_PAGES.has(wanted.page);
    reply.header('cache-control', isSecret ? 'no-store' : 'private, no-cache');
    if (isSecret) reply.header('referrer-policy', 'no-referrer');
    const isLinked = viewer !== null && wanted.page === 'activation';
    if (isLinked && !(await options.isGoodLink(wanted.params))) {
      return reply.redirect(pathOf('error', locale), 302);
    }
    const { page, withNonce } = await render(wanted, viewer);

    if (page.location !== null) return reply.redirect(page.location, page.status);

    const early = page.modules.map((module) => `<${module}>; rel=modulepreload`);
    if (early.length > 0) reply.header('link', early.join(', '));
    if (request.cookies['locale'] !== locale) reply.setCookie('locale', locale, LOCALE_COOKIE);
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const encoding = encodingOf(request);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .status(viewer === null ? 503 : statusOf(wanted.page, page.status))
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
