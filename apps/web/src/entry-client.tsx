import '@vitejs/plugin-react/preamble';
import { setupI18n } from '@lingui/core';
import { DEFAULT_LOCALE, isLocale } from '@shop/domain/locale';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';

import { createTexts } from './lib/catalogs.ts';
import { createDataLoader } from './lib/data-loader.ts';
import { createRouter } from './router.tsx';

const { lang } = document.documentElement;
const locale = isLocale(lang) ? lang : DEFAULT_LOCALE;
const i18n = setupI18n({ locale, messages: { [locale]: {} } });

const router = createRouter({
  locale,
  i18n,
  texts: createTexts(i18n, locale),
  data: createDataLoader(async () => (await import('./lib/browser-link.ts')).createBrowserLink()),
  // The server's handover replaces these three before the first route is matched.
  viewer: 'visitor',
  assets: { entry: '', fonts: [], stripeJs: '' },
  publicUrl: '',
  reportOutage: () => undefined,
});

hydrateRoot(document, <RouterClient router={router} />);
