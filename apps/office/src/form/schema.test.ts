import { describe, expect, test } from 'vitest';

import { emptyOf, kindOf, readInput, unwrap, type Schema } from './schema.ts';

const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

const REFUND: Schema = {
  type: 'object',
  required: ['order', 'amountCents', 'reason', 'unitIsBack'],
  properties: {
    order: { type: 'integer' },
    amountCents: nullable({ type: 'integer' }),
    reason: { type: 'string' },
    unitIsBack: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};

const fill = (typed: Record<string, string | boolean>) => {
  const nothing = { order: '', amountCents: '', reason: '', unitIsBack: false, tags: '' };
  expect(emptyOf('', REFUND)).toEqual(nothing);
  return readInput(REFUND, { ...nothing, ...typed });
};

describe('readInput', () => {
  test('reads a number that was chosen by its name', () => {
    const option = { type: 'integer', enum: [3], 'x-labels': { 3: 'Corde' } };
    const schema = { type: 'object', required: ['option'], properties: { option } };
    expect(readInput(schema, { option: '3' }).input).toEqual({ option: 3 });
  });

  test('reads euros as cents, an empty field as null, and omits empty optional fields', () => {
    expect(fill({ order: '12', reason: 'Rayée', unitIsBack: true })).toEqual({
      input: { order: 12, amountCents: null, reason: 'Rayée', unitIsBack: true },
      problems: [],
    });
    expect(fill({ order: '12', amountCents: '12,50', reason: 'x' }).input).toMatchObject({
      amountCents: 1250,
    });
  });

  test.each(['12,5O', '1.2.3', 'douze', '-3'])('rejects %s as euros', (amountCents) => {
    const { problems } = fill({ order: '12', amountCents, reason: 'x' });
    expect(problems).toEqual([{ path: 'amountCents', problem: 'euros' }]);
  });

  test('says that a number is too long, not that it is none', () => {
    const { problems } = fill({ order: '99999999999', amountCents: '1 000 000', reason: 'x' });
    expect(problems).toEqual([
      { path: 'order', problem: 'tooBig' },
      { path: 'amountCents', problem: 'tooManyEuros' },
    ]);
  });

  test('reports every field that is missing or not a number', () => {
    expect(fill({ order: '0x1' }).problems).toEqual([
      { path: 'order', problem: 'number' },
      { path: 'reason', problem: 'missing' },
    ]);
  });

  test('reads a rate with a decimal comma or point', () => {
    const schema: Schema = {
      type: 'object',
      required: ['ratePercent'],
      properties: { ratePercent: nullable({ type: 'number' }) },
    };
    const rateOf = (ratePercent: string) => readInput(schema, { ratePercent });
    expect(rateOf('5,5').input).toEqual({ ratePercent: 5.5 });
    expect(rateOf('2.1').input).toEqual({ ratePercent: 2.1 });
    expect(rateOf('').input).toEqual({ ratePercent: null });
    for (const typed of ['5,5,5', '5.', 'vingt']) {
      expect(rateOf(typed).problems).toEqual([{ path: 'ratePercent', problem: 'decimal' }]);
    }
  });

  test('reads a list of numbers separated by commas or spaces', () => {
    const schema: Schema = {
      type: 'object',
      required: ['orders'],
      properties: { orders: { type: 'array', items: { type: 'integer' } } },
    };
    expect(readInput(schema, { orders: '12, 13  14' }).input).toEqual({ orders: [12, 13, 14] });
    expect(readInput(schema, { orders: '12 x' }).problems).toEqual([
      { path: 'orders', problem: 'numbers' },
    ]);
  });

  test('reads picture URLs, one or a list', () => {
    const url: Schema = { type: 'string', format: 'picture' };
    const item: Schema = {
      type: 'object',
      required: ['url', 'optionTitle'],
      properties: { url, optionTitle: nullable({ type: 'string' }) },
    };
    const schema: Schema = {
      type: 'object',
      properties: { coverPictureUrl: nullable(url), images: { type: 'array', items: item } },
    };
    expect(kindOf('coverPictureUrl', unwrap(nullable(url)))).toBe('picture');
    expect(kindOf('images', { schema: { type: 'array', items: item } })).toBe('pictures');
    expect(emptyOf('', schema)).toEqual({ coverPictureUrl: '', images: [] });
    const typed = { coverPictureUrl: '/a.webp', images: [{ url: '/b.webp', optionTitle: '' }] };
    expect(readInput(schema, typed).input).toEqual({
      coverPictureUrl: '/a.webp',
      images: [{ url: '/b.webp', optionTitle: null }],
    });
    const unnamed = { coverPictureUrl: '', images: [{ url: '', optionTitle: '' }] };
    expect(readInput(schema, unnamed).problems).toEqual([
      { path: 'images.0.url', problem: 'missing' },
    ]);
  });

  test('reads the chosen variant of a oneOf schema', () => {
    const schema: Schema = {
      oneOf: [
        {
          type: 'object',
          required: ['kind'],
          properties: { kind: { type: 'string', const: 'asNew' } },
        },
        {
          type: 'object',
          required: ['kind', 'keptCents'],
          properties: { kind: { type: 'string', const: 'keep' }, keptCents: { type: 'integer' } },
        },
      ],
    };
    const typed = { variant: '1', value: { kind: '', keptCents: '5' } };
    expect(readInput(schema, typed).input).toEqual({ kind: 'keep', keptCents: 500 });
    expect(readInput(schema, emptyOf('', schema)).input).toEqual({ kind: 'asNew' });
  });
});

test('unwraps a nullable schema', () => {
  expect(unwrap(nullable({ type: 'integer' }))).toEqual({
    schema: { type: 'integer' },
    isNullable: true,
  });
  expect(kindOf('amountCents', unwrap(nullable({ type: 'integer' })))).toBe('euros');
});
