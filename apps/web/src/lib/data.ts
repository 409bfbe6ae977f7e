import type { AppRouter } from '@agres/shop/router';
import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import type { TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';

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

export type Data = ReturnType<typeof createData>;

/** Creates a page's query cache and client. `link` runs in process on the server, over HTTP in the browser. */
export function createData(link: ApiLink) {
  const queryClient = createQueryClient();
  const client = api.createClient({ links: [link] });
  return {
    queryClient,
    client,
    utils: createTRPCQueryUtils({ queryClient, client }),
    /** Returns the cache as JSON; null if it is empty, so that the browser does not load the data runtime. */
    dehydrate: () =>
      queryClient.getQueryCache().getAll().length === 0
        ? null
        : JSON.stringify(dehydrate(queryClient)),
    hydrate: (state: string) => hydrate(queryClient, JSON.parse(state)),
  };
}

export type DataLoader = {
  load: () => Promise<Data>;
  /** Returns undefined before `load` has finished. */
  current: () => Data | undefined;
};
