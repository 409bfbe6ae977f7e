import { httpBatchLink } from '@trpc/client';

import type { ApiLink } from './data.ts';

const XSRF_COOKIE = /(?:^|;\s*)XSRF-TOKEN=([^;]+)/;
const MAX_BATCH = 10;

/** The browser's way to the procedures: HTTP in batches, with the XSRF token of the cookie (contract, section 2). */
export function createBrowserLink(): ApiLink {
  return httpBatchLink({
    url: '/trpc',
    maxItems: MAX_BATCH,
    headers: () => {
      const token = XSRF_COOKIE.exec(document.cookie)?.[1];
      return {
        'X-Locale': document.documentElement.lang,
        ...(token === undefined ? {} : { 'X-XSRF-TOKEN': decodeURIComponent(token) }),
      };
    },
  });
}
