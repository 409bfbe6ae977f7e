import { createFileRoute } from '@tanstack/react-router';

import { LiveDataLayout } from '../lib/live-data.tsx';

/** Pages with live data. In the browser, they share one query cache and one client. */
export const Route = createFileRoute('/_data')({
  beforeLoad: async ({ context }) => {
    await context.data.load();
  },
  component: LiveDataLayout,
});
