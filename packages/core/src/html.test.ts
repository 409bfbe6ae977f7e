import { textOfHtml } from '@agres/domain/html';
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
])('textOfHtml(cleanHtml(%j)) is %j', (html, text) => {
  expect(textOfHtml(cleanHtml(html))).toBe(text);
});

test.each([
  ['<div>A.</div><div>B.</div>', '<p>A.</p><p>B.</p>'],
  ['Intro <b>bold</b><div>A.</div>end', '<p>Intro <b>bold</b></p><p>A.</p><p>end</p>'],
  ['<div><div><div>A.</div>B.</div></div>', '<p>A.</p><p>B.</p>'],
  ['<h1>A.</h1><h1>B.</h1><h6>C.</h6>', '<h2>A.</h2><h2>B.</h2><h4>C.</h4>'],
  ['<dl><dt>Term</dt><dd>Its <i>meaning</i></dd></dl>', '<p>Term</p><p>Its <i>meaning</i></p>'],
  ['<section><h2>T</h2><p>A.</p>B.</section>', '<h2>T</h2><p>A.</p><p>B.</p>'],
  [
    '<ul><li><div>A.</div><div>B.</div></li><li>C.</li></ul>',
    '<ul><li><p>A.</p><p>B.</p></li><li>C.</li></ul>',
  ],
  ['<b>a<div>B.</div></b>', '<p><b>a</b></p><p><b>B.</b></p>'],
  ['<h2><div>A</div><div>B</div></h2>', '<h2> A  B </h2>'],
  ['<div>A.<br><br></div><hr><div><br></div>', '<p>A.<br /><br /></p><hr />'],
  ['<div style="color:red">A.</div>', '<p>A.</p>'],
  ['<details><summary>Q</summary>A.</details>', '<p>Q</p><p>A.</p>'],
  ['plain text', 'plain text'],
])('cleanHtml keeps the blocks of %j apart', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
});

const OWN = `/pictures/stored/${'0a'.repeat(16)}/1600x900.webp`;

test('cleanHtml keeps a stored picture with its alt text and size', () => {
  const img = `<img src="${OWN}" alt="A &quot;ball&quot; &lt;b&gt;" width="1600" height="900"`;
  const clean = cleanHtml(
    `<p>${img} srcset="//elsewhere.example/a.webp 1w" onerror="alert(1)" style="width:9999px"></p>`,
  );
  expect(clean).toMatch(/^<p><img [^<>]*><\/p>$/);
  expect(clean).toContain(`${img} loading="lazy" srcset="`);
  expect(clean).toContain('/400.webp 400w, ');
  expect(clean).toContain('/1600x900.webp 1600w" sizes="');
  expect(clean).not.toMatch(/elsewhere|onerror|style/);
  expect(cleanHtml(clean)).toBe(clean);
});

test.each([
  'javascript:alert(1)',
  'java&#10;script:alert(1)',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'http://elsewhere.example/a.webp',
  '//elsewhere.example/a.webp',
  '/\\elsewhere.example/a.webp',
  '\\\\elsewhere.example/a.webp',
  'blob:https://elsewhere.example/1',
])('cleanHtml removes a picture from %j', (address) => {
  expect(cleanHtml(`<p><img src="${address}" alt="A ball"></p>`)).not.toMatch(
    /src="(?!\/pictures)/,
  );
});

test('cleanHtml is idempotent, and keeps the words in their order', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '<div>',
      '</div>',
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<ul>',
      '</ul>',
      '<li>',
      '</li>',
      '<h1>',
      '</h1>',
      '<dl>',
      '<dd>',
      '</dd>',
      '<br>',
      '<td>',
      'a ',
      'b ',
      '<hr>',
      '&amp;',
      '<blockquote>',
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const clean = cleanHtml(parts.join(''));
      expect(cleanHtml(clean)).toBe(clean);
      expect(clean).not.toContain('div');
      const wordsOf = (html: string) => textOfHtml(html).replaceAll(/[^ab]/g, '');
      expect(wordsOf(clean)).toBe(
        parts
          .join('')
          .replaceAll(/<[^<>]*>|&amp;/g, '')
          .replaceAll(/[^ab]/g, ''),
      );
    }),
    { numRuns: 1000 },
  );
});

test('cleanHtml handles thousands of nested blocks', () => {
  expect(cleanHtml(`${'<b><div>'.repeat(6000)}deep`)).not.toContain('div');
});

test('cleanHtml leaves no markup outside of tags, for any input', () => {
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
