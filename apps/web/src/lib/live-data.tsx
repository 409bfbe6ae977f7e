import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouteContext } from '@tanstack/react-router';

import { api } from './data.ts';

/** Gives the pages below it the procedures' hooks. The runtime is loaded before this renders. */
export function LiveData() {
  const context = useRouteContext({ from: '__root__' });
  const data = context.data.current();
  if (!data) return null;
  return (
    <api.Provider client={data.client} queryClient={data.queryClient}>
      <QueryClientProvider client={data.queryClient}>
        <Outlet />
      </QueryClientProvider>
    </api.Provider>
  );
}
