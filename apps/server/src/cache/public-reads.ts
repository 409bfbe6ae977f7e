import { SILENT_LOG, type Context, type Deps } from '@agres/core/context';
import { createCallerFactory } from '@agres/core/trpc';
import { DEFAULT_LOCALE } from '@agres/domain/locale';
import { appRouter } from '@agres/shop/router';

import type { PublicRead, PublicReadById } from './fast-answers.ts';

/** Lists the reads whose answers all visitors share. */
export function createPublicReads(deps: Deps): PublicRead[] {
  const caller = createCallerFactory(appRouter)(anonymousContext(deps));
  return [
    { restPath: '/items', rpcName: 'shop.items', read: () => caller.shop.items() },
    { restPath: '/home', rpcName: 'home.get', read: () => caller.home.get() },
    { restPath: '/blog', rpcName: 'blog.list', read: () => caller.blog.list() },
    { restPath: null, rpcName: 'shop.pause', read: () => caller.shop.pause() },
    { restPath: null, rpcName: 'faq.entries', read: () => caller.faq.entries() },
  ];
}

/** Lists the reads by id whose answers all visitors share. */
export function createPublicReadsById(deps: Deps): PublicReadById[] {
  // The request logs a failure, or the normal path repeats it.
  const caller = createCallerFactory(appRouter)({ ...anonymousContext(deps), log: SILENT_LOG });
  return [
    { restPath: '/items', rpcName: 'shop.item', read: (id) => caller.shop.item({ id }) },
    { restPath: '/blog', rpcName: 'blog.article', read: (id) => caller.blog.article({ id }) },
  ];
}

/**
 * Creates the context of a call that the server makes for all visitors: without session, address or response.
 */
export function anonymousContext(deps: Deps): Context {
  return {
    deps,
    log: deps.log,
    requestId: 'public-read',
    clientIp: '',
    devices: [],
    transport: 'page',
    locale: DEFAULT_LOCALE,
    session: null,
    readAccount: async () => null,
    idempotencyKey: undefined,
    setSession: () => undefined,
    clearSession: () => undefined,
    setDevice: () => undefined,
    contentChanged: () => undefined,
    setHeader: () => undefined,
    afterAnswer: () => undefined,
  };
}
