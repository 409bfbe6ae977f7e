import '@vitejs/plugin-react/preamble';
import { setupI18n } from '@lingui/core';
import { RouterClient } from '@tanstack/react-router/ssr/client';
import { hydrateRoot } from 'react-dom/client';

import { createTexts } from './lib/catalogs.ts';
import { restoreHandover, handoverOfDocument } from './lib/handover.ts';
import { createDataLoader } from './lib/lazy-data.ts';
import { isMissingCode, markMissingCodeErrors } from './lib/missing-code.ts';
import { pageLocale } from './lib/page-locale.ts';
import { reloadAfterSessionEnd, watchSession } from './lib/sign-out.ts';
import { isSignedIn } from './lib/viewer.ts';
import { createRouter } from './router.tsx';

markMissingCodeErrors();
const { mayBeStale } = restoreHandover();

const isMemberDocument = (): boolean => isSignedIn(router.options.context.viewer);

const locale = pageLocale();
const i18n = setupI18n({ locale, messages: { [locale]: {} } });

const router = createRouter({
  locale,
  i18n,
  texts: createTexts(i18n, locale),
  data: createDataLoader(async () => {
    const { createBrowserLink } = await import('./lib/browser-link.ts');
    return createBrowserLink(() => {
      if (isMemberDocument()) reloadAfterSessionEnd();
    });
  }),
  // The server's handover replaces `viewer`, `assets` and `publicUrl` before the router matches the first
  // route.
  viewer: 'visitor',
  assets: { entry: '', early: '', fonts: [], stripeJs: '' },
  publicUrl: '',
  handover: handoverOfDocument,
  reportOutage: () => undefined,
});

watchSession(isMemberDocument);

if (mayBeStale) {
  // The page may come from a CDN cache: reload its data once.
  const stop = router.subscribe('onRendered', () => {
    stop();
    void router.invalidate();
  });
}

hydrateRoot(document, <RouterClient router={router} />, {
  onCaughtError: (error) => {
    // The page itself reports missing code. Every other caught error is a defect.
    if (!isMissingCode(error)) reportError(error);
  },
});
