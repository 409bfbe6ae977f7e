/**
 * The shop's command line (`pnpm shop NOUN VERB`): every operation of the owner's office, `doctor` and `adopt`.
 * `pnpm shop --help` lists them. Exits with 1 if something was refused or failed, with 2 for a malformed
 * command line.
 *
 * The database is the one of DATABASE_URL, in the environment or .env, else that of `pnpm dev`.
 */
import { isUtf8 } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';

import { SILENT_LOG } from '@agres/core/context';
import { runOperation } from '@agres/core/operations/operation';
import { ownerErrorOf } from '@agres/core/operations/refuse';
import { openDatabaseClock } from '@agres/db/database-clock';
import { createDb, type DbHandle } from '@agres/db/db';
import { pendingMigrations, readMigrations } from '@agres/db/migrations';
import { officeTexts } from '@agres/i18n/office-texts';
import { refusalWords } from '@agres/i18n/refusal-texts';
import { readTyped, TypingError, type TypedValue } from '@agres/office/command-line/command-fields';
import { printOutput } from '@agres/office/command-line/print-output';
import { Command } from 'commander';

import { adoptHere } from './shop/adopt.ts';
import { operationCommands, type TypedCommand } from './shop/command-line.ts';
import { examine, lineOf } from './shop/doctor.ts';
import { reachProvider } from './shop/reach-provider.ts';
import { explainToPerson, readCommandSettings, type CommandSettings } from './shop/settings.ts';

const EXIT = { refused: 1, misused: 2 } as const;
/** The maximum length of a file's text: enough for texts in both languages or a list of pickup points. */
const FILE_LENGTH = 2_000_000;

let settings: CommandSettings | undefined;

try {
  await createProgram().parseAsync();
} catch (error) {
  console.error(explainToPerson(error, settings?.databaseUrl ?? ''));
  process.exitCode = EXIT.refused;
}

function createProgram(): Command {
  const program = new Command('pnpm shop')
    .description(
      'Runs operations of the owner’s office on DATABASE_URL, or on the database of `pnpm dev` if it is unset.\n' +
        'They work while the site runs; every process of the site shows a change within a second.\n' +
        'A value that begins with @ is read from a file: --content-fr @text.html',
    )
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.misused))
    .configureHelp({ showGlobalOptions: false });
  for (const command of operationCommands(runTyped)) program.addCommand(command);
  program
    .command('doctor')
    .description(
      'checks the production settings and the services that they point to; changes nothing',
    )
    .action(runDoctor);
  program
    .command('adopt')
    .description(
      'declares this database the shop or a copy, after it was copied, restored or moved',
    )
    .option('--instead', 'this is now the shop; the other one must never start again')
    .option('--copy', 'this is a copy: detaches it from all payments at the provider; irreversible')
    .addHelpText('after', '\nStop the site first. --instead keeps everything.')
    .action(async ({ instead, copy }: { instead?: true; copy?: true }, command: Command) => {
      if ((instead === undefined) === (copy === undefined)) {
        command.error('error: name one of --instead and --copy');
      }
      const word = copy === undefined ? 'instead' : 'copy';
      const lines = await withShop((handle, { publicUrl }) =>
        adoptHere(handle.db, { word, publicUrl }),
      );
      console.log(lines.join('\n'));
    });
  copySettings(program);
  return program;
}

/** Subcommands added as whole commands do not inherit the exit behaviour. */
function copySettings(program: Command): void {
  for (const command of program.commands) {
    command.copyInheritedSettings(program);
    copySettings(command);
  }
}

async function runDoctor(): Promise<void> {
  for await (const finding of examine(process.env)) {
    if (finding.verdict === 'error') process.exitCode = EXIT.refused;
    console.log(lineOf(finding));
  }
}

async function runTyped({ operation, values, by, output, out }: TypedCommand): Promise<void> {
  const name = (by ?? userInfo().username).trim();
  if (name === '' || name.length > 80) return misuse('--by must be a name of 1 to 80 characters.');
  const done = await withShop(async (handle, { officeUrl }) => {
    const { db } = handle;
    try {
      const input = readTyped(operation, withFiles(values));
      const deps = {
        db,
        log: SILENT_LOG,
        clock: (await openDatabaseClock(db)).now,
        provider: () => reachProvider(handle),
        ...(officeUrl === undefined ? {} : { officeUrl }),
        actor: { kind: 'operator', name } as const,
      };
      return { output: await runOperation(deps, operation, input) };
    } catch (error) {
      if (error instanceof TypingError) return misuse(error.message);
      const refusal = ownerErrorOf(error, (refusals) => refusalWords('en', refusals));
      if (refusal === undefined) throw error;
      console.error(refusal.reason);
      process.exitCode = refusal.kind === 'misused' ? EXIT.misused : EXIT.refused;
      return undefined;
    }
  });
  if (done === undefined) return;
  show(
    output === 'json'
      ? `${JSON.stringify(done.output, null, 2)}\n`
      : printOutput(done.output, officeTexts('en')),
    out,
  );
}

function misuse(sentence: string): undefined {
  console.error(sentence);
  process.exitCode = EXIT.misused;
  return undefined;
}

/** Runs work on the configured database, which must have no pending migration. */
async function withShop<Result>(
  work: (handle: DbHandle, settings: CommandSettings) => Promise<Result>,
): Promise<Result> {
  settings = readCommandSettings();
  const handle = createDb(settings.databaseUrl, { poolSize: 1 });
  try {
    if ((await pendingMigrations(handle.db, await readMigrations())).length > 0) {
      throw new Error('The database is not up to date. Run `pnpm db:migrate` first.');
    }
    return await work(handle, settings);
  } finally {
    await handle.close();
  }
}

/** Replaces each `@file` in the values by the text of the file. */
function withFiles(values: TypedCommand['values']): Record<string, TypedValue | undefined> {
  const read = (word: string) => (word.startsWith('@') ? readText(word.slice(1)) : word);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? read(value) : Array.isArray(value) ? value.map(read) : value,
    ]),
  );
}

function readText(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(settings?.pathOf(path) ?? path);
  } catch {
    throw new TypingError(`The file ${path} cannot be read. Is the path right?`);
  }
  if (!isUtf8(bytes)) {
    const lines = bytes.toString('latin1').split('\n');
    const line = 1 + lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1')));
    throw new TypingError(
      `The file ${path} is not UTF-8: see its line ${line}. Save it as UTF-8 (in a spreadsheet: CSV UTF-8).`,
    );
  }
  const text = bytes.toString('utf8');
  if (text.length <= FILE_LENGTH) return text;
  throw new TypingError(`The file ${path} is longer than ${FILE_LENGTH} characters.`);
}

function show(text: string, out: string | undefined): void {
  if (out === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(settings?.pathOf(out) ?? out, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new Error(`${out} cannot be written: it exists already, or its folder does not.`, {
      cause: error,
    });
  }
  console.log(`Wrote ${out}.`);
}
