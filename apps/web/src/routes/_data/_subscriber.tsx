import { createFileRoute } from '@tanstack/react-router';

import { requireSubscriber } from '../../lib/guards.ts';

/** Pages for subscribers. */
export const Route = createFileRoute('/_data/_subscriber')({
  beforeLoad: requireSubscriber,
});
