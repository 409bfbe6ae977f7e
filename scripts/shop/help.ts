import { isWord, labelOf, type OwnerCommand } from '@agres/office/operations/command';

import { COMMON_OPTIONS, JSON_FLAG } from './read-arguments.ts';

const DOCTOR = 'What is right with this shop in production, what is not, and how to mend it';

/** The command that is none of the shop's: it looks at what the shop stands on. */
export const DOCTOR_HELP = `Usage: pnpm shop doctor

${DOCTOR}.
Reads the settings of production (the environment, then .env), and looks at the database, the mail server,
both payment accounts and the way to the site. It changes nothing and prints no secret. Exits with 1 if
something is wrong.
`;

/** Every command with what it does. */
export function helpOfAll(commands: readonly OwnerCommand[]): string {
  return [
    'Usage: pnpm shop COMMAND …',
    '',
    ...aligned([
      ...commands.map(({ name, summary }): [string, string] => [name, summary]),
      ['doctor', DOCTOR],
    ]),
    '',
    '`pnpm shop COMMAND --help` tells how, with examples. It works while the site runs, on the',
    'database of DATABASE_URL (in the environment or .env), else that of `pnpm dev`; every process',
    'of the site shows a change within a second.',
    '',
  ].join('\n');
}

/** One command with its options and examples. */
export function helpOf(command: OwnerCommand): string {
  const { name, summary, parameters, notes, examples, isConfidential, operation } = command;
  const entries = Object.entries(parameters);
  const words = entries.filter(([, parameter]) => isWord(parameter));
  const options = entries.filter(([, parameter]) => !isWord(parameter));
  const usage = [
    'pnpm shop',
    name,
    ...words.map(([key, parameter]) => labelOf(key, parameter)),
    ...(isConfidential === true ? ['--out FILE'] : []),
    ...(options.length === 0 ? [] : ['[OPTIONS]']),
  ].join(' ');
  return [
    `Usage: ${usage}`,
    '',
    `${summary}.`,
    ...notes,
    '',
    ...aligned([
      ...words.map(([key, parameter]): [string, string] => [
        labelOf(key, parameter),
        parameter.about,
      ]),
      ...options.map(([key, parameter]): [string, string] => [
        [`--${key}`, ...(parameter.kind === 'flag' ? [] : [parameter.value ?? 'VALUE'])].join(' '),
        parameter.about,
      ]),
      ...Object.entries(COMMON_OPTIONS).map(([key, { value, about }]): [string, string] => [
        `--${key} ${value}`,
        about,
      ]),
      ...(operation === undefined ? [] : [['--json', JSON_FLAG.about] as const]),
    ]),
    '',
    'Examples:',
    ...examples.map((example) => `  pnpm shop ${name} ${example}`.trimEnd()),
    '',
  ].join('\n');
}

function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
