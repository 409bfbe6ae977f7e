import { createFileRoute } from '@tanstack/react-router';

import { homeHead } from '../features/home/home-head.ts';
import { HomePage } from '../features/home/home-page.tsx';
import type { HomeDataOrPromise } from '../features/home/load-home.ts';

export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => context.texts.load('home'),
  // The server awaits the data and sends the whole page. A navigation in the browser renders before the data has
  // arrived; a reload of the data awaits it.
  loader: async ({ context, cause }): Promise<{ home: HomeDataOrPromise }> => {
    // The browser does not download this code for a server-rendered page.
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
