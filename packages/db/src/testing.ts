import { inject } from 'vitest';

import type { DbHandle, DbKind } from './db.ts';
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

/** `on` asks for one kind, where a test is about it; else the best of this run. */
export type TestDatabaseOptions = { on?: DbKind };

/**
 * The kind of database that tests of this run get. PGlite has one connection and hides every
 * concurrency bug: `describe.skipIf(testDatabaseKind() === 'pglite')` where that is the subject.
 */
export function testDatabaseKind(): DbKind {
  return inject('testDatabases').kind;
}

/** A fresh migrated database, not open: for tests that start processes. `close` removes it. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return createDatabaseOn(await askForServer(options));
}

/** A fresh migrated database, open. `close` also removes it. */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<DbHandle> {
  const server = await askForServer(options);
  const { statementsFolder } = inject('testDatabases');
  // The planner of an embedded database is PostgreSQL's too: one of them is enough.
  const isNoted = statementsFolder !== undefined && server.kind === 'postgresql';
  return openDatabaseOn(server, isNoted ? noteStatementsIn(statementsFolder) : undefined);
}

/** A database without tables, not open: for tests of migrating. `close` removes it. */
export async function createEmptyDatabase(on: DbKind): Promise<TestDatabase> {
  return createDatabaseOn(await askForServer({ on }), 'empty');
}

/** A copy of an unused database, beside it and not open. `close` removes it. */
export async function copyTestDatabase(database: TestDatabase): Promise<TestDatabase> {
  const server = await askForServer({ on: database.kind });
  return createDatabaseOn(copyingFrom(server, database));
}

/** The tools for backups of the server of this run; undefined where there are none, and on PGlite. */
export async function findBackupTools(): Promise<BackupTools | undefined> {
  const server = testDatabaseKind() === 'pglite' ? undefined : await askForServer({});
  return server?.kind === 'postgresql' ? findBackupToolsFor(server.url) : undefined;
}

async function askForServer({ on }: TestDatabaseOptions): Promise<TestServer> {
  const { kind, broker } = inject('testDatabases');
  // No connection is kept: a test that waits for a program blocks this one, and the broker closes meanwhile.
  const response = await fetch(`${broker}/${on ?? kind}`, { headers: { connection: 'close' } });
  if (!response.ok) throw new Error(await response.text());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by testing-setup.ts
  return (await response.json()) as TestServer;
}
