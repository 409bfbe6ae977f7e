import { describe, expect, test } from 'vitest';

import { readContentFile, writeContentFile } from './content-file.ts';

describe('a file with a text in both languages', () => {
  test('is read the same as it was written', () => {
    const fields = {
      'title-fr': 'Corde : lestée',
      'title-en': 'Rope',
      picture: '/a.webp\n/b.webp',
    };
    const text = { fr: '<p>Une ligne</p>\n\n<hr />\n<p>---</p>', en: '<p>A line</p>' };
    expect(readContentFile(writeContentFile({ ...fields, cover: null }, text))).toEqual({
      ...fields,
      'text-fr': text.fr,
      'text-en': text.en,
    });
  });

  test('may come from Windows, with remarks and empty lines', () => {
    const text = '\uFEFF# a remark\r\ntitle-fr: Corde\r\n\r\n--- fr\r\n<p>Oui</p>\r\n';
    expect(readContentFile(text)).toEqual({ 'title-fr': 'Corde', 'text-fr': '<p>Oui</p>' });
  });

  test.each([
    ['<p>no field</p>\n', 'Line 1 of the file cannot be read: <p>no field</p>'],
    ['title-fr: Corde\n--- de\n<p>Ja</p>', 'The file has a part "--- de".'],
  ])('that cannot be read is refused with the place: %j', (text, sentence) => {
    expect(() => readContentFile(text)).toThrow(sentence);
  });
});
