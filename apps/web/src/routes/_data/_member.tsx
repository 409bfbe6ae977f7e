import { createFileRoute } from '@tanstack/react-router';

import { requireSignedIn } from '../../lib/guards.ts';

export const Route = createFileRoute('/_data/_member')({
  beforeLoad: requireSignedIn,
});
