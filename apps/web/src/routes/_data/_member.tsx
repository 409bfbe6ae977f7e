import { createFileRoute } from '@tanstack/react-router';

import { requireSignedIn } from '../../lib/guards.ts';

/** Pages for signed-in members. */
export const Route = createFileRoute('/_data/_member')({
  beforeLoad: requireSignedIn,
});
