import { document, lines, table } from '@agres/office/operations/report';
import { expect, test } from 'vitest';

import { layOut } from './layout.ts';

test('a table has its numbers to the right, and characters with accents take one column', () => {
  const rows = [
    ['7', 'Hêtre'.normalize('NFD'), 'x'],
    ['12', 'Liège fumé', 'y'],
  ];
  expect(layOut([table(['#Option', 'Title', 'End'], rows, 'None.')]).normalize('NFC')).toBe(
    [
      'Option  Title       End',
      '──────  ──────────  ───',
      '     7  Hêtre       x',
      '    12  Liège fumé  y',
      '',
    ].join('\n'),
  );
});

test('what strangers typed cannot steer the terminal of whoever reads it', () => {
  const name = 'Jeanne\u001B[2J\r\u202Eegap';
  const text = layOut([table(['For'], [[name]], 'None.'), lines(name)]);
  for (const steering of ['\u001B', '\r', '\u202E']) expect(text).not.toContain(steering);
  expect(text).toContain('Jeanne�[2J��egap');
});

test('a document is printed verbatim, for a file', () => {
  expect(layOut([document('a;b\r\n')])).toBe('a;b\r\n');
});
