import { officeTexts } from '@agres/i18n/office-texts';
import {
  commandFieldsOf,
  kebab,
  labelOf,
  type CommandField,
  type TypedValue,
} from '@agres/office/command-line/command-fields';
import { OPERATIONS } from '@agres/office/operations';
import { EVERY_OPERATION, type AnyOperation } from '@agres/office/operations-router';
import { Command, Option } from 'commander';

const TEXTS = officeTexts('en');

/** Operations whose output goes only to a private file, never to a terminal. */
const CONFIDENTIAL: ReadonlySet<string> = new Set(['members.export']);

export type TypedCommand = {
  operation: AnyOperation;
  values: Readonly<Record<string, TypedValue | undefined>>;
  /** The person who gives the command, for the journal. */
  by: string | undefined;
  output: 'text' | 'json';
  out: string | undefined;
};

/**
 * Creates the commands of all operations: `pnpm shop NOUN VERB`, with an option for each field of the input.
 * `run` receives the parsed command.
 */
export function operationCommands(run: (typed: TypedCommand) => Promise<void>): Command[] {
  return Object.entries(OPERATIONS).map(([noun, verbs]) => {
    const command = new Command(kebab(noun)).description(Object.keys(verbs).map(kebab).join(', '));
    for (const [verb, { name }] of Object.entries(verbs)) {
      const operation = EVERY_OPERATION.find((one) => one.name === name);
      if (operation !== undefined) command.addCommand(commandOf(kebab(verb), operation, run));
    }
    return command;
  });
}

function commandOf(
  verb: string,
  operation: AnyOperation,
  run: (typed: TypedCommand) => Promise<void>,
): Command {
  const text = TEXTS.operation(operation.name);
  const command = new Command(verb)
    .summary(text?.label ?? operation.name)
    .description(text?.help ?? '');
  const fields = commandFieldsOf(operation);
  const options = new Map<CommandField, Option>();
  for (const field of fields) {
    if (field.isArgument) {
      command.argument(`<${labelOf(field)}${field.isList ? '...' : ''}>`, describe(field));
    } else {
      const option = new Option(flagsOf(field), describe(field));
      options.set(field, option.makeOptionMandatory(field.isRequired));
      command.addOption(option);
    }
  }
  const isConfidential = CONFIDENTIAL.has(operation.name);
  return command
    .addOption(new Option('--by <NAME>', 'who does it, for the journal; your user name by default'))
    .addOption(
      new Option('--output <FORMAT>', 'how the answer is printed')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addOption(
      new Option(
        '--out <FILE>',
        'writes the answer into a new file that only you may read',
      ).makeOptionMandatory(isConfidential),
    )
    .action(async (...args: unknown[]) => {
      const argument = fields.find(({ isArgument }) => isArgument);
      const given = (field: CommandField): unknown =>
        field === argument
          ? args[0]
          : command.getOptionValue(options.get(field)?.attributeName() ?? '');
      const typed = fields.map((field): [string, TypedValue | undefined] => [
        field.name,
        typedValueOf(given(field)),
      ]);
      const { by, output, out } = command.opts<{
        by?: string;
        output: 'text' | 'json';
        out?: string;
      }>();
      await run({ operation, values: Object.fromEntries(typed), by, output, out });
    });
}

function typedValueOf(value: unknown): TypedValue | undefined {
  if (value === true || typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String) : undefined;
}

const PLACEHOLDERS = {
  text: 'TEXT',
  integer: 'NUMBER',
  number: 'NUMBER',
  euros: 'EUROS',
  moment: 'DAY',
  json: 'JSON',
} as const;

function flagsOf({ name, kind, isList }: CommandField): string {
  return kind === 'flag' ? `--${name}` : `--${name} <${PLACEHOLDERS[kind]}${isList ? '...' : ''}>`;
}

function describe({ path, choices, isNullable }: CommandField): string {
  const label = TEXTS.field(path.at(-1) ?? '') ?? path.join('.');
  const values = choices.length === 0 ? '' : `: ${choices.join(', ')}`;
  return `${label}${values}${isNullable && path.length > 1 ? "; '' takes it away" : ''}`;
}
