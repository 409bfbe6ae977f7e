import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/error')({
  component: () => <h1>Oups! Erreur 404</h1>,
});
