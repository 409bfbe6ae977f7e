/**
 * `pnpm backup FILE` writes a consistent snapshot of the whole shop to a new file that only you may read, while
 * the site runs. It contains the personal data of everyone in the shop.
 *
 * `pnpm restore FILE --instead` (the shop is lost) or `--copy` (to inspect it or to try things) loads it into
 * an empty database.
 *
 * The database is the one of DATABASE_URL, in the environment or .env, else that of `pnpm dev`. Exits with 1 on
 * failure, with 2 for a malformed command line.
 */
import { readFileSync, type Stats, type WriteStream } from 'node:fs';
import { lstat, open, rm, type FileHandle } from 'node:fs/promises';

import { inspectBackup } from '@agres/db/backup/load-backup';
import { writeBackup } from '@agres/db/backup/write-backup';
import { createDb } from '@agres/db/db';

import { explainToPerson, readCommandSettings } from './shop/settings.ts';
import { printHelpIfRequested, usageOf } from './usage.ts';

printHelpIfRequested(import.meta.filename);

let url = '';
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(explainToPerson(error, url));
  process.exitCode = 1;
}

async function main(args: readonly string[]): Promise<number> {
  const [typed, ...more] = args;
  if (typed === undefined || more.length > 0 || typed.startsWith('-')) {
    console.error(usageOf(readFileSync(import.meta.filename, 'utf8')));
    return 2;
  }
  const settings = readCommandSettings();
  url = settings.databaseUrl;
  const file = settings.pathOf(typed);
  const startedAt = performance.now();
  await writeFile(file);
  // Reads the file again up to its checksum: a file that cannot be read is no backup.
  const { tables, rows, madeAt } = await inspectBackup(file);
  await recordBackup(madeAt);
  const { size } = await withFile(file, (written) => written.stat());
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    [
      `Wrote ${typed}: ${tables} tables, ${rows} rows of ${madeAt}, ${(size / 1e6).toFixed(1)} MB, in ${seconds} s.`,
      "It holds people's data: only you may read it now. Keep it where that stays so, and not on this machine alone.",
    ].join('\n'),
  );
  return 0;
}

/** Writes the file, and deletes it again on failure. */
async function writeFile(file: string): Promise<void> {
  const written = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw new Error(
      `${file} cannot be written: it is there already, or its folder is not, or is not yours. Name a new file.`,
      { cause: error },
    );
  });
  const own = await written.stat();
  try {
    // Always through this handle: others with write access to the folder could replace the file at the path.
    await writeBackup(url, streamInto(written));
    // guard: a backup fails if its file is replaced while it is written
    if (!(await isAt(file, own))) {
      throw new Error(
        `${file} was replaced or moved while it was written. Use a folder that only you can write to.`,
      );
    }
  } catch (error) {
    if (await isAt(file, own)) await rm(file);
    throw error;
  } finally {
    await written.close();
  }
}

/** Whether a path still leads to the file that was opened there. */
async function isAt(file: string, own: Stats): Promise<boolean> {
  const there = await lstat(file).catch(() => null);
  return own.ino === there?.ino && own.dev === there.dev;
}

/** Stores the time of the backup, for `agres_backup_age_seconds`. The backup is valid without it. */
async function recordBackup(madeAt: string): Promise<void> {
  const { db, close } = createDb(url, { poolSize: 1 });
  try {
    await db.installation.updateMany({ data: { backedUpAt: new Date(madeAt) } });
  } catch (error) {
    // The column is missing while a migration is pending.
    console.error(`The time of this backup is not stored: ${explainToPerson(error, url)}`);
  } finally {
    await close();
  }
}

function streamInto(written: FileHandle): WriteStream {
  return written.createWriteStream({ flush: true });
}

async function withFile<T>(file: string, work: (opened: FileHandle) => Promise<T>): Promise<T> {
  const opened = await open(file);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
