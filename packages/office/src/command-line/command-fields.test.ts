import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { EVERY_OPERATION } from '../operations-router.ts';
import { OPERATIONS } from '../operations.ts';
import { commandFieldsOf, readTyped, TypingError } from './command-fields.ts';
import { printOutput } from './print-output.ts';

const operationOf = (name: string) => {
  const operation = EVERY_OPERATION.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  return operation;
};
const planted = (shape: z.ZodRawShape) => ({ input: z.object(shape) as never });

describe('the fields of a command', () => {
  test('are those of the input, named in kebab case', () => {
    const names = commandFieldsOf(operationOf('items.set')).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['item', 'title-fr', 'title-en']);
    expect(names).toContain('shown-price');
    expect(names.at(-1)).toBe('sure');
  });

  test('have unique names in every operation, and only the first can be positional', () => {
    for (const operation of EVERY_OPERATION) {
      const fields = commandFieldsOf(operation);
      const names = fields.map(({ name }) => name);
      expect([operation.name, names]).toEqual([operation.name, [...new Set(names)]]);
      expect(names.filter((name) => ['by', 'out', 'output', 'help'].includes(name))).toEqual([]);
      expect(fields.slice(1).filter(({ isArgument }) => isArgument)).toEqual([]);
    }
    expect(Object.keys(OPERATIONS).length).toBeGreaterThan(10);
  });
});

describe('typed options', () => {
  test('are parsed into numbers, cents, dates and flags; omitted ones are null or false', () => {
    expect(
      readTyped(operationOf('refunds.request'), {
        order: '12',
        amount: '5,00',
        reason: 'A scratch',
      }),
    ).toEqual({
      order: 12,
      amountCents: 500,
      leftCents: null,
      reason: 'A scratch',
      unitIsBack: false,
    });
    expect(readTyped(operationOf('items.publish'), { item: '3', from: '2026-12-01' })).toEqual({
      item: 3,
      from: '2026-11-30T23:00:00.000Z',
    });
    expect(
      readTyped(operationOf('orders.send'), { orders: ['12,13', '14'], held: true }),
    ).toMatchObject({ orders: [12, 13, 14], carrier: null, held: true });
  });

  test('of a nested object are flat, in each of its variants', () => {
    const reason = 'La toile porte une tache d’huile.';
    expect(
      readTyped(operationOf('declarations.noteGoods'), {
        declaration: '7',
        kind: 'keep',
        kept: '5',
        reason,
      }),
    ).toEqual({ declaration: 7, goods: { kind: 'keep', keptCents: 500, reason } });
    const accept = operationOf('declarations.accept');
    expect(readTyped(accept, { declaration: '7' })).toEqual({ declaration: 7, about: null });
    expect(readTyped(accept, { declaration: '7', noun: 'order', contract: '5' })).toEqual({
      declaration: 7,
      about: { noun: 'order', contract: 5 },
    });
    const set = readTyped(operationOf('items.set'), { item: '1', use: '', images: '[]' });
    expect(set).toMatchObject({ item: 1, changes: { use: null, images: [] }, isSure: false });
  });

  test.each([
    ['1.5', '--units must be a whole number.'],
    ['', '--units must be a whole number.'],
    ['12e3', '--units must be a whole number.'],
  ])('that are not a number (%s) are rejected by name', (units, sentence) => {
    const typed = { option: '1', units, kind: 'loss', reason: 'Casse' };
    expect(() => readTyped(operationOf('stock.adjust'), typed)).toThrow(new TypingError(sentence));
  });

  test('that are missing, unknown or invalid are rejected by name, all at once', () => {
    expect(() => readTyped(operationOf('staff.invite'), { roles: 'boss' })).toThrow(
      'EMAIL is missing.\n--name is missing.\n--roles must be one of owner, preparer.\n--locale must be one of fr, en.',
    );
    expect(() => readTyped(operationOf('staff.invite'), { boss: true })).toThrow(
      'There is no option --boss.',
    );
    const goods = { declaration: '7', kind: 'keep', kept: '5' };
    expect(() => readTyped(operationOf('declarations.noteGoods'), goods)).toThrow(
      '--reason is missing.',
    );
    const price = planted({ priceCents: z.int(), list: z.array(z.object({ a: z.int() })) });
    expect(() => readTyped(price, { price: 'free' })).toThrow('--price must be a sum in euros');
    expect(() => readTyped(price, { price: '1', list: '{' })).toThrow('--list must be JSON.');
  });
});

test('printOutput labels the output, and replaces control characters', () => {
  const texts = { field: (name: string) => `[${name}]`, value: () => undefined } as never;
  const output = {
    id: 1,
    amountCents: 2999,
    orderDate: '2026-11-21T10:00:00.000Z',
    isPaid: true,
    rows: [
      { name: 'Ada\u001B[2J', left: 1 },
      { name: 'Jo', left: 12 },
    ],
    none: [],
  };
  expect(printOutput(output, texts)).toBe(
    [
      '[id]: 1',
      '[amountCents]: 29.99 €',
      '[orderDate]: 2026-11-21 11:00',
      '[isPaid]: yes',
      '[rows]:',
      '  [name]   [left]',
      '  ───────  ──────',
      '  Ada\u{FFFD}[2J  1',
      '  Jo       12',
      '',
      '[none]: –',
      '',
    ].join('\n'),
  );
  expect(printOutput({ csv: 'a;b\r\n' }, texts)).toBe('a;b\r\n');
});
