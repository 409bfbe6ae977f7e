import { inject } from 'vitest';

import type { DbHandle } from './db.ts';
// For the declaration of what it provides.
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

/** A fresh migrated database, not open: for tests that start processes. `close` removes it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseOn(await askForServer());
}

/** A fresh migrated database, open. `close` also removes it. */
export async function openTestDatabase(): Promise<DbHandle> {
  const { statementsFolder } = inject('testDatabases');
  const notes = statementsFolder === undefined ? undefined : noteStatementsIn(statementsFolder);
  return openDatabaseOn(await askForServer(), notes);
}

/** A database without tables, not open: for tests of migrating. `close` removes it. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabaseOn(await askForServer(), 'empty');
}

/** A copy of an unused database, beside it and not open. `close` removes it. */
export async function copyTestDatabase(database: TestDatabase): Promise<TestDatabase> {
  return createDatabaseOn(copyingFrom(await askForServer(), database));
}

/** The tools for backups of the server of this run; undefined where there are none. */
export async function findBackupTools(): Promise<BackupTools | undefined> {
  return findBackupToolsFor((await askForServer()).url);
}

async function askForServer(): Promise<TestServer> {
  const { broker } = inject('testDatabases');
  // No connection is kept: a test that waits for a program blocks this one, and the broker closes meanwhile.
  const response = await fetch(broker, { headers: { connection: 'close' } });
  if (!response.ok) throw new Error(await response.text());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by testing-setup.ts
  return (await response.json()) as TestServer;
}
