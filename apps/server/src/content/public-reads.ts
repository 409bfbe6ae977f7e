import type { Context, Deps } from '@shop/api/context';
import { listProcedures } from '@shop/api/rest/procedures';
import { appRouter } from '@shop/api/router';
import { createCallerFactory } from '@shop/api/trpc';
import { DEFAULT_LOCALE } from '@shop/domain/locale';

import type { PublicRead } from './fast-answers.ts';

/**
 * The reads that answer everybody alike, through their procedures. One that is going to end is none
 * of them: its answers say so, and prepared bytes could not.
 */
export function createPublicReads(deps: Deps): PublicRead[] {
  const caller = createCallerFactory(appRouter)(nobody(deps));
  const reads = [
    { restPath: '/items', rpcName: 'shop.items', read: () => caller.shop.items() },
    { restPath: '/home', rpcName: 'home.get', read: () => caller.home.get() },
    { restPath: '/blog', rpcName: 'blog.list', read: () => caller.blog.list() },
  ];
  const ending = new Set(
    listProcedures().flatMap(([name, { meta }]) => (meta.deprecation === undefined ? [] : [name])),
  );
  return reads.filter(({ rpcName }) => !ending.has(rpcName));
}

/** A call that the server makes to itself, on behalf of nobody. */
function nobody(deps: Deps): Context {
  return {
    deps,
    log: deps.log,
    requestId: 'public-read',
    clientIp: '',
    transport: 'page',
    locale: DEFAULT_LOCALE,
    session: null,
    idempotencyKey: undefined,
    setSession: () => undefined,
    clearSession: () => undefined,
    setHeader: () => undefined,
    afterAnswer: () => undefined,
  };
}
