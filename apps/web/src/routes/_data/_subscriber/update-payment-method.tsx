import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_data/_subscriber/update-payment-method')({
  component: () => <h1>Card</h1>,
});
