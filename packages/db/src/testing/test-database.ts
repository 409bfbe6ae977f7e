import { randomBytes } from 'node:crypto';

import { createDb, type DbHandle } from '../db.ts';
import type { StatementNotes } from './noted-statements.ts';
import { addressOf, runOn, type TestServer } from './test-servers.ts';

export type TestDatabase = {
  url: string;
  /** Drops the database, even while it has connections. */
  close: () => Promise<void>;
};

/** `migrated` has all tables; `empty` none, for tests of the migrations themselves. */
export type StartingPoint = 'migrated' | 'empty';

/** Creates a database without rows on a test server. */
export async function createDatabaseOn(
  server: TestServer,
  startingPoint: StartingPoint = 'migrated',
): Promise<TestDatabase> {
  const name = `${server.prefix}_${randomBytes(4).toString('hex')}`;
  const template = startingPoint === 'empty' ? 'template0' : server.template;
  // Copying files takes a third of the CPU time of logging each page to the WAL.
  await runOn(server.url, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: addressOf(server.url, name),
    close: async () => {
      await runOn(server.url, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Returns the same server with another template: a database without connections. */
export function copyingFrom(server: TestServer, { url }: TestDatabase): TestServer {
  return { ...server, template: new URL(url).pathname.slice(1) };
}

/** Creates and opens a database; `close` also drops it. `notes` record the product's statements. */
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
