import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_data/_member/profile')({
  component: () => <h1>Profile</h1>,
});
