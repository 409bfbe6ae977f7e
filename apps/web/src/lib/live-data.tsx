import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouteContext } from '@tanstack/react-router';
import { use, type ReactNode } from 'react';

import { api } from './data.ts';

/** Gives everything in it the procedures' hooks; suspends until their runtime is loaded. */
export function LiveData({ children }: { children: ReactNode }) {
  const context = useRouteContext({ from: '__root__' });
  // Loaded beforehand on a page of such data, which then renders in one go.
  const data = context.data.current() ?? use(context.data.load());
  return (
    <api.Provider client={data.client} queryClient={data.queryClient}>
      <QueryClientProvider client={data.queryClient}>{children}</QueryClientProvider>
    </api.Provider>
  );
}

/** The layout of the pages whose data stays alive in the browser. */
export function LiveDataLayout() {
  return (
    <LiveData>
      <Outlet />
    </LiveData>
  );
}
