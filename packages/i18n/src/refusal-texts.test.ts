import type { Refusal } from '@agres/domain/refusals';
import { expect, test } from 'vitest';

import { REFUSAL_TEXTS, refusalWords } from './refusal-texts.ts';

const FACTS = {
  order: 12,
  review: 7,
  entry: 2,
  most: 50,
  direction: 'up',
  paid: 'order',
  number: 12,
  payment: 'pi_1',
  bankCents: 300,
  orders: '12, 13',
  count: 2,
  option: 3,
  item: 'Corde',
  title: 'Rouge',
  units: 2,
  remaining: 1,
  counted: 4,
  taken: 5,
  toSend: 2,
  held: 3,
  at: '2026-11-21 10:00',
  on: '2026-11-21',
  by: 'Jeanne',
  day: '2026-11-20',
  bought: '2026-11-21',
  sent: '2026-11-21',
  heldFor: 'late',
  article: 5,
  options: 'Rouge, Bleu',
  email: 'a@example.fr',
  name: 'Léa',
  staff: 3,
  who: '7',
  declaration: 7,
  other: 8,
  kind: 'withdrawal',
  noun: 'order',
  contract: 12,
  goodsCents: 1999,
  leftCents: 500,
  line: 4,
  faults: 'Line 2: id is missing.',
  more: 3,
  text: 'Colis',
  member: 3,
  replacement: 4,
};

const NAMES = Object.keys(REFUSAL_TEXTS);
const CODES = NAMES.filter((name) => !name.endsWith('.remedy'));

test.each(CODES)('%s has a text in French and in English that uses all of its facts', (code) => {
  const refusal = { code, ...FACTS } as Refusal;
  const [fr, en] = [refusalWords('fr', [refusal]), refusalWords('en', [refusal])];
  expect(fr).not.toBe(en);
  for (const text of [fr, en]) {
    expect(text).not.toMatch(/[{}]|undefined|refusal\./);
    expect(text.trim()).toBe(text);
  }
});

test('every remedy belongs to a text', () => {
  const codes = NAMES.map((name) => name.replace(/\.remedy$/, ''));
  expect(new Set(codes)).toEqual(new Set(CODES));
});

test('one error ends with its remedy; several are one line each with a common end', () => {
  const delivered = { code: 'order_delivered_already', order: 2, on: '2026-11-21' } as const;
  const cancelled = { code: 'order_cancelled', order: 3, on: '2026-11-20' } as const;
  expect(refusalWords('en', [delivered])).toBe(
    'Order 2 was delivered on 21 Nov 2026. Nothing was changed. Leave this order out. If it has not arrived, open it and undo the delivery.',
  );
  expect(refusalWords('en', [{ ...delivered, on: '' }])).toContain('was delivered already.');
  expect(refusalWords('en', [delivered, cancelled])).toBe(
    [
      'Order 2 was delivered on 21 Nov 2026. Leave this order out. If it has not arrived, open it and undo the delivery.',
      'Order 3 was cancelled on 20 Nov 2026, so its parcel stays here. Nothing is left to do with it.',
      'Nothing was changed.',
    ].join('\n'),
  );
});

test('amounts follow the language, and a closed request names its author', () => {
  const rest = { code: 'goods_kept_over_rest', leftCents: 1250 } as const;
  expect(refusalWords('en', [rest])).toContain('Only €12.50 is left to refund');
  expect(refusalWords('fr', [rest])).toMatch(/12,50\s€/);
  const closed = { code: 'declaration_closed', declaration: 7, on: '2026-11-21' } as const;
  expect(refusalWords('en', [{ ...closed, by: 'Jeanne' }])).toBe(
    'Request 7 was closed on 21 Nov 2026 by Jeanne. Nothing was changed.',
  );
  expect(refusalWords('en', [{ ...closed, by: '' }])).toBe(
    'Request 7 was closed on 21 Nov 2026. Nothing was changed.',
  );
});
