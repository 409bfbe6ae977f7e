import { randomBytes } from 'node:crypto';

import { createDb, type DbHandle } from '../db.ts';
import type { StatementNotes } from './noted-statements.ts';
import { addressOf, runOn, type TestServer } from './test-servers.ts';

/** A fresh migrated database for one test file. */
export type TestDatabase = {
  url: string;
  /** Removes it, also from under those who still use it. */
  close: () => Promise<void>;
};

/** `migrated` has every table; `empty` none, for tests of migrating itself. */
export type StartingPoint = 'migrated' | 'empty';

/** Makes a database without a row on a test server. */
export async function createDatabaseOn(
  server: TestServer,
  startingPoint: StartingPoint = 'migrated',
): Promise<TestDatabase> {
  const name = `${server.prefix}_${randomBytes(4).toString('hex')}`;
  const template = startingPoint === 'empty' ? 'template0' : server.template;
  // Copying files takes a third of the processor time of writing each page to the log.
  await runOn(server.url, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: addressOf(server.url, name),
    close: async () => {
      await runOn(server.url, `drop database if exists ${name} with (force)`);
    },
  };
}

/** The same server with another template: a database without connections. */
export function copyingFrom(server: TestServer, { url }: TestDatabase): TestServer {
  return { ...server, template: new URL(url).pathname.slice(1) };
}

/** The same, opened; `close` also removes it. What the product asks of it is noted where that is asked for. */
export async function openDatabaseOn(
  server: TestServer,
  notes?: StatementNotes,
): Promise<DbHandle> {
  const database = await createDatabaseOn(server);
  const handle = createDb(database.url, notes);
  const close = async () => {
    await handle.close();
    await database.close();
  };
  return { ...handle, db: notes?.follow(handle.db) ?? handle.db, close };
}
