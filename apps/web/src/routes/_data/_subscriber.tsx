import { createFileRoute } from '@tanstack/react-router';

import { requireSubscriber } from '../../lib/guards.ts';

export const Route = createFileRoute('/_data/_subscriber')({
  beforeLoad: requireSubscriber,
});
