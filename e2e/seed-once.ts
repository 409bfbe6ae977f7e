/** Playwright's global setup (playwright.config.ts): seeds one database per run, which each site copies. */
import type { TestServer } from '@agres/db/testing/test-servers';

import { prepareSeededServer } from './site.ts';

/** Passes the seeded server to the workers. */
const VARIABLE = 'SEEDED_TEST_SERVER';

/**
 * Seeds a database on the server at TEST_DATABASE_URL, or on a temporary one; returns a function that removes
 * it.
 */
export default async function seedOnce(): Promise<() => Promise<void>> {
  const { server, close } = await prepareSeededServer(process.env['TEST_DATABASE_URL']);
  process.env[VARIABLE] = JSON.stringify(server);
  return close;
}

export function seededServer(): TestServer {
  const prepared = process.env[VARIABLE];
  if (prepared === undefined) throw new Error('The global setup of Playwright did not run.');
  return JSON.parse(prepared);
}
