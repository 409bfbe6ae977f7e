import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { excerptOf, stripTags } from './html.ts';

/** How long some work takes at its best of three: the machine may be busy with something else. */
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
  ['un<br>deux', 'un deux'],
  ['hand<em>stand</em>', 'handstand'],
  ['<ul>\n <li>a</li>\n <li>b</li>\n</ul>', 'a b'],
  ['Tom &amp; Jerry &lt;3 &quot;x&quot; &#39;y&#39; &#x1F938;', 'Tom & Jerry <3 "x" \'y\' 🤸'],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['19,99&nbsp;€', '19,99\u00A0€'],
  ['&unknown; &constructor; & &#; &#xZZ;', '&unknown; &constructor; & &#; &#xZZ;'],
  ['&#0;&#xD800;&#9999999;', '\u{FFFD}\u{FFFD}\u{FFFD}'],
  ['a<!-- <b>hidden</b> -->b', 'a b'],
  ['a<script>alert("</b>")</script>b', 'a b'],
  ['a<STYLE>p > b { }</STYLE >b', 'a b'],
  ['<a title="x > y" href=\'>\'>link</a>', 'link'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['<!doctype html><?xml ?>text', 'text'],
  ['text<b', 'text'],
  ['text<a title="open', 'text'],
  ['a<script>never closed', 'a'],
  ['a<!-- never closed', 'a'],
  ['', ''],
])('the text of %j is %j', (html, text) => {
  expect(stripTags(html)).toBe(text);
});

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

test('escaped text comes out as it went in', () => {
  const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll(/\s+/g, ' ').trim());
  fc.assert(
    fc.property(text, (value) => {
      expect(stripTags(`<p class="a>b">${escape(value)}</p>`)).toBe(value);
    }),
  );
});

test('no unescaped markup survives', () => {
  const pieces = fc.array(
    fc.constantFrom('<', '>', '/', 'b', 'script', '"', "'", '=', ' ', '<!--', '-->', '!', 'é'),
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      expect(stripTags(parts.join(''))).not.toMatch(/<[a-z!/?]/i);
    }),
  );
});

test.each([
  '<',
  '<a',
  '<a ',
  '<!--',
  '<script>',
  '</script',
  '<a b="',
  "<a b='",
  '&',
  '&#',
  '= ',
  '<a =',
])('30 kB of %j are read in no time', (piece) => {
  const long = piece.repeat(30_000 / piece.length);
  const least = leastMsOf(() => {
    stripTags(long);
    stripTags(`<script>${long}`);
  });
  expect(least).toBeLessThan(50);
});

test('an excerpt ends with a whole word and never exceeds its length', () => {
  expect(excerptOf('<p>Un premier équilibre</p>', 100)).toBe('Un premier équilibre');
  expect(excerptOf('<p>Un premier équilibre</p>', 12)).toBe('Un premier…');
  expect(excerptOf('<p>Un premier équilibre</p>', 11)).toBe('Un premier…');
  expect(excerptOf('<p>Un premier équilibre</p>', 10)).toBe('Un…');
  expect(excerptOf('<p>On progresse après. Le corps répond ; il attend.</p>', 21)).toBe(
    'On progresse après…',
  );
  expect(excerptOf('Le corps répond\u202F; il attend.', 18)).toBe('Le corps répond…');
  expect(excerptOf('anticonstitutionnellement', 5)).toBe('anti…');
  expect(excerptOf('🤸🤸🤸🤸', 4)).toBe('🤸…');
});

test.each(['<', '<a ', '<a title="', '<!--', '<script>', '</script', '&', '&#', '< ', '<p>\n'])(
  'G6: ten thousand times %j is read in a moment',
  (piece) => {
    const html = piece.repeat(10_000);
    expect(leastMsOf(() => stripTags(html))).toBeLessThan(50);
  },
);
