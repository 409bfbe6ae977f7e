import { expect, test } from 'vitest';

import { textsIn } from './extract-messages.ts';

test('the ID of a text is its path in the table', () => {
  const source = `
    const TEXT = messages('late', { asked: { title: 'Asked' }, 'by-post': 'By post' });
    export const CODES = messages<Record<Code, string>>('', { not_found: 'Not found' });
    other('late', { title: 'No message' });
  `;
  expect(textsIn('texts.ts', source)).toEqual([
    { id: 'late.asked.title', message: 'Asked' },
    { id: 'late.by-post', message: 'By post' },
    { id: 'not_found', message: 'Not found' },
  ]);
});

test.each([
  "messages('late', TABLE)",
  'messages(PREFIX, {})',
  "messages('late', { ...others })",
  "messages('late', { [NAME]: 'Late' })",
  "messages('late', { title: `Late` })",
  "messages('late', { title: 'La' + 'te' })",
])('%s is an error, so that no text is silently skipped', (source) => {
  expect(() => textsIn('texts.ts', source)).toThrow('each text');
});
