/**
 * Commands for the database (`pnpm db:migrate`, `db:new`, `db:seed`, `db:reset`):
 *
 *   migrate                      applies the pending migrations
 *   new NAME                     writes the migration to the present prisma/schema.prisma
 *   seed                         adds the shop and the blog; with --demo-accounts also the demonstration
 *                                accounts (their password is public)
 *   reset --yes-delete-everything NAME
 *                                deletes everything in the database of that name, then migrates
 *
 * The database is the one of DATABASE_URL, else that of `pnpm dev` while it runs.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { createPasswords } from '@agres/core/session/password';
import { parseDatabaseUrl } from '@agres/db/database-url';
import { createDb, type DbHandle } from '@agres/db/db';
import { diffToSchema } from '@agres/db/local/diff-schema';
import { migrate } from '@agres/db/migrate';
import { MIGRATIONS_FOLDER, pendingMigrations, readMigrations } from '@agres/db/migrations';

import { DEMO_ACCOUNTS, DEMO_PASSWORD, seed, seedContent } from '../prisma/seed.ts';
import { developmentDatabaseUrl, explainToPerson } from './shop/settings.ts';
import { printHelpIfRequested } from './usage.ts';

printHelpIfRequested(import.meta.filename);

process.chdir(dirname(import.meta.dirname));

let url = '';

const COMMANDS: Record<string, (args: readonly string[]) => Promise<void>> = {
  migrate: migrateDatabase,
  new: writeMigration,
  seed: seedDatabase,
  reset: resetDatabase,
};

async function migrateDatabase(): Promise<void> {
  const applied = await migrate(url);
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Nothing to migrate.');
}

async function writeMigration([name = '', ...rest]: readonly string[]): Promise<void> {
  if (!/^[a-z][a-z0-9_]*$/.test(name) || rest.length > 0) {
    throw new Error('Give the migration one name in lower case: pnpm db:new add_tracking_number');
  }
  const sql = await diffToSchema();
  if (sql === null) {
    throw new Error('prisma/schema.prisma matches the migrations: there is nothing to write.');
  }
  const numbers = (await readMigrations()).map((migration) => Number.parseInt(migration.name, 10));
  const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0');
  const folder = join(MIGRATIONS_FOLDER, `${number}_${name}`);
  await mkdir(folder);
  await writeFile(join(folder, 'migration.sql'), sql);
  console.log(`Wrote ${folder}/migration.sql. Read it, add what the schema cannot say, migrate.`);
}

async function seedDatabase(args: readonly string[]): Promise<void> {
  await withDatabase(async ({ db }) => {
    if ((await pendingMigrations(db, await readMigrations())).length > 0) {
      throw new Error('The database is not up to date. Run `pnpm db:migrate` first.');
    }
    const now = new Date();
    if (!args.includes('--demo-accounts')) {
      const { items, articles } = await seedContent(db, now);
      console.log(`Added ${items} items and ${articles} articles; no accounts.`);
      return;
    }
    const { hash } = createPasswords();
    const { items, articles, accounts, orders } = await seed(db, { hashPassword: hash, now });
    console.log(
      `Added ${items} items, ${articles} articles, ${accounts} accounts, ${orders} orders.`,
    );
    for (const { email, about } of DEMO_ACCOUNTS) console.log(`  ${email}  ${about}`);
    console.log(`  password of each: ${DEMO_PASSWORD}`);
  });
}

async function resetDatabase(args: readonly string[]): Promise<void> {
  const name = decodeURIComponent(parseDatabaseUrl(url).pathname.slice(1));
  if (!args.includes('--yes-delete-everything') || !args.includes(name)) {
    throw new Error(
      `This deletes every account, order and article in the database "${name}". ` +
        `If that is what you want: pnpm db:reset --yes-delete-everything ${name}`,
    );
  }
  await withDatabase(({ db }) =>
    db.$transaction([
      db.$executeRaw`drop schema public cascade`,
      db.$executeRaw`create schema public`,
    ]),
  );
  await migrateDatabase();
}

async function withDatabase(work: (handle: DbHandle) => Promise<unknown>): Promise<void> {
  const handle = createDb(url);
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
}

const [name = '', ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (command === undefined) {
  console.error(`Usage: db.ts ${Object.keys(COMMANDS).join(' | ')}`);
  process.exit(2);
}
try {
  if (command !== writeMigration) url = process.env['DATABASE_URL'] || developmentDatabaseUrl();
  await command(args);
  process.exit();
} catch (error) {
  console.error(explainToPerson(error, url));
  process.exit(1);
}
