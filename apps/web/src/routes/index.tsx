import { createFileRoute } from '@tanstack/react-router';

import { homeHead } from '../features/home/home-head.ts';
import { HomePage } from '../features/home/home-page.tsx';
import type { HomeDataOrPromise } from '../features/home/load-home.ts';

export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => context.texts.load('home'),
  // The server waits for the data and sends the whole page. In the browser, a navigation renders the page before
  // the data has arrived; a reload of the data waits for it.
  loader: async ({ context, cause }): Promise<{ home: HomeDataOrPromise }> => {
    // Not downloaded when the page was server-rendered.
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
