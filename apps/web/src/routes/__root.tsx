import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router';

import type { RouterContext } from '../lib/router-context.ts';
import { SiteFooter } from '../ui/site-footer.tsx';
import { SiteHeader } from '../ui/site-header.tsx';

import stylesheet from '../styles.css?url';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context }) => context.texts.load('common'),
  head: ({ match }) => {
    const { assets } = match.context;
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      ],
      links: [
        ...assets.fonts.map((href) => ({
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossOrigin: 'anonymous' as const,
          href,
        })),
        { rel: 'stylesheet', href: stylesheet },
        { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
      ],
      scripts: [{ type: 'module', async: true, src: assets.entry }],
    };
  },
  component: Document,
});

function Document() {
  const { locale } = Route.useRouteContext();
  return (
    <html lang={locale}>
      <head>
        <HeadContent />
      </head>
      <body>
        <SiteHeader />
        <main id="content">
          <Outlet />
        </main>
        <SiteFooter />
        <Scripts />
      </body>
    </html>
  );
}
