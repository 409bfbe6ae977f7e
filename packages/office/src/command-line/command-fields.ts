import { startOfDay } from '@agres/domain/days';
import { typedCents } from '@agres/domain/prices';
import { z } from 'zod';

import type { AnyOperation } from '../operations-router.ts';
import { euros } from './print-output.ts';

/** How a typed word is parsed. */
type ValueKind = 'text' | 'integer' | 'number' | 'euros' | 'moment' | 'flag' | 'json';

/** A field of an operation's input, as the command line takes it. */
export type CommandField = {
  /** The path in the input, such as `['changes', 'titleFr']`. */
  path: readonly string[];
  /** The option name, such as `title-fr`. Amounts are typed in euros: `amountCents` becomes `amount`. */
  name: string;
  kind: ValueKind;
  isList: boolean;
  isNullable: boolean;
  isRequired: boolean;
  /** The allowed values; empty if any value is allowed. */
  choices: readonly string[];
  /** Whether it is a positional argument, as in `orders send 12 13`. */
  isArgument: boolean;
};

/** The words after an option: one, several, or `true` for a flag. */
export type TypedValue = string | readonly string[] | true;

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** A first field with one of these names is a positional argument, as is a number. */
const SUBJECTS: ReadonlySet<string> = new Set(['email', 'named', 'payment', 'who']);

/** Returns the fields of an operation's input. Fields of a nested object are on the same level. */
export function commandFieldsOf({ input }: Pick<AnyOperation, 'input'>): CommandField[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return fieldsOf(schema, { path: [], isRequired: true }).map((field, index) => ({
    ...field,
    isArgument:
      index === 0 &&
      field.isRequired &&
      (field.kind === 'integer' || SUBJECTS.has(field.path.join('.'))),
  }));
}

type Place = { path: readonly string[]; isRequired: boolean };

function fieldsOf(schema: JsonSchema, { path, isRequired }: Place): CommandField[] {
  const variants = variantsOf(schema);
  const fields = new Map<string, CommandField>();
  for (const { properties = {} } of variants) {
    for (const [name, property] of Object.entries(properties)) {
      if (typeof property === 'boolean') continue;
      const inside = {
        path: [...path, name],
        isRequired: isRequired && variants.every(({ required }) => required?.includes(name)),
      };
      const isObject = variantsOf(property).some((one) => one.properties !== undefined);
      for (const field of isObject ? fieldsOf(property, inside) : [fieldOf(property, inside)]) {
        // Two variants of an object may share a field.
        const choices = [...(fields.get(field.name)?.choices ?? []), ...field.choices];
        fields.set(field.name, { ...field, choices: [...new Set(choices)] });
      }
    }
  }
  return [...fields.values()];
}

function fieldOf(property: JsonSchema, { path, isRequired }: Place): CommandField {
  const variants = variantsOf(property);
  const isNullable = variants.some(({ type }) => type === 'null');
  const schema = variants.find(({ type }) => type !== 'null') ?? {};
  const { items } = schema;
  const isList = schema.type === 'array';
  const single = isList && typeof items === 'object' && !Array.isArray(items) ? items : schema;
  const name = path.at(-1) ?? '';
  const kind = kindOf(name, single);
  return {
    path,
    name: optionNameOf(name),
    kind,
    isList,
    isNullable,
    isRequired: isRequired && !isNullable && kind !== 'flag',
    choices: [...(single.enum ?? []), single.const].filter((one) => typeof one === 'string'),
    isArgument: false,
  };
}

/** Returns the variants of a union, or the schema itself. */
function variantsOf(schema: JsonSchema): JsonSchema[] {
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }));
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants === undefined) return [schema];
  return variants.flatMap((one) => (typeof one === 'boolean' ? [] : variantsOf(one)));
}

function kindOf(name: string, { type, format }: JsonSchema): ValueKind {
  if (name.endsWith('Cents')) return 'euros';
  if (type === 'integer' || type === 'number') return type;
  if (type === 'boolean') return 'flag';
  if (type === 'string') return format === 'date-time' ? 'moment' : 'text';
  return type === 'object' || type === 'array' ? 'json' : 'text';
}

/** Converts `isLowOnly` to `low-only` and `amountCents` to `amount`. */
function optionNameOf(field: string): string {
  return kebab(field.replace(/^is(?=[A-Z])/, '').replace(/Cents$/, ''));
}

/** Converts `undoSending` to `undo-sending`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^-/, '');
}

/** The typing errors of a command, one sentence per field. */
export class TypingError extends Error {
  override readonly name = 'TypingError';
}

/**
 * Returns the input of an operation from typed values by option name. An omitted value becomes null or false
 * where the schema allows it.
 * @throws TypingError
 */
export function readTyped(
  operation: Pick<AnyOperation, 'input'>,
  typed: Readonly<Record<string, TypedValue | undefined>>,
): unknown {
  const fields = commandFieldsOf(operation);
  const unknown = Object.keys(typed).filter((key) => !fields.some(({ name }) => name === key));
  if (unknown.length > 0) throw new TypingError(`There is no option --${unknown.join(', --')}.`);
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const given = typed[field.name];
    const value = given === undefined ? defaultOf(field) : parseField(field, given);
    if (value !== undefined) setAt(input, field.path, value);
  }
  // An object without any given option becomes null if the schema allows it, otherwise empty.
  for (const name of new Set(
    fields.flatMap(({ path }) => (path.length > 1 ? path[0] : []) ?? []),
  )) {
    if (input[name] === undefined) {
      input[name] = operation.input.safeParse({ ...input, [name]: null }).success ? null : {};
    }
  }
  const parsed = operation.input.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new TypingError(
    parsed.error.issues.map((issue) => sentenceOf(issue, fields, typed)).join('\n'),
  );
}

function defaultOf({ path, kind, isNullable }: CommandField): unknown {
  if (path.length > 1) return undefined;
  if (kind === 'flag') return false;
  return isNullable ? null : undefined;
}

function setAt(input: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    input[name] = value;
    return;
  }
  const inner: Record<string, unknown> = { ...Object(input[name]) };
  setAt(inner, rest, value);
  input[name] = inner;
}

function parseField(field: CommandField, given: TypedValue): unknown {
  if (field.kind === 'flag') return true;
  if (given === true) return undefined;
  const words = typeof given === 'string' ? [given] : given;
  if (!field.isList) {
    const word = words.at(-1) ?? '';
    // `--tracking ''` clears a value.
    return word === '' && field.isNullable ? null : parse(field, word);
  }
  if (words.length === 1 && words[0] === '') return [];
  // Accept `12,13` as well as `12 13`.
  const values = (
    field.kind === 'integer' ? words.flatMap((word) => word.trim().split(/[\s,]+/)) : words
  ).map((word) => parse(field, word));
  return field.kind === 'json' ? values.flat() : values;
}

function parse(field: CommandField, word: string): unknown {
  switch (field.kind) {
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(word) ? Number(word) : failTyping(field, 'a whole number');
    case 'number':
      return /^\d{1,9}(?:[.,]\d{1,6})?$/.test(word)
        ? Number(word.replace(',', '.'))
        : failTyping(field, 'a number, such as 5,5 or 20');
    case 'euros':
      return typedCents(word) ?? failTyping(field, 'a sum in euros, such as 19,99 or 19.99');
    case 'moment':
      return (
        startOfDay(word)?.toISOString() ??
        (Number.isNaN(Date.parse(word)) ? failTyping(field, 'a day, such as 2026-11-21') : word)
      );
    case 'json':
      return parseJson(field, word);
    case 'flag':
    case 'text':
      return word;
  }
}

function parseJson(field: CommandField, word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return failTyping(field, 'JSON');
  }
}

function failTyping(field: CommandField, what: string): never {
  throw new TypingError(`${labelOf(field)} must be ${what}.`);
}

/** Returns the name of a field as typed: `--reason`, or `ORDERS` for an argument. */
export function labelOf({ name, isArgument }: CommandField): string {
  return isArgument ? name.toUpperCase() : `--${name}`;
}

function sentenceOf(
  issue: z.core.$ZodIssue,
  fields: readonly CommandField[],
  typed: Readonly<Record<string, unknown>>,
): string {
  const path = issue.path.map(String);
  const field = fields.find((one) => one.path.every((part, index) => part === path[index]));
  const label = field === undefined ? path.join('.') : labelOf(field);
  if (issue.code === 'invalid_type' && field !== undefined && typed[field.name] === undefined) {
    return `${label} is missing.`;
  }
  if (issue.code === 'invalid_value') return `${label} must be one of ${issue.values.join(', ')}.`;
  if (issue.code === 'invalid_union' && field !== undefined && field.choices.length > 0) {
    return `${label} must be one of ${field.choices.join(', ')}.`;
  }
  if (field?.kind === 'euros' && issue.code === 'too_small') {
    return `${label} must be ${euros(Number(issue.minimum))} or more.`;
  }
  if (field?.kind === 'euros' && issue.code === 'too_big') {
    return `${label} must be ${euros(Number(issue.maximum))} or less.`;
  }
  // Rules shared with the site's API have a code as their message.
  if (/^[a-z]+(?:_[a-z]+)+$/.test(issue.message)) return `${label} is not valid.`;
  if (issue.code === 'custom') return `${label} ${issue.message}.`;
  return `${label}: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}.`;
}
