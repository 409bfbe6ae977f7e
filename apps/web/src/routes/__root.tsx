import { BRAND } from '@agres/domain/brand';
import { feedPathOf } from '@agres/domain/paths';
import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router';

import { HANDOVER_ID } from '../lib/handover.ts';
import type { RouterContext } from '../lib/router-context.ts';
import { NoScriptNote } from '../ui/no-script-note.tsx';
import { PageArrival } from '../ui/page-arrival.tsx';
import { SiteFooter } from '../ui/site-footer.tsx';
import { SiteHeader } from '../ui/site-header.tsx';
import { SkipLink } from '../ui/skip-link.tsx';

import stylesheet from '../styles.css?url';

/** The design token `ground`, for the browser's toolbar. */
const THEME_COLOR = '#f8f2e7';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context }) => context.texts.load('common'),
  head: ({ match }) => {
    const { assets, locale } = match.context;
    return {
      meta: [
        { charSet: 'utf-8' },
        // The title until the requested page sets its own.
        { title: BRAND.name },
        { name: 'viewport', content: 'width=device-width, initial-scale=1' },
        { name: 'theme-color', content: THEME_COLOR },
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
        { rel: 'icon', sizes: '32x32', href: '/favicon.ico' },
        { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
        { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
        { rel: 'manifest', href: '/site.webmanifest' },
        {
          rel: 'alternate',
          type: 'application/rss+xml',
          title: `${BRAND.name} · Blog`,
          href: feedPathOf(locale),
        },
      ],
      // Not async: with an incomplete document, hydration would fail and React would render everything again.
      scripts: [{ type: 'module', src: assets.entry }],
    };
  },
  component: Document,
});

function Document() {
  const { locale, handover, assets } = Route.useRouteContext();
  return (
    <html lang={locale}>
      <head>
        <HeadContent />
        {/* Loads first and records clicks and input until hydration. */}
        <script type="module" async src={assets.early} fetchPriority="high" />
      </head>
      <body>
        <SkipLink />
        <SiteHeader />
        <NoScriptNote />
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
        <SiteFooter />
        <PageArrival />
        <script
          id={HANDOVER_ID}
          type="application/json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: handover() }}
        />
      </body>
    </html>
  );
}
