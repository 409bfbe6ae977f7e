import { randomUUID } from 'node:crypto';
import { lstat, lutimes, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Log } from '@agres/core/context';

/** Matches a build file with a content hash in its name, such as `shop-BvE8c1cz.js`. */
const NAME = /^\w[\w.-]*-[\w-]{8}\.[a-z\d]+$/;
/** The suffixes of the file itself and of its compressed copies; a build makes two of these. */
const COPIES = ['', '.br', '.gz', '.deflate'] as const;
const PACKED = /\.(?:br|gz)$/;
const ASIDE = /^\.[\da-f-]{36}$/;
/** Marks the folder as the site's own: no files are removed in any other folder. */
const MARK = '.files-of-releases';
const MARK_TEXT = 'Files of earlier releases of the site (ASSETS_FOLDER in docs/OPERATIONS.md).\n';

const DAY_MS = 86_400_000;
const RETENTION_DAYS = 30;

export type KeepAssetsOptions = {
  built: string;
  /** `ASSETS_FOLDER`, which all processes share. */
  folder: string;
  log: Log;
  everyMs?: number;
};

/**
 * Keeps the files of this release available while another release answers. Copies them to the folder, and
 * removes files that no running release has used for thirty days; repeats this until `stop`.
 * @throws an Error that says what to do if the files cannot be copied
 */
export async function keepAssets(keeping: KeepAssetsOptions): Promise<{ stop: () => void }> {
  const { folder, log, everyMs = DAY_MS } = keeping;
  try {
    await claimFolder(folder);
    await updateFolder(keeping);
  } catch (error) {
    throw new Error(problemText(folder, error), { cause: error });
  }
  const timer = setInterval(() => {
    updateFolder(keeping).catch((error: unknown) =>
      log.warn({ folder, err: error }, 'could not update the assets folder, trying again later'),
    );
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Whether the folder has a file of that name, and no symbolic link. */
export async function isKeptAsset(folder: string, name: string): Promise<boolean> {
  // guard: a file name cannot lead out of the folder of earlier assets
  if (!NAME.test(name)) return false;
  const copies = await Promise.all(COPIES.map((suffix) => readKind(join(folder, name + suffix))));
  // guard: symbolic links in the folder of earlier assets are not served
  return copies[0] === 'file' && !copies.includes('other');
}

/** Does not follow a link, which may lead anywhere. */
async function readKind(path: string): Promise<'file' | 'other' | 'missing'> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return 'missing';
  return found.isFile() ? 'file' : 'other';
}

class FolderProblem extends Error {}

/** Marks an empty folder as the site's own; returns if it is marked already. */
async function claimFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  // Read after listing: a concurrent process may have written the mark in between.
  if ((await readKind(join(folder, MARK))) === 'file') return;
  // A new file system may contain folders from the start.
  // guard: a folder that holds other files is refused for earlier assets
  if (entries.some((entry) => !entry.isDirectory())) {
    throw new FolderProblem('contains other files. Give the site an empty folder of its own');
  }
  await writeFile(join(folder, MARK), MARK_TEXT);
}

async function updateFolder({ built, folder, log }: KeepAssetsOptions): Promise<void> {
  const counts = { copied: 0, renewed: 0, notRenewed: 0, removed: 0, notRemoved: 0, young: 0 };
  for (const name of await listBuilt(built)) {
    counts[await keepAsset(join(built, name), folder, name)] += 1;
  }
  for (const name of await listFiles(folder, (file) => isAsset(file) || ASIDE.test(file))) {
    counts[await removeIfOld(folder, name)] += 1;
  }
  const { copied, removed, notRenewed, notRemoved } = counts;
  if (notRenewed + notRemoved > 0) {
    const facts = { folder, notRenewed, notRemoved };
    log.warn(facts, 'ASSETS_FOLDER is not writable: files may be removed too early');
  }
  if (copied + removed > 0) log.info({ folder, copied, removed }, 'files of releases kept');
}

/**
 * Lists the files of the build; none if there is no build, because reading the manifest reports the command
 * to run.
 */
async function listBuilt(built: string): Promise<string[]> {
  return listFiles(built, isAsset).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}

async function listFiles(folder: string, isMeant: (name: string) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && isMeant(entry.name)).map(({ name }) => name);
}

const isAsset = (name: string) => NAME.test(name.replace(PACKED, ''));

/** Renews the time stamp of an existing file; copies a missing or incomplete one. */
async function keepAsset(
  source: string,
  folder: string,
  name: string,
): Promise<'copied' | 'renewed' | 'notRenewed'> {
  const target = join(folder, name);
  const isThere = await isWhole(source, target);
  // Another user's file is replaced by our own.
  if (isThere && (await renew(target))) return 'renewed';
  try {
    await copy(source, folder, name);
    return 'copied';
  } catch (error) {
    if (isThere) return 'notRenewed';
    throw error;
  }
}

async function isWhole(source: string, target: string): Promise<boolean> {
  const [wanted, found] = await Promise.all([lstat(source), lstat(target).catch(() => null)]);
  return found !== null && found.isFile() && found.size === wanted.size;
}

async function renew(path: string): Promise<boolean> {
  const now = new Date();
  return lutimes(path, now, now).then(
    () => true,
    () => false,
  );
}

/**
 * Copies to a temporary file and renames it: no reader sees a partial file, and concurrent writers do no
 * harm.
 */
async function copy(source: string, folder: string, name: string): Promise<void> {
  const aside = asideIn(folder);
  try {
    await writeFile(aside, await readFile(source), { flag: 'wx', flush: true });
    await rename(aside, join(folder, name));
  } catch (error) {
    await rm(aside, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function removeIfOld(
  folder: string,
  name: string,
): Promise<'removed' | 'notRemoved' | 'young'> {
  const path = join(folder, name);
  try {
    if (!(await isOld(path, ASIDE.test(name) ? 1 : RETENTION_DAYS))) return 'young';
    const aside = asideIn(folder);
    await rename(path, aside);
    // A process that has just started may have renewed the file since the first check.
    // guard: an asset renewed by a starting release is not removed
    if (!(await isOld(aside, ASIDE.test(name) ? 1 : RETENTION_DAYS))) {
      await rename(aside, path);
      return 'young';
    }
    await rm(aside);
    return 'removed';
  } catch (error) {
    // Another process has moved or removed the file.
    return codeOf(error) === 'ENOENT' ? 'young' : 'notRemoved';
  }
}

async function isOld(path: string, days: number): Promise<boolean> {
  const { mtimeMs } = await lstat(path);
  return mtimeMs < Date.now() - days * DAY_MS;
}

const asideIn = (folder: string) => join(folder, `.${randomUUID()}`);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

function problemText(folder: string, error: unknown): string {
  return `ASSETS_FOLDER (${folder}) ${describeProblem(error)}. Or remove the setting: the site works without it.`;
}

function describeProblem(error: unknown): string {
  if (error instanceof FolderProblem) return error.message;
  const code = codeOf(error);
  switch (code) {
    case 'ENOENT':
      return 'does not exist: make the folder, where the user of the site may write';
    case 'ENOTDIR':
      return 'is no folder: name one, where the user of the site may write';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `cannot be written (${code}): let the user of the site write there`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `is full (${code}): make room there`;
    default:
      return `does not take the files of this release (${code === '' ? String(error) : code}): look at its disk`;
  }
}
