import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_data/_guest/log-in')({
  validateSearch: (search): { redirect?: string } =>
    typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {},
  component: () => <h1>Log in</h1>,
});
