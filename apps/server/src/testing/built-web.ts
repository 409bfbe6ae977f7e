import { fileURLToPath } from 'node:url';

import type { DbHandle } from '@shop/db/db';

import { createWeb } from '../web/register-web.ts';

const webDirectory = fileURLToPath(new URL('../../../web', import.meta.url));

/** Where the site of `builtWebOn` says it is. */
export const PUBLIC_URL = 'http://localhost:3000';

/** The built site on a database, for `startTestApp`. */
export function builtWebOn(database: DbHandle) {
  return createWeb({
    mode: 'built',
    db: database.db,
    clock: () => new Date(),
    publicUrl: PUBLIC_URL,
    webDirectory,
    stripeJsUrl: 'https://js.stripe.com/v3/',
    stripeApiUrl: 'https://api.stripe.com',
  });
}
