import { createFileRoute } from '@tanstack/react-router';

import { homeHead } from '../features/home/home-head.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { loadHome } from '../features/home/load-home.ts';

export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => context.texts.load('home', 'shop'),
  loader: ({ context }) => loadHome(context),
  head: ({ match }) => homeHead(match.context),
  component: HomePageRoute,
});

function HomePageRoute() {
  return <HomePage home={Route.useLoaderData()} />;
}
