import { isWord, labelOf, type OwnerCommand } from '@agres/office/operations/command';

/** The arguments behind a command's name. */
export type ReadArguments =
  | { kind: 'help' }
  | { kind: 'wrong'; reason: string }
  | {
      kind: 'read';
      /** Words, options and flags by name; of files their path. */
      values: Record<string, string>;
      /** Options that every command has. */
      by: string | undefined;
      out: string | undefined;
      /** Whether the answer is for a program. */
      json: boolean;
    };

/** Options that every command has. */
export const COMMON_OPTIONS = {
  by: { value: 'NAME', about: 'who changes it, for the records; your user name else' },
  out: { value: 'FILE', about: 'writes the answer into a new file' },
} as const;

/** The flag of every command that an operation stands behind. */
export const JSON_FLAG = { about: 'answers a program, in JSON' } as const;

/** Sorts the arguments by a command's parameters: `12 -2 --reason 'Lost'`, `--low`, `--price=19,99`. */
export function readArguments(command: OwnerCommand, typed: readonly string[]): ReadArguments {
  if (typed.includes('--help') || typed.includes('-h')) return { kind: 'help' };
  const words: string[] = [];
  const values: Record<string, string> = {};
  const waiting = [...typed];
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    const [, name, inline] = /^--([a-z][a-z-]*)(?:=([^]*))?$/.exec(word) ?? [];
    if (name === undefined) {
      // A number may begin with a minus: `-2` is a word.
      if (/^-(?!\d)./.test(word)) return wrong(`There is no option ${word}.`);
      words.push(word);
      continue;
    }
    const kind = kindOf(command, name);
    if (kind === undefined) return wrong(`There is no option --${name}.`);
    if (kind === 'flag') {
      if (inline !== undefined) return wrong(`--${name} takes no value.`);
      values[name] = 'yes';
      continue;
    }
    const value = inline ?? waiting.shift();
    if (value === undefined) return wrong(`--${name} needs a value behind it.`);
    const before = values[name];
    values[name] = before === undefined ? value : `${before}\n${value}`;
  }
  const { by, out, json, ...own } = values;
  const problem = placeWords(command, words, own);
  return problem === undefined
    ? { kind: 'read', values: own, by, out, json: json !== undefined }
    : wrong(problem);
}

const wrong = (reason: string): ReadArguments => ({ kind: 'wrong', reason });

function kindOf({ parameters, operation }: OwnerCommand, name: string) {
  if (name === 'json' && operation !== undefined) return 'flag';
  if (Object.hasOwn(COMMON_OPTIONS, name)) return 'option';
  const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  return isWord(parameter) ? undefined : parameter?.kind;
}

/** Gives words their names, in the order of the parameters; the problem, if there is one. */
function placeWords(
  { parameters }: OwnerCommand,
  words: readonly string[],
  values: Record<string, string>,
): string | undefined {
  const left = [...words];
  for (const [name, parameter] of Object.entries(parameters)) {
    if (!isWord(parameter)) continue;
    if (left.length === 0) return `${labelOf(name, parameter)} is missing: ${parameter.about}.`;
    values[name] = parameter.kind === 'words' ? left.splice(0).join(' ') : (left.shift() ?? '');
  }
  return left.length === 0 ? undefined : `"${left[0]}" is one word too many.`;
}
