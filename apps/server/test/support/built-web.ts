import { fileURLToPath } from 'node:url';

import type { DbHandle } from '@agres/db/db';
import { openTestDatabase } from '@agres/db/testing';
import type { Page } from '@agres/domain/paths';

import { createWeb } from '../../src/pages/register-web.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';

const webDirectory = fileURLToPath(new URL('../../../web', import.meta.url));

/** Where the site of `builtWebOn` says it is. */
export const PUBLIC_URL = 'http://localhost:3000';

/** The built site on a database, for `startTestApp`; with the files of other releases in a folder. */
export function builtWebOn(database: DbHandle, assetsFolder: string | null = null) {
  return createWeb({
    assetsFolder,
    bundler: null,
    db: database.db,
    clock: () => new Date(),
    publicUrl: PUBLIC_URL,
    webDirectory,
    stripeJsUrl: 'https://js.stripe.com/v3/',
    stripeApiUrl: 'https://api.stripe.com',
  });
}

/** The pages that stand in search engines under one address a language. */
export const INDEXED_PAGES = [
  'home',
  'shop',
  'blog',
  'contact',
  'faq',
  'legalNotices',
  'terms',
  'subscribe',
  'cancelContract',
  'accessibility',
] as const satisfies Page[];

/**
 * The whole server as it is started: with the built pages and files. On a database of its own, which closes
 * with it, unless one is given.
 */
export async function startBuiltSite(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await openTestDatabase());
  const deps = { registerWeb: builtWebOn(database), ...options.deps };
  const app = await startTestApp({ ...options, database, deps });
  return {
    ...app,
    close: async () => {
      await app.close();
      if (options.database === undefined) await database.close();
    },
  };
}
