import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseParams } from './params.ts';

const parse = (form: Record<string, string>) => parseParams(new URLSearchParams(form).toString());

describe('parseParams', () => {
  const params = parse({
    amount: '2999',
    confirm: 'true',
    off: 'false',
    'metadata[attempt_id]': 'a1',
    'metadata[note]': 'é & = [x]',
    'items[0][price]': 'price_1',
    'items[1][price]': 'price_2',
    'items[1][quantity]': '3',
    'expand[0]': 'latest_charge',
    'expand[1]': 'customer',
    'payment_method_data[card][token]': 'tok_visa',
  });

  test('reads plain, nested and listed values', () => {
    expect(params.integer('amount')).toBe(2999);
    expect(params.flag('confirm')).toBe(true);
    expect(params.flag('off')).toBe(false);
    expect(params.flag('nothing')).toBeUndefined();
    expect(params.record('metadata')).toEqual({ attempt_id: 'a1', note: 'é & = [x]' });
    expect(params.list('expand')).toEqual(['latest_charge', 'customer']);
    expect(params.items('items').map((item) => item.text('price'))).toEqual(['price_1', 'price_2']);
    expect(params.items('items')[1]?.integer('quantity')).toBe(3);
    expect(params.group('payment_method_data')?.group('card')?.text('token')).toBe('tok_visa');
    expect(params.names()).toEqual([
      'amount',
      'confirm',
      'off',
      'metadata',
      'items',
      'expand',
      'payment_method_data',
    ]);
  });

  test('accepts lists in every notation', () => {
    expect(parseParams('expand[]=a&expand[]=b').list('expand')).toEqual(['a', 'b']);
    expect(parseParams('expand=a').list('expand')).toEqual(['a']);
    expect(parseParams('expander[]=a').list('expand')).toEqual([]);
  });

  test('rejects an invalid integer or boolean', () => {
    for (const text of ['1.5', '1e3', '0x1', ' 1', '99999999999999999999']) {
      expect(() => parse({ amount: text }).integer('amount')).toThrow(/Invalid integer/);
    }
    expect(() => parse({ confirm: 'yes' }).flag('confirm')).toThrow(/Invalid boolean/);
  });
});

test('equal parameters have the same fingerprint, others a different one', () => {
  const form = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.string()), {
    selector: ([name]) => name,
    minLength: 1,
  });
  fc.assert(
    fc.property(form, fc.string(), (pairs, extra) => {
      const encoded = (list: [string, string][]) => new URLSearchParams(list).toString();
      const print = parseParams(encoded(pairs)).fingerprint();
      expect(parseParams(encoded(pairs.toReversed())).fingerprint()).toBe(print);
      const [first, ...rest] = pairs;
      const changed: [string, string][] = first
        ? [[first[0], `${first[1]}${extra}!`], ...rest]
        : [];
      expect(parseParams(encoded(changed)).fingerprint()).not.toBe(print);
    }),
  );
});
