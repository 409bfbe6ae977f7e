/**
 * `pnpm restore FILE --instead` or `pnpm restore FILE --copy` loads a file of `pnpm backup` into an empty
 * database.
 *
 *   --instead  it becomes the shop, and the lost one must never start again: it serves pages and log-in, and
 *              sells nothing until `pnpm shop payments list` has shown what was paid since the backup, and
 *              `pnpm shop payments open-sales` confirms that all of it is decided
 *   --copy     it is a copy, to inspect or to try things on: it is detached from the payment provider, and
 *              sends no emails to its members
 *
 * Users log in again, links in emails are void, and new numbers start at least 100,000 higher.
 *
 * DATABASE_URL and PUBLIC_URL, in the environment or .env, are those of the site that will run on it. Exits
 * with 1 if it was refused or failed, with 2 for a malformed command line.
 */
import { readFileSync } from 'node:fs';

import { listRelations, inspectBackup, loadBackup } from '@agres/db/backup/load-backup';
import { readDatabasePlace } from '@agres/db/database-place';
import { createDb, type Db } from '@agres/db/db';
import { otherConnections } from '@agres/money/adoption/adopt-database';

import { adopt, siteOf } from './shop/adopt.ts';
import { explainToPerson, readCommandSettings } from './shop/settings.ts';
import { printHelpIfRequested, usageOf } from './usage.ts';

printHelpIfRequested(import.meta.filename);

type Word = 'instead' | 'copy';
const WORDS: ReadonlyMap<string, Word> = new Map([
  ['--instead', 'instead'],
  ['--copy', 'copy'],
]);

const ADVICE = [
  'It sells nothing yet. Start the site, then `pnpm shop payments list` shows what was paid since and has no order:',
  'decide with `payments rebuild` or `payments refund`, then `pnpm shop payments open-sales`.',
  'What was lost otherwise comes from nowhere: accounts and passwords changed since, accounts deleted since that',
  'are back, stock that was counted. Emails that were waiting may arrive twice. docs/OPERATIONS.md tells more.',
];

let url = '';
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(explainToPerson(error, url));
  process.exitCode = 1;
}

async function main(args: readonly string[]): Promise<number> {
  const [word, ...words] = args.flatMap((arg) => WORDS.get(arg) ?? []);
  const [typed, ...more] = args.filter((arg) => !WORDS.has(arg));
  const isOdd = words.length > 0 || more.length > 0 || typed?.startsWith('-') === true;
  if (word === undefined || typed === undefined || isOdd) {
    console.error(usageOf(readFileSync(import.meta.filename, 'utf8')));
    return 2;
  }
  const settings = readCommandSettings();
  url = settings.databaseUrl;
  await restore(settings.pathOf(typed), { word, publicUrl: settings.publicUrl });
  return 0;
}

async function restore(
  file: string,
  { word, publicUrl }: { word: Word; publicUrl: string },
): Promise<void> {
  const site = siteOf(publicUrl);
  if (site === null) {
    throw new Error(
      'PUBLIC_URL is not set, or no address: set it in .env or the environment to where this site is to be reached. Nothing was changed.',
    );
  }
  const backup = await inspectBackup(file);
  // guard: a copy cannot use the address of the original
  if (word === 'copy' && backup.installation?.site === site) {
    throw new Error(
      `${site} is the address of the shop itself. A copy needs a PUBLIC_URL of its own. Nothing was changed.`,
    );
  }
  const { db, close } = createDb(url, { poolSize: 1 });
  try {
    await requireEmpty(db);
    await loadBackup(url, file, backup);
    const report = await adopt(db, { site, place: await readDatabasePlace(db) }, word);
    console.log(
      [
        ...report,
        `Restored ${backup.tables} tables, ${backup.rows} rows of ${backup.madeAt}.`,
        ...(word === 'copy' ? [] : ADVICE),
      ].join('\n'),
    );
  } finally {
    await close();
  }
}

/** @throws if other programs are connected to the database, or if it is not empty. */
async function requireEmpty(db: Db): Promise<void> {
  const others = await otherConnections(db);
  if (others.length > 0) {
    throw new Error(
      `Another program is connected to this database (${others.join('; ')}). Name a new one, or stop every program on it. Nothing was changed.`,
    );
  }
  const contents = await listRelations(url);
  // guard: a restore requires an empty database
  if (contents.length > 0) {
    const some = contents.slice(0, 3).join(', ');
    throw new Error(
      `This database is not empty: it holds ${contents.length} tables and sequences (${some}…). Make a new one (createdb NAME), and name it in DATABASE_URL. Nothing was changed.`,
    );
  }
}
