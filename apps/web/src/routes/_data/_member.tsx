import { createFileRoute } from '@tanstack/react-router';

import { requireSignedIn } from '../../lib/guards.ts';

/** Pages of signed-in people. */
export const Route = createFileRoute('/_data/_member')({
  beforeLoad: requireSignedIn,
});
