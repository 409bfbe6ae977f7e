import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { explainFailure } from '@agres/db/explain-failure';
import { readDatabaseSetting } from '@agres/server/secret-files';

/** What the owner's programs read of the settings. */
export type CommandSettings = {
  /** The database of DATABASE_URL, else that of `pnpm dev`. */
  databaseUrl: string;
  /** Empty where it is not set. */
  publicUrl: string;
  /** Origin of the office; undefined where none is set up. */
  officeUrl: string | undefined;
  /** A path as it was typed, made whole. */
  pathOf: (typed: string) => string;
};

/**
 * Reads the settings of a program that a person starts: the environment, then .env. Paths are relative
 * to where it was typed; the working directory is the repository afterwards.
 * @throws an Error where no database is named and `pnpm dev` does not run, or a named file cannot be read.
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

/** The address that `pnpm dev` wrote while it runs. */
export function developmentDatabaseUrl(): string {
  try {
    return readFileSync('.data/database-url', 'utf8').trim();
  } catch {
    throw new Error(
      'DATABASE_URL is not set, and `pnpm dev` does not run here. Set DATABASE_URL, or start `pnpm dev`.',
    );
  }
}

/** The message of an error for people: a sentence, or the stack of a bug. */
export function explainToPerson(error: unknown, databaseUrl: string): string {
  if (!(error instanceof Error)) return String(error);
  // A plain Error is a message for the user; any other is a bug.
  const own = error.name === 'Error' ? error.message : (error.stack ?? error.message);
  return explainFailure(error, databaseUrl) ?? own;
}
