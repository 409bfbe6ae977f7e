import { setShopFacts, type ShopFacts } from '@agres/domain/brand';
import type { AnyRouter, AnyRouteMatch } from '@tanstack/react-router';

import type { Catalog } from './catalogs.ts';
import type { PageAssets, RouterContext } from './router-context.ts';
import { jsonForScript } from './script-json.ts';
import type { Viewer } from './viewer.ts';

/**
 * The server's data for the browser. The page contains it as JSON, not as code: content from the database cannot
 * run, and the content security policy needs no inline scripts.
 */
export type Handover = {
  viewer: Viewer;
  assets: PageAssets;
  /** Null means the defaults in the source code. */
  facts: ShopFacts | null;
  publicUrl: string;
  catalogs: Catalog[];
  /** Whether the browser needs the query cache. */
  isLive: boolean;
  /** Whether the page and its data may come from a CDN cache. */
  mayBeStale: boolean;
  /** The query cache as JSON. A string, because the router's types do not accept its inner types. */
  queries: string | null;
  matches: MatchState[];
};

type MatchState = Pick<AnyRouteMatch, 'id' | 'status'> & {
  data?: AnyRouteMatch['loaderData'];
  isNotFound?: true;
};

export const HANDOVER_ID = 'handover';

/**
 * Serializes the handover after all loaders have finished. Without a timestamp, equal pages have equal texts.
 */
export function serializeHandover(
  router: AnyRouter,
  context: RouterContext,
  { facts, mayBeStale = false }: { facts: ShopFacts | null; mayBeStale?: boolean },
): string {
  const matches: AnyRouteMatch[] = router.state.matches;
  const handover: Handover = {
    viewer: context.viewer,
    assets: context.assets,
    facts,
    publicUrl: context.publicUrl,
    catalogs: context.texts.loaded(),
    isLive: matches.some(({ routeId }) => routeId === '/_data'),
    mayBeStale: mayBeStale && context.data.current() !== undefined,
    queries: context.data.current()?.dehydrate() ?? null,
    matches: matches.map(({ id, status, loaderData, _notFound }) => ({
      id,
      status,
      ...(loaderData === undefined ? {} : { data: loaderData }),
      ...(_notFound === true ? { isNotFound: true } : {}),
    })),
  };
  return jsonForScript(handover);
}

export const handoverOfDocument = (): string =>
  document.getElementById(HANDOVER_ID)?.textContent ?? '';

/**
 * Stores the document's handover where the router expects its own server state (`$_TSR`), in the router's format.
 * Returns `mayBeStale`.
 */
export function restoreHandover(): { mayBeStale: boolean } {
  const handover: Handover = JSON.parse(handoverOfDocument());
  if (handover.facts !== null) setShopFacts(handover.facts);
  const nothing = () => undefined;
  window.$_TSR = {
    router: {
      manifest: undefined,
      dehydratedData: handover,
      matches: handover.matches.map(({ id, status, data, isNotFound }) => ({
        // The router compares ids in this format.
        i: id.replaceAll('/', '#'),
        s: status,
        u: handover.mayBeStale ? 0 : Date.now(),
        ...(data === undefined ? {} : { l: data }),
        ...(status === 'error' ? { e: new Error('not rendered') } : {}),
        ...(isNotFound === true ? { g: true } : {}),
      })),
    },
    buffer: [],
    p: nothing,
    e: nothing,
    c: nothing,
    h: () => {
      delete window.$_TSR;
    },
  };
  return { mayBeStale: handover.mayBeStale };
}
