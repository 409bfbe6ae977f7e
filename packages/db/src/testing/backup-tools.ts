import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findInstalledPrograms } from '../local/postgres-server.ts';
import { runOn } from './test-servers.ts';

/** PostgreSQL's own tools for backups. */
export type BackupTools = {
  /** Writes all of a database to a file, in the form that `restore` reads. */
  dump: (url: string, file: string) => Promise<void>;
  /** Reads it into a database; `clean` first drops what the backup brings, where it was made. */
  restore: (file: string, url: string, how?: 'clean') => Promise<void>;
};

/** The tools of this machine; undefined where it has none, or none as new as the server. */
export async function findBackupToolsFor(serverUrl: string): Promise<BackupTools | undefined> {
  const programs = await findInstalledPrograms('pg_dump');
  if (programs === undefined) return undefined;
  const [server] = await runOn(serverUrl, 'show server_version');
  // It refuses a server that is newer than itself.
  if (programs.major < Number.parseInt(String(server?.['server_version']), 10)) return undefined;
  const [pgDump, pgRestore] = [
    join(programs.folder, 'pg_dump'),
    join(programs.folder, 'pg_restore'),
  ];
  return {
    dump: async (url, file) => {
      await run(pgDump, ['--format=custom', `--file=${file}`, `--dbname=${url}`]);
    },
    restore: async (file, url, how) => {
      const clean = how === 'clean' ? ['--clean'] : [];
      await run(pgRestore, ['--exit-on-error', ...clean, `--dbname=${url}`, file]);
    },
  };
}

const run = promisify(execFile);
