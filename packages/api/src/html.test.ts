import { textOfHtml } from '@shop/domain/html';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { cleanHtml } from './html.ts';

test.each([
  ['a<!-- <b>hidden</b> -->b', 'ab'],
  ['a<script>alert("</b>")</script>b', 'ab'],
  ['a<STYLE>p > b { }</STYLE >b', 'ab'],
  ['<a title="x > y" href=\'>\'>link</a>', 'link'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['text<b', 'text'],
  ['&#x1F938; &nbsp;|&eacute;&apos;', "🤸 \u00A0|é'"],
  ['a<script>never closed', 'a'],
])('the text of what somebody wrote as %j is %j', (html, text) => {
  expect(textOfHtml(cleanHtml(html))).toBe(text);
});

test('no markup is left in the text of whatever was written', () => {
  const pieces = fc.array(
    fc.constantFrom('<', '>', '/', 'b', 'script', '"', "'", '=', ' ', '<!--', '-->', '!', 'é'),
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const clean = cleanHtml(parts.join(''));
      const tags = clean.match(/<[^<>]*>/g) ?? [];
      // Every `<` of cleaned HTML begins a tag, and every `>` ends one.
      expect(clean.split('<').length - 1).toBe(tags.length);
      expect(clean.split('>').length - 1).toBe(tags.length);
    }),
  );
});
