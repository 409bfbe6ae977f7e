import { afterAll, inject } from 'vitest';

import type { DbHandle } from './db.ts';
// This import declares what the setup provides.
import type {} from './testing-setup.ts';
import { findBackupToolsFor, type BackupTools } from './testing/backup-tools.ts';
import { noteStatementsIn } from './testing/noted-statements.ts';
import {
  copyingFrom,
  createDatabaseOn,
  openDatabaseOn,
  type TestDatabase,
} from './testing/test-database.ts';
import type { TestServer } from './testing/test-servers.ts';

export type { BackupTools, TestDatabase };

/** Creates a migrated database without opening it, for tests that start processes. `close` drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseOn(await askForServer());
}

/** Creates and opens a migrated database. `close` also drops it. */
export async function openTestDatabase(): Promise<DbHandle> {
  const { statementsFolder } = inject('testDatabases');
  const notes = statementsFolder === undefined ? undefined : noteStatementsIn(statementsFolder);
  return openDatabaseOn(await askForServer(), notes);
}

/** Opens a database as `openTestDatabase` does, for the tests of a file: closed after the last of them. */
export async function useTestDatabase(): Promise<DbHandle> {
  const handle = await openTestDatabase();
  afterAll(() => handle.close());
  return handle;
}

/** Creates a database without tables and without opening it, for tests of migrations. `close` drops it. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabaseOn(await askForServer(), 'empty');
}

/**
 * Copies a database that has no connections, on the same server, without opening the copy. `close` drops
 * it.
 */
export async function copyTestDatabase(database: TestDatabase): Promise<TestDatabase> {
  return createDatabaseOn(copyingFrom(await askForServer(), database));
}

/** Returns backup tools for this run's server; undefined if there are none. */
export async function findBackupTools(): Promise<BackupTools | undefined> {
  return findBackupToolsFor((await askForServer()).url);
}

async function askForServer(): Promise<TestServer> {
  const { broker } = inject('testDatabases');
  // Keep-alive is off: while a test waits for a program this process is blocked, and the broker closes the
  // connection meanwhile.
  const response = await fetch(broker, { headers: { connection: 'close' } });
  if (!response.ok) throw new Error(await response.text());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by testing-setup.ts
  return (await response.json()) as TestServer;
}
