import { labelOf, type OwnerCommand, type Parameter } from '@shop/api/owner/command';

import { COMMON_OPTIONS } from './read-arguments.ts';

const isWord = ({ kind }: Parameter) => kind === 'word' || kind === 'words';

/** Every command with what it does. */
export function helpOfAll(commands: readonly OwnerCommand[]): string {
  return [
    'Usage: pnpm shop COMMAND …',
    '',
    ...aligned(commands.map(({ name, summary }) => [name, summary])),
    '',
    '`pnpm shop COMMAND --help` tells how, with examples. It works while the site runs, on the',
    'database of DATABASE_URL (in the environment or .env), else that of `pnpm dev`; every process',
    'of the site shows a change within a second.',
    '',
  ].join('\n');
}

/** One command with its options and examples. */
export function helpOf({ name, summary, parameters, notes, examples }: OwnerCommand): string {
  const entries = Object.entries(parameters);
  const words = entries.filter(([, parameter]) => isWord(parameter));
  const options = entries.filter(([, parameter]) => !isWord(parameter));
  const usage = [
    'pnpm shop',
    name,
    ...words.map(([key, parameter]) => labelOf(key, parameter)),
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
