import type { AppRouter } from '@agres/shop/router';
import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import type { TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';

/** The typed hooks of every procedure. */
export const api = createTRPCReact<AppRouter>();

export type ApiLink = TRPCLink<AppRouter>;

const STALE_AFTER_MS = 30_000;

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        retry: false,
        // A page that the server rendered with its error banner must not differ when it comes alive.
        retryOnMount: false,
      },
      dehydrate: {
        shouldDehydrateQuery: (query) => query.state.status !== 'pending',
      },
    },
  });
}

/** What the pages with live data share: the cache, the client and the calls that fill the cache. */
export type Data = ReturnType<typeof createData>;

/** Builds the data runtime over a link: in process on the server, HTTP in the browser. */
export function createData(link: ApiLink) {
  const queryClient = createQueryClient();
  const client = api.createClient({ links: [link] });
  return {
    queryClient,
    client,
    utils: createTRPCQueryUtils({ queryClient, client }),
    /** The cache as JSON, for the browser; null where it is empty, so that nothing is loaded for it. */
    dehydrate: () =>
      queryClient.getQueryCache().getAll().length === 0
        ? null
        : JSON.stringify(dehydrate(queryClient)),
    hydrate: (state: string) => hydrate(queryClient, JSON.parse(state)),
  };
}

/** The data runtime of one page, loaded when the first route asks for it. */
export type DataLoader = {
  load: () => Promise<Data>;
  /** The runtime, once loaded; the provider of the live pages reads it. */
  current: () => Data | undefined;
};
