import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/terms-of-use')({
  component: () => <h1>terms-of-use</h1>,
});
