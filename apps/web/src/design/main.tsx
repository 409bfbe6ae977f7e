/** The page of the design system (`/design` under `pnpm dev`): tokens and components on one sheet. */
import '@vitejs/plugin-react/preamble';
import { isLocale } from '@agres/domain/locale';
import { toPublicPath } from '@agres/domain/paths';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';

import { createTexts } from '../lib/catalogs.ts';
import { createDataLoader } from '../lib/data-loader.ts';
import type { RouterContext } from '../lib/router-context.ts';
import { TransText } from '../lib/trans-text.tsx';
import { isViewer } from '../lib/viewer.ts';
import { DesignPage } from './design-page.tsx';

const asked = new URLSearchParams(window.location.search);
const [language, who] = [asked.get('locale'), asked.get('viewer')];
const locale = isLocale(language) ? language : 'fr';
document.documentElement.lang = locale;

const i18n = setupI18n({ locale, messages: { [locale]: {} } });
const texts = createTexts(i18n, locale);
await texts.load('common', 'codes');

// Links lead nowhere here, and look as they do everywhere.
const router = createRouter({
  routeTree: createRootRouteWithContext<RouterContext>()({ component: DesignPage }),
  history: createMemoryHistory({ initialEntries: ['/'] }),
  rewrite: {
    output: ({ url }) => {
      url.pathname = toPublicPath(locale, url.pathname);
      return url;
    },
  },
  context: {
    locale,
    i18n,
    texts,
    viewer: isViewer(who) ? who : 'visitor',
    data: createDataLoader(async () =>
      (await import('../lib/browser-link.ts')).createBrowserLink(() => undefined),
    ),
    assets: { entry: '', early: '', fonts: [], stripeJs: '' },
    publicUrl: window.location.origin,
    handover: () => '',
    reportOutage: () => undefined,
  },
});

createRoot(document.body).render(
  <I18nProvider i18n={i18n} defaultComponent={TransText}>
    <RouterProvider router={router} />
  </I18nProvider>,
);
