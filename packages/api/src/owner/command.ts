import type { Db, DbKind } from '@shop/db/db';
import { z } from 'zod';

import type { AuditDeps } from '../purchase/audit-payments.ts';
import { readContentFile } from './content-file.ts';
import { misuse } from './refuse.ts';
import type { Report } from './report.ts';

/** What a command of the shop owner works with. */
export type OwnerDeps = {
  db: Db;
  clock: () => Date;
  /** What a command needs to ask the payment provider; ends it where that is not available. */
  provider: () => Promise<AuditDeps>;
  /** Who gives the command: a name for the records. */
  by: string;
  /** Set where the command opened the database itself, and not a site that runs on it. */
  alone?: Alone;
};

/** What is known of a database that a command opened itself. */
export type Alone = {
  kind: DbKind;
  /** `placeOf` it. */
  place: () => Promise<string>;
  /** The PUBLIC_URL of the settings, as it was given; empty where it is not set. */
  publicUrl: string;
};

/** One value that a command takes: a word behind its name, or an option `--name VALUE`. */
export type Parameter = {
  kind: 'word' | 'words' | 'option' | 'flag' | 'file';
  /** What stands for the value in the help. */
  value?: string;
  about: string;
};

/** What was typed: words and options by name, a flag as `yes`, a file as its text. */
export type CommandValues = Readonly<Record<string, string>>;

/** A command as the help shows it and the command line runs it. */
export type OwnerCommand = {
  name: string;
  /** In one line. */
  summary: string;
  parameters: Readonly<Record<string, Parameter>>;
  /** What is worth knowing before the first use. */
  notes: readonly string[];
  /** What stands behind `pnpm shop NAME`. */
  examples: readonly string[];
  /** Answers, or ends with `refuse` or `misuse`. */
  run: (deps: OwnerDeps, values: CommandValues) => Promise<Report>;
};

type Definition<Shape extends z.ZodRawShape> = {
  name: string;
  summary: string;
  parameters: Readonly<Record<Extract<keyof Shape, string>, Parameter>> & { file?: Parameter };
  notes?: readonly string[];
  examples: readonly string[];
  input: Shape;
  run: (deps: OwnerDeps, input: z.output<z.ZodObject<Shape>>) => Promise<Report>;
};

/**
 * A command whose values are checked before it runs. Where it takes a file, the fields in there
 * count as options, and options that are typed win over them.
 */
export function defineCommand<Shape extends z.ZodRawShape>({
  input,
  run,
  notes = [],
  ...command
}: Definition<Shape>): OwnerCommand {
  const schema = z.strictObject(input);
  const parameters: OwnerCommand['parameters'] = command.parameters;
  return {
    ...command,
    parameters,
    notes,
    run: async (deps, { file, ...typed }) => {
      const fields = file === undefined ? {} : readContentFile(file);
      const parsed = schema.safeParse({ ...fields, ...typed });
      if (!parsed.success) misuse(describeIssues(parsed.error, parameters));
      return run(deps, parsed.data);
    },
  };
}

function describeIssues({ issues }: z.ZodError, parameters: OwnerCommand['parameters']): string {
  const sentences = issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => `${key} is no field of this command.`);
    }
    const name = issue.path.join('.');
    const what = issue.code === 'invalid_type' ? 'is missing' : issue.message;
    return [`${labelOf(name, parameters[name])} ${what}.`];
  });
  return sentences.join('\n');
}

/** How a value is named where it is typed: `--reason`, or `OPTION` for a word. */
export function labelOf(name: string, parameter: Parameter | undefined): string {
  const isWord = parameter?.kind === 'word' || parameter?.kind === 'words';
  return isWord ? (parameter.value ?? name.toUpperCase()) : `--${name}`;
}
