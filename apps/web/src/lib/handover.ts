import { setShopFacts, type ShopFacts } from '@agres/domain/brand';
import type { AnyRouter, AnyRouteMatch } from '@tanstack/react-router';

import type { Catalog } from './catalogs.ts';
import type { PageAssets, RouterContext } from './router-context.ts';
import { jsonForScript } from './script-json.ts';
import type { Viewer } from './viewer.ts';

/**
 * What the server hands to the browser beside the page itself. It lies in the page as JSON, never as code:
 * texts of the database can run nothing, and the page's policy needs to allow no inline script.
 */
export type Handover = {
  viewer: Viewer;
  assets: PageAssets;
  /** The facts that the page shows; null: those of the source. */
  facts: ShopFacts | null;
  publicUrl: string;
  catalogs: Catalog[];
  /** Whether the page's data stays alive in the browser. */
  isLive: boolean;
  /** Whether a cache in front of the site may have kept the page, and its data with it. */
  mayBeOld: boolean;
  /** The cache of answers, as JSON: the router would not vouch for its inner types. */
  queries: string | null;
  matches: HandedMatch[];
};

/** A route of the page: how it was matched, and what its loader returned. */
type HandedMatch = Pick<AnyRouteMatch, 'id' | 'status'> & {
  data?: AnyRouteMatch['loaderData'];
  isNotFound?: true;
};

/** The element of the page that holds the handover. */
export const HANDOVER_ID = 'handover';

/** The handover of a page whose loaders are through: equal pages have equal texts, whenever they are made. */
export function handoverText(
  router: AnyRouter,
  context: RouterContext,
  { facts, mayBeOld = false }: { facts: ShopFacts | null; mayBeOld?: boolean },
): string {
  const matches: AnyRouteMatch[] = router.state.matches;
  const handover: Handover = {
    viewer: context.viewer,
    assets: context.assets,
    facts,
    publicUrl: context.publicUrl,
    catalogs: context.texts.loaded(),
    isLive: matches.some(({ routeId }) => routeId === '/_data'),
    mayBeOld: mayBeOld && context.data.current() !== undefined,
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

/** The handover as it lies in this document. */
export const handoverOfDocument = (): string =>
  document.getElementById(HANDOVER_ID)?.textContent ?? '';

/**
 * Lays the document's handover where the router looks for what the server did, in the router's own words.
 * Answers whether the page may be older than what it shows.
 */
export function acceptHandover(): { mayBeOld: boolean } {
  const handover: Handover = JSON.parse(handoverOfDocument());
  if (handover.facts !== null) setShopFacts(handover.facts);
  const nothing = () => undefined;
  window.$_TSR = {
    router: {
      manifest: undefined,
      dehydratedData: handover,
      matches: handover.matches.map(({ id, status, data, isNotFound }) => ({
        // The router compares ids in this spelling.
        i: id.replaceAll('/', '#'),
        s: status,
        u: handover.mayBeOld ? 0 : Date.now(),
        ...(data === undefined ? {} : { l: data }),
        ...(status === 'error' ? { e: new Error('not drawn') } : {}),
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
  return { mayBeOld: handover.mayBeOld };
}
