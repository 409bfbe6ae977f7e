/**
 * `pnpm backup FILE` writes all of the shop into a new file that only you may read, one moment of it, while
 * the site runs. It holds the data of every person in the shop.
 * `pnpm restore FILE --instead` (the shop is lost) or `--copy` (to look at it, to try things on) reads it,
 * into an empty PostgreSQL or embedded database.
 *
 * The shop is the database of DATABASE_URL, in the environment or .env, else the one of `pnpm dev`. Exits
 * with 1 if it could not, with 2 for a malformed command line.
 */
import { readFileSync, type Stats, type WriteStream } from 'node:fs';
import { lstat, open, rm, type FileHandle } from 'node:fs/promises';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';

import { inspectBackup } from '@agres/db/backup/load-backup';
import { writeBackup } from '@agres/db/backup/write-backup';
import { createDb } from '@agres/db/db';
import { BACKUP_PATH, HELD_MS_HEADER } from '@agres/office/operations/channel';

import { reachDatabase } from './shop/reach-shop.ts';
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
  const heldMs = await writeFile(file);
  // Read again from its beginning to its checksum: what cannot be read is no backup.
  const { tables, rows, madeAt } = await inspectBackup(file);
  await recordBackup(madeAt);
  const { size } = await withFile(file, (written) => written.stat());
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    [
      `Wrote ${typed}: ${tables} tables, ${rows} rows of ${madeAt}, ${(size / 1e6).toFixed(1)} MB, in ${seconds} s.`,
      ...(url.startsWith('pglite:')
        ? [`Other calls waited for ${heldMs} ms: the embedded database has one connection.`]
        : []),
      "It holds people's data: only you may read it now. Keep it where that stays so, and not on this machine alone.",
    ].join('\n'),
  );
  return 0;
}

/** Writes the file, or leaves none; answers for how long the database was read. */
async function writeFile(file: string): Promise<number> {
  const written = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw new Error(
      `${file} cannot be written: it is there already, or its folder is not, or is not yours. Name a new file.`,
      { cause: error },
    );
  });
  const own = await written.stat();
  try {
    // Always through this handle: who may write in the folder can put a file of theirs at the path.
    const heldMs = await reachDatabase(url, {
      inProcess: (socket) => askProcess(socket, written),
      here: () => writeHere(written),
    });
    // guard: a backup is not left to who replaces its file
    if (!(await isAt(file, own))) {
      throw new Error(
        `Somebody replaced or moved ${file} while it was written. Others may write in its folder: choose one of yours alone.`,
      );
    }
    return heldMs;
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

async function writeHere(written: FileHandle): Promise<number> {
  const handle = await createDb(url, { poolSize: 1 });
  try {
    return (await writeBackup(handle, streamInto(written))).heldMs;
  } finally {
    await handle.close();
  }
}

/** Stores when the backup was made, for `agres_backup_age_seconds`. The backup is good without it, too. */
async function recordBackup(madeAt: string): Promise<void> {
  if (url.startsWith('pglite:')) return;
  const { db, close } = await createDb(url, { poolSize: 1 });
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

/** Has the process behind a socket make the backup; undefined if no process listens there. */
function askProcess(socketPath: string, written: FileHandle): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const call = request({ socketPath, method: 'POST', path: BACKUP_PATH }, (response) => {
    if (response.statusCode !== 200) {
      response.resume();
      reject(
        new Error(
          response.statusCode === 404
            ? 'The process that holds the database is of an earlier release. Stop it, and give the command again.'
            : 'It failed inside the running process. The reason is in its log.',
        ),
      );
      return;
    }
    const heldMs = Number(response.headers[HELD_MS_HEADER]);
    pipeline(response, streamInto(written)).then(() => resolve(heldMs), reject);
  });
  call.on('error', (error) => {
    const code = 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') resolve(undefined);
    else if (code === 'EACCES') {
      reject(new Error(`Only the user who runs the site may use ${socketPath}.`));
    } else reject(error);
  });
  call.end();
  return promise;
}

async function withFile<T>(file: string, work: (opened: FileHandle) => Promise<T>): Promise<T> {
  const opened = await open(file);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
