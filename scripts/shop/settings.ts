import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { explainFailure } from '@agres/db/explain-failure';
import { readDatabaseSetting } from '@agres/server/secret-files';

export type CommandSettings = {
  /** The database of DATABASE_URL, else that of `pnpm dev`. */
  databaseUrl: string;
  /** Empty if it is not set. */
  publicUrl: string;
  /** The origin of the office; undefined if none is configured. */
  officeUrl: string | undefined;
  /** Resolves a path relative to the folder where the command was typed. */
  pathOf: (typed: string) => string;
};

/**
 * Reads the settings of a command: the environment, then .env. Changes the working directory to the repository;
 * `pathOf` resolves paths from the original one.
 * @throws an Error if no database is named and `pnpm dev` is not running, or if a named file cannot be read.
 */
export function readCommandSettings(): CommandSettings {
  const typedIn = process.env['INIT_CWD'] ?? process.cwd();
  process.chdir(dirname(dirname(import.meta.dirname)));
  if (existsSync('.env')) process.loadEnvFile('.env');
  return {
    databaseUrl: readDatabaseSetting(process.env) ?? developmentDatabaseUrl(),
    publicUrl: process.env['PUBLIC_URL'] ?? '',
    officeUrl: originOf(process.env['OFFICE_URL']),
    pathOf: (typed) => resolve(typedIn, typed),
  };
}

const originOf = (url = '') => (URL.canParse(url) ? new URL(url).origin : undefined);

/** Returns the database URL that `pnpm dev` writes while it runs. */
export function developmentDatabaseUrl(): string {
  try {
    return readFileSync('.data/database-url', 'utf8').trim();
  } catch {
    throw new Error(
      'DATABASE_URL is not set, and `pnpm dev` does not run here. Set DATABASE_URL, or start `pnpm dev`.',
    );
  }
}

/** Returns an error's message for people: a sentence, or the stack of a bug. */
export function explainToPerson(error: unknown, databaseUrl: string): string {
  if (!(error instanceof Error)) return String(error);
  // A plain Error is a message for the user; any other error is a bug.
  const own = error.name === 'Error' ? error.message : (error.stack ?? error.message);
  return explainFailure(error, databaseUrl) ?? own;
}
