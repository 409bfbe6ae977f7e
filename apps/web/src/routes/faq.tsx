import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/faq')({
  component: () => <h1>faq</h1>,
});
