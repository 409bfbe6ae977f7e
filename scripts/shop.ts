/**
 * The owner's commands (`pnpm shop COMMAND`): orders, stock, items, articles, members. `pnpm shop`
 * lists them. Exits with 1 if something was refused or failed, with 2 for a malformed command line.
 *
 * It is the database of DATABASE_URL, in the environment or .env, else the one of `pnpm dev`; PUBLIC_URL
 * is asked for by `adopt` alone.
 */
import { isUtf8 } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';

import type { OwnerCommand, Parameter } from '@agres/office/operations/command';
import type { OwnerAnswer } from '@agres/office/operations/owner-answer';
import { findCommand, OWNER_COMMANDS } from '@agres/office/owner-commands';

import { examine, lineOf } from './shop/doctor.ts';
import { DOCTOR_HELP, helpOf, helpOfAll } from './shop/help.ts';
import { layOut } from './shop/layout.ts';
import { giveCommand } from './shop/reach-shop.ts';
import { readArguments } from './shop/read-arguments.ts';
import { explainToPerson, readCommandSettings, type CommandSettings } from './shop/settings.ts';

const EXIT = { done: 0, refused: 1, failed: 1, misused: 2 } as const satisfies Record<
  OwnerAnswer['kind'],
  number
>;

/** Texts in both languages, each as long as it may be, and their fields; a long list. */
const MAX_LENGTH = { file: 110_000, table: 2_000_000 } as const;

const settings = readSettings();

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(explainToPerson(error, settings.databaseUrl));
  process.exitCode = 1;
}

/** Ends the command where the file that names the database cannot be read. */
function readSettings(): CommandSettings {
  try {
    return readCommandSettings();
  } catch (error) {
    console.error(explainToPerson(error, ''));
    return process.exit(EXIT.failed);
  }
}

async function main([name = '--help', ...typed]: readonly string[]): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(helpOfAll(OWNER_COMMANDS));
    return 0;
  }
  if (name === 'doctor') return runDoctor(typed);
  const command = findCommand(name);
  if (command === undefined) {
    console.error(`There is no command "${name}". \`pnpm shop\` lists them.`);
    return 2;
  }
  return runCommand(command, typed);
}

/** Looks at the settings of this shell and what they lead to; the running site is only a part of that. */
async function runDoctor(typed: readonly string[]): Promise<number> {
  if (typed.length > 0) {
    process.stdout.write(DOCTOR_HELP);
    return typed.every((word) => word === '--help' || word === '-h') ? 0 : EXIT.misused;
  }
  let isWrong = false;
  for await (const finding of examine(process.env)) {
    isWrong ||= finding.verdict === 'wrong';
    console.log(lineOf(finding));
  }
  return isWrong ? EXIT.refused : EXIT.done;
}

async function runCommand(command: OwnerCommand, typed: readonly string[]): Promise<number> {
  const given = readArguments(command, typed);
  if (given.kind === 'help') {
    process.stdout.write(helpOf(command));
    return 0;
  }
  if (given.kind === 'wrong') return complain(command, given.reason);
  if (command.isConfidential === true && given.out === undefined) {
    const reason = '--out FILE is missing: the answer goes into a file that only you may read.';
    return complain(command, reason);
  }
  const answer = await giveCommand(settings, {
    command: command.name,
    values: withFiles(command, given.values),
    by: given.by ?? userInfo().username,
  });
  if (answer.kind === 'misused') return complain(command, answer.reason);
  if (answer.kind === 'done')
    show(given.json ? jsonOf(answer.output) : layOut(answer.report), given.out);
  else console.error(answer.reason);
  return EXIT[answer.kind];
}

function complain({ name }: OwnerCommand, reason: string): number {
  console.error(`${reason}\n\`pnpm shop ${name} --help\` tells how.`);
  return EXIT.misused;
}

/** What an operation put out, for a program. */
function jsonOf(output: unknown): string {
  return `${JSON.stringify(output, null, 2)}\n`;
}

/** The values with the text of a file in place of its path. */
function withFiles(
  { parameters }: OwnerCommand,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, withFile(parameters[name], value)]),
  );
}

function withFile(parameter: Parameter | undefined, value: string): string {
  if (parameter?.kind !== 'file' && parameter?.kind !== 'table') return value;
  return readText(value, MAX_LENGTH[parameter.kind]);
}

function readText(path: string, maxLength: number): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(settings.pathOf(path));
  } catch (error) {
    throw new Error(`The file ${path} cannot be read. Is the path right?`, { cause: error });
  }
  if (!isUtf8(bytes)) {
    const lines = bytes.toString('latin1').split('\n');
    const line = 1 + lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1')));
    throw new Error(
      `The file ${path} is not UTF-8: see its line ${line}. Save it as UTF-8 (in a spreadsheet: CSV UTF-8).`,
    );
  }
  const text = bytes.toString('utf8');
  if (text.length <= maxLength) return text;
  throw new Error(`The file ${path} is too long: ${maxLength} characters are the most.`);
}

function show(text: string, out: string | undefined): void {
  if (out === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(settings.pathOf(out), text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new Error(`${out} cannot be written: it is there already, or its folder is not.`, {
      cause: error,
    });
  }
  console.log(`Wrote ${out}.`);
}
