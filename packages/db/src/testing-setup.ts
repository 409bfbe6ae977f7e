/**
 * Vitest's global setup (vitest.config.ts): one database server for the whole run, started when the first
 * test requests it, so that a run of pure rules does not wait for one.
 */
import { createServer, type ServerResponse } from 'node:http';

import type { TestProject } from 'vitest/node';

import { prepareTestServers } from './testing/test-servers.ts';

declare module 'vitest' {
  // Vitest asks for this declaration to be merged.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    testDatabases: {
      broker: string;
      /** The folder for the record of the product's statements, if the run makes one (scripts/test.ts). */
      statementsFolder: string | undefined;
    };
  }
}

/** Starts the broker that gives tests their server, and stops everything at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers = prepareTestServers(process.env['TEST_DATABASE_URL']);
  const answer = async (response: ServerResponse) => {
    try {
      response.end(JSON.stringify(await servers.server()));
    } catch (error) {
      response.statusCode = 500;
      response.end(error instanceof Error ? error.message : String(error));
    }
  };
  const broker = createServer((_request, response) => void answer(response));
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  const address = broker.address();
  if (address === null || typeof address === 'string') throw new Error('No port for the broker.');
  project.provide('testDatabases', {
    broker: `http://127.0.0.1:${address.port}`,
    statementsFolder: process.env['STATEMENTS_FOLDER'],
  });
  return async () => {
    broker.close();
    broker.closeAllConnections();
    await servers.close();
  };
}
