import { typedCents } from '@agres/domain/prices';

/** JSON Schema as the office's server sends it. */
export type Schema = {
  type?: string | string[];
  title?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: (string | number)[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  /** For the values of `enum` and `const`. */
  'x-labels'?: Record<string, string>;
};

/** Returns the label of a value in the reader's language. */
export const labelOfValue = (schema: Schema, value: string): string =>
  schema['x-labels']?.[value] ?? value;

/** Has the shape of the input, with a text or a tick for each field. */
export type Typed = string | boolean | Typed[] | { [name: string]: Typed };

export type FieldProblem = {
  path: string;
  problem: 'missing' | 'euros' | 'tooManyEuros' | 'number' | 'tooBig' | 'decimal' | 'numbers';
};

/** Distinguishes an amount that is too large from other texts. */
export const eurosProblem = (text: string): FieldProblem['problem'] =>
  /^[\d\s]{7,}/.test(text) ? 'tooManyEuros' : 'euros';

/** Distinguishes a number that is too large from other texts. */
export const numberProblem = (text: string): FieldProblem['problem'] =>
  /^[+-]?\d{10,}$/.test(text.trim()) ? 'tooBig' : 'number';

/** Removes null from a schema. */
export function unwrap(schema: Schema): { schema: Schema; isNullable: boolean } {
  const variants = schema.anyOf;
  if (variants === undefined) return { schema, isNullable: false };
  const others = variants.filter(({ type }) => type !== 'null');
  const [only] = others;
  const isNullable = others.length < variants.length;
  if (others.length === 1 && only !== undefined) {
    return { schema: { ...only, ...titleOf(schema) }, isNullable };
  }
  return { schema: { oneOf: others, ...titleOf(schema) }, isNullable };
}

const titleOf = ({ title }: Schema) => (title === undefined ? {} : { title });

/** The control of a field. */
export type FieldKind =
  | 'object'
  | 'variants'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'euros'
  | 'number'
  | 'decimal'
  | 'numbers'
  | 'day'
  | 'texts'
  | 'picture'
  | 'pictures'
  | 'rows'
  | 'long'
  | 'text';

/** Money is recognized by the name of its field. */
export function kindOf(name: string, { schema }: { schema: Schema }): FieldKind {
  if (schema.oneOf !== undefined) return 'variants';
  if (schema.enum !== undefined) return 'choice';
  switch (schema.type) {
    case 'object':
      return 'object';
    case 'boolean':
      return 'flag';
    case 'integer':
      return name.endsWith('Cents') ? 'euros' : 'number';
    case 'number':
      return 'decimal';
    case 'array':
      return kindOfList(unwrap(schema.items ?? {}).schema);
    default:
      if (schema.format === 'date') return 'day';
      if (schema.format === 'picture') return 'picture';
      return (schema.maxLength ?? 0) > 300 || /^(?:content|description)/.test(name)
        ? 'long'
        : 'text';
  }
}

function kindOfList(item: Schema): FieldKind {
  if (item.enum !== undefined) return 'choices';
  if (item.properties?.['url']?.format === 'picture') return 'pictures';
  if (item.type === 'object') return 'rows';
  return item.type === 'integer' ? 'numbers' : 'texts';
}

export function emptyOf(name: string, whole: Schema): Typed {
  const { schema } = unwrap(whole);
  switch (kindOf(name, { schema })) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [key, emptyOf(key, part)]),
      );
    case 'variants':
      return { variant: '0', value: emptyOf(name, schema.oneOf?.[0] ?? {}) };
    case 'flag':
      return false;
    case 'choices':
    case 'pictures':
    case 'rows':
      return [];
    default:
      return '';
  }
}

/** Marks an empty field, which is not sent. */
const NOTHING = Symbol('nothing');

/**
 * Converts typed texts to the input of a call. An empty field becomes null if the schema allows it, is
 * omitted if it is optional, and is a problem otherwise.
 */
export function readInput(
  whole: Schema,
  typed: Typed,
): { input: unknown; problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const input = read({ name: '', path: '', whole, isRequired: true }, typed, problems);
  return { input: input === NOTHING ? {} : input, problems };
}

type Place = { name: string; path: string; whole: Schema; isRequired: boolean };

function read(place: Place, typed: Typed, problems: FieldProblem[]): unknown {
  const { name, path, isRequired } = place;
  const { schema, isNullable } = unwrap(place.whole);
  const problem = (what: FieldProblem['problem']) => {
    problems.push({ path, problem: what });
    return NOTHING;
  };
  const absent = () => {
    if (isNullable) return isRequired ? null : NOTHING;
    return isRequired ? problem('missing') : NOTHING;
  };
  const kind = kindOf(name, { schema });
  if (kind === 'flag') return typed === true;
  if (kind === 'object') {
    if (isNullable && isBlank(typed)) return absent();
    return readObject({ ...place, whole: schema }, typed, problems);
  }
  if (kind === 'variants') {
    if (!isRecord(typed) || (isNullable && isBlank(typed['value'] ?? ''))) return absent();
    const variant = schema.oneOf?.[Number(typed['variant'])] ?? {};
    return read({ ...place, whole: variant, isRequired }, typed['value'] ?? '', problems);
  }
  if (kind === 'choices') return Array.isArray(typed) && typed.length > 0 ? typed : absent();
  if (kind === 'rows' || kind === 'pictures') {
    if (!Array.isArray(typed) || typed.length === 0) return isRequired ? [] : NOTHING;
    const item = { name, whole: schema.items ?? {}, isRequired: true };
    return typed.map((row, index) => read({ ...item, path: `${path}.${index}` }, row, problems));
  }
  if (schema.const !== undefined) return schema.const;
  const text = typeof typed === 'string' ? typed.trim() : '';
  if (text === '') return absent();
  switch (kind) {
    case 'euros':
      return typedCents(text) ?? problem(eurosProblem(text));
    case 'number':
      return /^[+-]?\d{1,9}$/.test(text) ? Number(text) : problem(numberProblem(text));
    case 'decimal':
      return /^[+-]?\d{1,9}(?:[.,]\d{1,9})?$/.test(text)
        ? Number(text.replace(',', '.'))
        : problem('decimal');
    case 'numbers': {
      const words = text.split(/[\s,]+/);
      return words.every((word) => /^\d{1,9}$/.test(word)) ? words.map(Number) : problem('numbers');
    }
    case 'texts':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
    default:
      return schema.type === 'integer' ? Number(text) : text;
  }
}

function readObject(place: Place, typed: Typed, problems: FieldProblem[]) {
  const record = isRecord(typed) ? typed : {};
  const { properties = {}, required: names = [] } = place.whole;
  const required = new Set(names);
  const entries = Object.entries(properties).map(([key, part]) => {
    const path = place.path === '' ? key : `${place.path}.${key}`;
    const at = { name: key, path, whole: part, isRequired: required.has(key) };
    return [key, read(at, record[key] ?? '', problems)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== NOTHING));
}

/** Whether a typed value is that of a group of fields, by name. */
export const isRecord = (typed: Typed | null | undefined): typed is { [name: string]: Typed } =>
  typeof typed === 'object' && typed !== null && !Array.isArray(typed);

function isBlank(typed: Typed): boolean {
  if (typeof typed === 'string') return typed.trim() === '';
  if (typeof typed === 'boolean') return !typed;
  return Object.values(typed).every(isBlank);
}
