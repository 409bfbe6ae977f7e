/** Playwright's global setup (playwright.config.ts): one seeded database a run, which each site copies. */
import type { TestServer } from '@agres/db/testing/test-servers';

import { prepareSeededServer } from './site.ts';

/** The path at which the run's workers read the prepared data. */
const VARIABLE = 'SEEDED_TEST_SERVER';

/** Seeds on the server at TEST_DATABASE_URL, or on the best of this machine, and removes it at the end. */
export default async function seedOnce(): Promise<() => Promise<void>> {
  const { server, close } = await prepareSeededServer(process.env['TEST_DATABASE_URL']);
  process.env[VARIABLE] = JSON.stringify(server);
  return close;
}

/** The seeded data, for the workers of the run. */
export function seededServer(): TestServer {
  const prepared = process.env[VARIABLE];
  if (prepared === undefined) throw new Error('The global setup of Playwright did not run.');
  return JSON.parse(prepared);
}
