import { createFileRoute } from '@tanstack/react-router';

import { homeHead } from '../features/home/home-head.ts';
import { HomePage } from '../features/home/home-page.tsx';
import type { AwaitedHome } from '../features/home/load-home.ts';

export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => context.texts.load('home'),
  // The server sends the page whole; in the browser the rest of it does not wait for the data, unless the
  // page is there already and has its data asked for again.
  loader: async ({ context, cause }): Promise<{ home: AwaitedHome }> => {
    // A browser that is given the page whole never loads what it is made with.
    const { loadHome } = await import('../features/home/load-home.ts');
    const home = loadHome(context);
    return { home: typeof document === 'undefined' || cause === 'stay' ? await home : home };
  },
  head: ({ match }) => homeHead(match.context),
  component: HomePageRoute,
});

function HomePageRoute() {
  return <HomePage home={Route.useLoaderData().home} />;
}
