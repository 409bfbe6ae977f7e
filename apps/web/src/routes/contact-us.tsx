import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/contact-us')({
  component: () => <h1>contact-us</h1>,
});
