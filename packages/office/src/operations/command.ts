import { runOperation, type Operation, type OperationDeps } from '@agres/core/operations/operation';
import { misuse } from '@agres/core/operations/refuse';
import { z } from 'zod';

import { readContentFile } from './content-file.ts';
import type { Report } from './report.ts';

/** What a command of the shop owner works with. */
export type OwnerDeps = OperationDeps & {
  /** Who gives the command: a name for the records. */
  by: string;
};

/** One value that a command takes: a word behind its name, or an option `--name VALUE`. */
export type Parameter = {
  /** `table`: a word, the path of a file. */
  kind: 'word' | 'words' | 'table' | 'option' | 'flag' | 'file';
  /** What stands for the value in the help. */
  value?: string;
  about: string;
};

/** The typed values: words and options by name, a flag as `yes`, a file as its text. */
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
  /** Its answer goes into a file that only its maker may read, never to a screen. */
  isConfidential?: true;
  /** The operation that it runs; a command without one has no output but its report. */
  operation?: Pick<Operation<unknown, unknown>, 'name' | 'permission' | 'kind'>;
  /** Answers, or ends with `refuse` or `misuse`. */
  run: (deps: OwnerDeps, values: CommandValues) => Promise<CommandAnswer>;
};

/** What a command answers: a report for people, and the operation's output for programs. */
export type CommandAnswer = { report: Report; output?: unknown };

type Described<Shape extends z.ZodRawShape> = {
  name: string;
  summary: string;
  parameters: Readonly<Record<Extract<keyof Shape, string>, Parameter>> & { file?: Parameter };
  notes?: readonly string[];
  examples: readonly string[];
  isConfidential?: true;
  /** The typed values, parsed. */
  input: Shape;
};

type Typed<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

type Definition<Shape extends z.ZodRawShape> = Described<Shape> & {
  run: (deps: OwnerDeps, input: Typed<Shape>) => Promise<Report>;
};

/**
 * A command whose values are checked before it runs. Where it takes a file, the fields in there
 * count as options, and options that are typed win over them.
 */
export function defineCommand<Shape extends z.ZodRawShape>({
  run,
  ...command
}: Definition<Shape>): OwnerCommand {
  return reading(command, async (deps, typed) => ({ report: await run(deps, typed) }));
}

/**
 * The command of an operation: what is typed becomes its input, and its output becomes a report. The
 * operation checks its input for every interface; `read` only parses the typed values.
 */
export function defineOperationCommand<Shape extends z.ZodRawShape, Input, Output>({
  operation,
  read,
  show,
  ...command
}: Described<Shape> & {
  operation: Operation<Input, Output>;
  read: (typed: Typed<Shape>) => NoInfer<Input>;
  show: (output: Output, asked: { typed: Typed<Shape>; now: Date }) => Report;
}): OwnerCommand {
  const { name, permission, kind } = operation;
  const answering = reading(command, async (deps, typed) => {
    const input = operation.input.safeParse(read(typed));
    if (!input.success) misuse(describeIssues(input.error, command.parameters));
    const actor = { kind: 'operator', name: deps.by } as const;
    const output = await runOperation({ ...deps, actor }, operation, input.data);
    return { report: show(output, { typed, now: deps.clock() }), output };
  });
  return { ...answering, operation: { name, permission, kind } };
}

function reading<Shape extends z.ZodRawShape>(
  { input, notes = [], ...command }: Described<Shape>,
  answer: (deps: OwnerDeps, typed: Typed<Shape>) => Promise<CommandAnswer>,
): OwnerCommand {
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
      return answer(deps, parsed.data);
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

/** Whether a value stands behind the command without its name. */
export function isWord(parameter: Parameter | undefined): boolean {
  return parameter !== undefined && ['word', 'words', 'table'].includes(parameter.kind);
}

/** How a value is named where it is typed: `--reason`, or `OPTION` for a word. */
export function labelOf(name: string, parameter: Parameter | undefined): string {
  return isWord(parameter) ? (parameter?.value ?? name.toUpperCase()) : `--${name}`;
}
