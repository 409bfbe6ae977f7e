import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findInstalledPrograms } from '../local/postgres-server.ts';
import { runOn } from './test-servers.ts';

export type BackupTools = {
  /** Writes a whole database to a file, in the format that `restore` reads. */
  dump: (url: string, file: string) => Promise<void>;
  /** Restores a file into a database; `clean` first drops the objects that the backup contains. */
  restore: (file: string, url: string, how?: 'clean') => Promise<void>;
};

/** Returns this machine's tools; undefined if it has none, or only older ones than the server. */
export async function findBackupToolsFor(serverUrl: string): Promise<BackupTools | undefined> {
  const programs = await findInstalledPrograms('pg_dump');
  if (programs === undefined) return undefined;
  const [server] = await runOn(serverUrl, 'show server_version');
  // `pg_dump` refuses a server newer than itself.
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
