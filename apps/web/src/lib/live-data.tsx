import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { api } from './data.ts';

/** Provides the tRPC hooks to its children. Throws if the data runtime has not been loaded. */
export function LiveData({ children }: { children: ReactNode }) {
  const context = useRouteContext({ from: '__root__' });
  const data = context.data.current();
  if (data === undefined) throw new Error('The data runtime has not been loaded.');
  return (
    <api.Provider client={data.client} queryClient={data.queryClient}>
      <QueryClientProvider client={data.queryClient}>{children}</QueryClientProvider>
    </api.Provider>
  );
}

export function LiveDataLayout() {
  return (
    <LiveData>
      <Outlet />
    </LiveData>
  );
}
