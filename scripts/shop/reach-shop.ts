import { openDatabaseClock } from '@agres/db/database-clock';
import { placeOf } from '@agres/db/database-place';
import { createDb } from '@agres/db/db';
import { pendingMigrations, readMigrations } from '@agres/db/migrations';
import { refusalWords } from '@agres/i18n/refusal-texts';
import type { OwnerAnswer, OwnerRequest } from '@agres/office/operations/owner-answer';
import { answerCommand } from '@agres/office/owner-commands';

import { reachProvider, SILENT } from './reach-provider.ts';

/** Where the shop is, by its settings. */
export type ShopAddress = {
  databaseUrl: string;
  /** Empty where it is not set: only a command that makes the database another site's asks for it. */
  publicUrl: string;
};

/**
 * Gives a command to the shop, on its database.
 * @throws an Error that says what to do: no such database, not migrated.
 */
export async function giveCommand(
  { databaseUrl, publicUrl }: ShopAddress,
  command: OwnerRequest,
): Promise<OwnerAnswer> {
  const handle = createDb(databaseUrl, { poolSize: 1 });
  const { db, close } = handle;
  try {
    if ((await pendingMigrations(db, await readMigrations())).length > 0) {
      throw new Error('The database is not up to date. Run `pnpm db:migrate` first.');
    }
    return await answerCommand(
      {
        db,
        log: SILENT,
        clock: (await openDatabaseClock(db)).now,
        provider: () => reachProvider(handle),
        alone: { place: () => placeOf(db), publicUrl },
        refusalWords: (refusals) => refusalWords('en', refusals),
      },
      command,
    );
  } finally {
    await close();
  }
}
