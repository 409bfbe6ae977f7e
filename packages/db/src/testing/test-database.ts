import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createDb, type DbHandle, type DbKind } from '../db.ts';
import type { StatementNotes } from './noted-statements.ts';
import { addressOf, runOn, type TestServer } from './test-servers.ts';

/** A fresh migrated database for one test file. */
export type TestDatabase = {
  kind: DbKind;
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
  const isEmpty = startingPoint === 'empty';
  if (server.kind === 'pglite') return createPgliteDirectory(isEmpty ? null : server.template);
  const name = `${server.prefix}_${randomBytes(4).toString('hex')}`;
  const template = isEmpty ? 'template0' : server.template;
  // Copying files takes a third of the processor time of writing each page to the log.
  await runOn(server.url, `create database ${name} template ${template} strategy file_copy`);
  return {
    kind: 'postgresql',
    url: addressOf(server.url, name),
    close: async () => {
      await runOn(server.url, `drop database if exists ${name} with (force)`);
    },
  };
}

/** The same server with another template: a database without connections. */
export function copyingFrom(server: TestServer, { kind, url }: TestDatabase): TestServer {
  const template = kind === 'pglite' ? url.replace(/^pglite:/, '') : new URL(url).pathname.slice(1);
  return { ...server, template };
}

async function createPgliteDirectory(template: string | null): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'agres-pglite-'));
  const directory = join(folder, 'db');
  if (template !== null) await cp(template, directory, { recursive: true });
  return {
    kind: 'pglite',
    url: `pglite:${directory}`,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The same, opened; `close` also removes it. What the product asks of it is noted where that is asked for. */
export async function openDatabaseOn(
  server: TestServer,
  notes?: StatementNotes,
): Promise<DbHandle> {
  const database = await createDatabaseOn(server);
  const handle = await createDb(database.url, notes);
  const close = async () => {
    await handle.close();
    await database.close();
  };
  return { ...handle, db: notes?.follow(handle.db) ?? handle.db, close };
}
