import * as fc from 'fast-check';

import type { JsonSchema } from './operations.ts';

/** Existing values, by the name of the field that may contain them: a unit for sale, a card. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

type Data = Record<string, unknown>;

/** Generates inputs that match a schema, some of them with existing values. */
export function keepingData(schema: JsonSchema, known: Known): fc.Arbitrary<Data> {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const values = known[name];
    const any = valueOf(field);
    const value = values === undefined ? any : fc.oneof(any, fc.constantFrom(...values));
    return [name, value] as const;
  });
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: fields.map(([name]) => name).filter((name) => required.has(name)),
  });
}

/** Generates inputs in which one field, or the whole, is unusual: most violate the schema. */
export function oddData(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  if (names.length === 0) return fc.constantFrom<unknown>(null, [], 'text', 7, true);
  const changed = fc
    .tuple(keepingData(schema, known), fc.constantFrom(...names), ODD)
    .map(([data, name, value]) => ({ ...data, [name]: value }));
  const without = fc
    .tuple(keepingData(schema, known), fc.constantFrom(...names))
    .map(([data, name]) =>
      Object.fromEntries(Object.entries(data).filter(([key]) => key !== name)),
    );
  return fc.oneof(
    { weight: 6, arbitrary: changed },
    { weight: 1, arbitrary: without },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, [], 'text', 7, true, {}) },
  );
}

/** Values of every JSON type except text and numbers, some of them conditions of a database query. */
export const ODD_TYPES = [null, true, false, [], [1], {}, { contains: '' }, { gt: 0 }, ['a@b.fr']];
const ODD_NUMBERS = [-1, 0, -0, 1.5, 2 ** 31, 2 ** 53, 1e300];
const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '7',
  'true',
  'null',
  '1e3',
  '٣',
  '\u0000',
  '\ud800',
  '\u202e',
  '%00',
  '%s%n',
  '../../x',
  '__proto__',
  'é'.repeat(5000),
  'x\r\nBcc: a@b.fr',
  '"a@evil.test x"@ok.fr',
  "'; DROP TABLE item;--",
  '<svg onload=alert(1)>',
];

const ODD: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...ODD_TYPES, ...ODD_NUMBERS, ...ODD_TEXTS),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

function valueOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valueOf));
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return fc.oneof(...types.map((type) => valueOfType(type, schema)));
}

function valueOfType(type: string | undefined, schema: JsonSchema): fc.Arbitrary<unknown> {
  const { minimum = -(2 ** 31), maximum = 2 ** 31 - 1 } = schema;
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'object':
      return keepingData(schema, {});
    default:
      throw new Error(`no data is made for ${JSON.stringify(schema)}`);
  }
}

function textOf({ pattern, minLength = 0, maxLength = 400 }: JsonSchema): fc.Arbitrary<string> {
  const isFit = (text: string) => {
    const length = Array.from(text).length;
    return length >= minLength && length <= maxLength;
  };
  // Patterns with lookahead cannot be generated from; a few random texts match them.
  if (pattern !== undefined && !pattern.includes('(?='))
    return fc.stringMatching(new RegExp(pattern)).filter(isFit);
  const length = { minLength, maxLength };
  return fc.oneof(
    fc.string({ ...length, unit: 'grapheme' }).filter(isFit),
    fc.string({ ...length, unit: 'binary' }),
    fc.string(length),
  );
}
