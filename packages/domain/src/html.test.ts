import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { excerptOf, readingMinutesOf, textOfHtml } from './html.ts';

/** Returns the shortest of three runs, because the machine may be busy. */
const leastMsOf = (work: () => void) =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const startedMs = performance.now();
      work();
      return performance.now() - startedMs;
    }),
  );

test.each([
  ['<p>Bonjour <b>à tous</b></p>', 'Bonjour à tous'],
  ['<p>one</p><p>two</p>', 'one two'],
  ['un<br />deux', 'un deux'],
  ['hand<em>stand</em>', 'handstand'],
  ['<ul>\n <li>a</li>\n <li>b</li>\n</ul>', 'a b'],
  ['<blockquote>a</blockquote>b', 'a b'],
  ['Tom &amp; Jerry &lt;3 &quot;x&quot; 🤸', 'Tom & Jerry <3 "x" 🤸'],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['19,99\u00A0€', '19,99\u00A0€'],
  ['& &unknown; &constructor;', '& &unknown; &constructor;'],
  ['<a title="x &gt; y" href="/a">link</a>', 'link'],
  ['', ''],
])('textOfHtml(%j) is %j', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

test('textOfHtml reverses escaping', () => {
  const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll(/\s+/g, ' ').trim());
  fc.assert(
    fc.property(text, (value) => {
      expect(textOfHtml(`<p class="a&gt;b">${escape(value)}</p>`)).toBe(value);
    }),
  );
});

test('an excerpt ends with a sentence or a whole word and never exceeds its length', () => {
  expect(excerptOf('<p>Un premier équilibre</p>', 100)).toBe('Un premier équilibre');
  expect(excerptOf('<p>Un premier équilibre</p>', 12)).toBe('Un premier…');
  expect(excerptOf('<p>Un premier équilibre</p>', 11)).toBe('Un premier…');
  expect(excerptOf('<p>Un premier équilibre</p>', 10)).toBe('Un…');
  expect(excerptOf('<p>On progresse après. Le corps répond ; il attend.</p>', 21)).toBe(
    'On progresse après.',
  );
  expect(excerptOf('Le corps répond\u202F; il attend.', 18)).toBe('Le corps répond…');
  expect(excerptOf('<p>Oui. On progresse après.</p>', 16)).toBe('Oui. On…');
  expect(excerptOf('<p>Un début.</p><h2>Matériel</h2><p>Rien.</p>', 100)).toBe('Un début.');
  expect(excerptOf('<h2>Matériel</h2><p>Rien.</p>', 100)).toBe('Matériel Rien.');
  expect(excerptOf('anticonstitutionnellement', 5)).toBe('anti…');
  expect(excerptOf('🤸🤸🤸🤸', 4)).toBe('🤸…');
});

test.each(['<', '<a ', '<a title="', '<!--', '<b\t', '</b ', '&', '&amp', '< ', '<p>\n'])(
  'G6: textOfHtml reads %j repeated 10,000 times in less than 50 ms',
  (piece) => {
    const html = piece.repeat(10_000);
    expect(leastMsOf(() => textOfHtml(html))).toBeLessThan(50);
  },
);

test.each([
  ['', 1],
  ['<p>Trois mots – ici.</p>', 1],
  [`<p>${'mot '.repeat(290)}</p>`, 1],
  [`<p>${'mot '.repeat(310)}</p>`, 2],
  [`<p>${'mot '.repeat(500)}</p><p>${'<b>mot</b> '.repeat(500)}</p>`, 5],
])('text %# has a reading time by its number of words', (html, minutes) => {
  expect(readingMinutesOf(html)).toBe(minutes);
});
