import { chmod, mkdir } from 'node:fs/promises';

import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';

import { lockDirectory } from './directory-lock.ts';

export type OpenPglite = {
  pglite: PGlite;
  adapter: PrismaPGlite;
  close: () => Promise<void>;
};

/**
 * Opens PGlite on a directory that no other process may have open, or in memory (`null`).
 * The first opening of a directory takes seconds (it creates the cluster).
 * @throws an Error that says what to do: directory open elsewhere, or of another user.
 */
export async function openPglite(directory: string | null): Promise<OpenPglite> {
  const lock = directory === null ? undefined : await lockDirectory(directory);
  try {
    if (directory !== null) await keepToUser(directory);
    const pglite = await PGlite.create(directory ?? 'memory://');
    const close = async () => {
      await pglite.close();
      await lock?.release();
    };
    return { pglite, adapter: new PrismaPGlite(pglite), close };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/**
 * Restricts the directory to the user of this process. PGlite creates its files readable and writable
 * for all users (0666, under every umask), so the directory has to protect them.
 */
async function keepToUser(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  try {
    await chmod(directory, 0o700);
  } catch (error) {
    throw new Error(
      `The embedded database ${directory} belongs to another user, so that it cannot be kept from others. Give the directory and what is in it to the user of this process.`,
      { cause: error },
    );
  }
}
