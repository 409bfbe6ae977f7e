/**
 * The owner's commands (`pnpm shop COMMAND`): orders, stock, items, articles, members. `pnpm shop`
 * lists them. Exits with 1 if something was refused or failed, with 2 for a malformed command line.
 *
 * It is the database of DATABASE_URL, in the environment or .env, else the one of `pnpm dev`; PUBLIC_URL
 * is asked for by `adopt` alone.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';

import type { OwnerAnswer } from '@shop/api/owner/channel';
import type { OwnerCommand } from '@shop/api/owner/command';
import { findCommand, OWNER_COMMANDS } from '@shop/api/owner/commands';
import { explainFailure } from '@shop/db/explain-failure';

import { helpOf, helpOfAll } from './shop/help.ts';
import { layOut } from './shop/layout.ts';
import { giveCommand } from './shop/reach-shop.ts';
import { readArguments } from './shop/read-arguments.ts';

const EXIT = { done: 0, refused: 1, failed: 1, misused: 2 } as const satisfies Record<
  OwnerAnswer['kind'],
  number
>;

/** Texts in both languages, each as long as it may be, and their fields. */
const MAX_FILE_LENGTH = 110_000;

// Paths are relative to where the command was typed; the database's to the repository.
const typedIn = process.env['INIT_CWD'] ?? process.cwd();
process.chdir(dirname(import.meta.dirname));
if (existsSync('.env')) process.loadEnvFile('.env');
const url = process.env['DATABASE_URL'] || 'pglite:.data/db';
const publicUrl = process.env['PUBLIC_URL'] ?? '';

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

async function main([name = '--help', ...typed]: readonly string[]): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(helpOfAll(OWNER_COMMANDS));
    return 0;
  }
  const command = findCommand(name);
  if (command === undefined) {
    console.error(`There is no command "${name}". \`pnpm shop\` lists them.`);
    return 2;
  }
  return runCommand(command, typed);
}

async function runCommand(command: OwnerCommand, typed: readonly string[]): Promise<number> {
  const given = readArguments(command, typed);
  if (given.kind === 'help') {
    process.stdout.write(helpOf(command));
    return 0;
  }
  if (given.kind === 'wrong') return complain(command, given.reason);
  const answer = await giveCommand(
    { databaseUrl: url, publicUrl },
    {
      command: command.name,
      values: withFiles(command, given.values),
      by: given.by ?? userInfo().username,
    },
  );
  if (answer.kind === 'misused') return complain(command, answer.reason);
  if (answer.kind === 'done') show(layOut(answer.report), given.out);
  else console.error(answer.reason);
  return EXIT[answer.kind];
}

function complain({ name }: OwnerCommand, reason: string): number {
  console.error(`${reason}\n\`pnpm shop ${name} --help\` tells how.`);
  return EXIT.misused;
}

/** The values with the text of a file in place of its path. */
function withFiles(
  { parameters }: OwnerCommand,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      parameters[name]?.kind === 'file' ? readText(value) : value,
    ]),
  );
}

function readText(path: string): string {
  try {
    const text = readFileSync(resolve(typedIn, path), 'utf8');
    if (text.length <= MAX_FILE_LENGTH) return text;
  } catch (error) {
    throw new Error(`The file ${path} cannot be read. Is the path right?`, { cause: error });
  }
  throw new Error(`The file ${path} is too long: ${MAX_FILE_LENGTH} characters are the most.`);
}

function show(text: string, out: string | undefined): void {
  if (out === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(resolve(typedIn, out), text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new Error(`${out} cannot be written: it is there already, or its folder is not.`, {
      cause: error,
    });
  }
  console.log(`Wrote ${out}.`);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A plain Error is a message for the user; any other is a bug.
  const own = error.name === 'Error' ? error.message : (error.stack ?? error.message);
  return explainFailure(error, url) ?? own;
}
