import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { safeRedirect } from './safe-redirect.ts';

const FALLBACK = '/fr/profil';

test.each([
  '/fr/boutique/materiel/3?option=1#achat',
  '/en/profile/edit',
  '/fr',
  '/',
  '/boutique?x=//not.a.host',
  '/fr/blog/12-premier-%C3%A9quilibre',
])('%s is a path of this site', (path) => {
  expect(safeRedirect(path, FALLBACK)).toBe(path);
});

test('a path in the spelling of the other language is corrected, with its query', () => {
  expect(safeRedirect('/en/boutique?x=1', FALLBACK)).toBe('/en/shop?x=1');
});

test.each([
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '\\/evil.test',
  'https:evil.test',
  'https://evil.test',
  'https:/evil.test',
  '/%09/evil.test',
  '/%0d/evil.test',
  '/%0a/evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/ /evil.test',
  '/%2F%2Fevil.test',
  '/%5cevil.test',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://site.test@evil.test',
  'https://localhost@evil.test',
  '/fr/..//evil.test',
  '/fr/../..//evil.test',
  '/./evil.test',
  '%00/x',
  '/%00/x',
  '/fr?x=\r\nSet-Cookie:a=b',
  ' /fr',
  '?redirect=/fr',
  '#x',
  'fr/boutique',
  '/nowhere',
  '/api/disconnect',
  '/assets/x.js',
  '',
  `/fr?${'x'.repeat(3000)}`,
  undefined,
  null,
  7,
  ['/fr'],
])('%j is replaced by the fallback', (value) => {
  expect(safeRedirect(value, FALLBACK)).toBe(FALLBACK);
});

const SEPARATORS = [
  '/',
  '\\',
  '//',
  '%2f',
  '%5c',
  '.',
  '..',
  '@',
  ':',
  '?',
  '#',
  '%',
  '\u3002',
  '\uFF0F',
];
const BLANKS = ['', ' ', '\t', '\n', '\r', '\u0000', '%09'];
const WORDS = ['fr', 'en', 'boutique', 'https:', 'javascript:', 'evil.test'];

test('no input leads off the site', () => {
  const piece = fc.constantFrom(...SEPARATORS, ...BLANKS, ...WORDS);
  const value = fc.oneof(
    fc.array(piece).map((parts) => parts.join('')),
    fc.webUrl(),
    fc.string(),
  );
  fc.assert(
    fc.property(value, (text) => {
      const target = safeRedirect(text, FALLBACK);
      expect(target).toMatch(/^\/(?![/\\])/);
      expect(new URL(target, 'https://site.test').origin).toBe('https://site.test');
    }),
    { numRuns: 2000 },
  );
});
