import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';

import { lockDirectory } from './directory-lock.ts';

/** An embedded database that is open, and what closes it. */
export type OpenPglite = {
  pglite: PGlite;
  adapter: PrismaPGlite;
  close: () => Promise<void>;
};

/**
 * Opens PGlite on a directory that no other process may have open, or in memory (`null`).
 * The first opening of a directory takes seconds (it creates a database cluster).
 */
export async function openPglite(directory: string | null): Promise<OpenPglite> {
  const lock = directory === null ? undefined : await lockDirectory(directory);
  try {
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
