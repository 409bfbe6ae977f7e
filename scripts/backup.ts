/**
 * `pnpm backup FILE` writes all of the shop into a new file that only you may read, one moment of it, while
 * the site runs. It holds the data of every person in the shop.
 * `pnpm restore FILE --instead` (the shop is lost) or `--copy` (to look at it, to try things on) reads it,
 * into an empty database.
 *
 * The shop is the database of DATABASE_URL, in the environment or .env, else the one of `pnpm dev`. Exits
 * with 1 if it could not, with 2 for a malformed command line.
 */
import { readFileSync, type Stats, type WriteStream } from 'node:fs';
import { lstat, open, rm, type FileHandle } from 'node:fs/promises';

import { inspectBackup } from '@agres/db/backup/load-backup';
import { writeBackup } from '@agres/db/backup/write-backup';
import { createDb } from '@agres/db/db';

import { explainToPerson, readCommandSettings } from './shop/settings.ts';
import { sayUsageIfAsked, usageOf } from './usage.ts';

sayUsageIfAsked(import.meta.filename);

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
  // Read again from its beginning to its checksum: what cannot be read is no backup.
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

/** Writes the file, or leaves none. */
async function writeFile(file: string): Promise<void> {
  const written = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw new Error(
      `${file} cannot be written: it is there already, or its folder is not, or is not yours. Name a new file.`,
      { cause: error },
    );
  });
  const own = await written.stat();
  try {
    // Always through this handle: who may write in the folder can put a file of theirs at the path.
    await writeBackup(url, streamInto(written));
    // guard: a backup is not left to who replaces its file
    if (!(await isAt(file, own))) {
      throw new Error(
        `Somebody replaced or moved ${file} while it was written. Others may write in its folder: choose one of yours alone.`,
      );
    }
  } catch (error) {
    if (await isAt(file, own)) await rm(file);
    throw error;
  } finally {
    await written.close();
  }
}

/** Whether a path still leads to a file that was opened there. */
async function isAt(file: string, own: Stats): Promise<boolean> {
  const there = await lstat(file).catch(() => null);
  return own.ino === there?.ino && own.dev === there.dev;
}

/** Stores when the backup was made, for `agres_backup_age_seconds`. The backup is good without it, too. */
async function recordBackup(madeAt: string): Promise<void> {
  const { db, close } = createDb(url, { poolSize: 1 });
  try {
    await db.installation.updateMany({ data: { backedUpAt: new Date(madeAt) } });
  } catch (error) {
    // A database that is not migrated yet has no such column.
    console.error(`The time of this backup is not stored: ${explainToPerson(error, url)}`);
  } finally {
    await close();
  }
}

/** Ends with what was written on the disk, and the file closed. */
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
