import { createFileRoute } from '@tanstack/react-router';

import { LiveDataLayout } from '../lib/live-data.tsx';

/** The pages whose data stays alive in the browser: they share one cache and one client. */
export const Route = createFileRoute('/_data')({
  beforeLoad: async ({ context }) => {
    await context.data.load();
  },
  component: LiveDataLayout,
});
