import type { AppRouter } from '@agres/shop/router';
import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import type { TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';

/** The typed hooks of all procedures. */
export const api = createTRPCReact<AppRouter>();

export type ApiLink = TRPCLink<AppRouter>;

const STALE_AFTER_MS = 30_000;

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        retry: false,
        // A page that the server rendered with an error banner must not change during hydration.
        retryOnMount: false,
      },
      dehydrate: {
        shouldDehydrateQuery: (query) => query.state.status !== 'pending',
      },
    },
  });
}

/** The data runtime of a page: query cache, client and helpers that fill the cache. */
export type Data = ReturnType<typeof createData>;

/** Creates the data runtime with a link: in process on the server, HTTP in the browser. */
export function createData(link: ApiLink) {
  const queryClient = createQueryClient();
  const client = api.createClient({ links: [link] });
  return {
    queryClient,
    client,
    utils: createTRPCQueryUtils({ queryClient, client }),
    /**
     * The cache as JSON for the browser. Null if it is empty, so that the browser does not load the runtime.
     */
    dehydrate: () =>
      queryClient.getQueryCache().getAll().length === 0
        ? null
        : JSON.stringify(dehydrate(queryClient)),
    hydrate: (state: string) => hydrate(queryClient, JSON.parse(state)),
  };
}

/** Loads the data runtime of a page on first use. */
export type DataLoader = {
  load: () => Promise<Data>;
  /** The runtime, or undefined before it is loaded. The provider of live pages reads it. */
  current: () => Data | undefined;
};
