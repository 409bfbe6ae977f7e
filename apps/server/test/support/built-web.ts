import { fileURLToPath } from 'node:url';

import type { DbHandle } from '@agres/db/db';
import { openTestDatabase } from '@agres/db/testing';
import type { Page } from '@agres/domain/paths';

import { createWeb } from '../../src/pages/register-web.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';

const webDirectory = fileURLToPath(new URL('../../../web', import.meta.url));

export const PUBLIC_URL = 'http://localhost:3000';

/**
 * Serves the built site on a database, for `startTestApp`; optionally with the files of other releases in a
 * folder.
 */
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

/** The pages that search engines index, with one URL per language. */
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
 * Starts the whole server with the built pages and files. Without a given database it creates one, and closes
 * it with the app.
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
