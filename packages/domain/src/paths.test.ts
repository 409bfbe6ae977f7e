import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { LOCALES, otherLocale } from './locale.ts';
import {
  inLocale,
  PAGE_PATHS,
  PAGES,
  pathOf,
  PROGRAMMES,
  readAddress,
  toInnerPath,
  toPublicPath,
  withQuery,
  type Page,
} from './paths.ts';

const localeArbitrary = fc.constantFrom(...LOCALES);

/** A value that a page's path can contain: no slash, no dot, no control character. */
const paramArbitrary = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter((text) => text.isWellFormed() && !/[/\\.\p{Cc}]/u.test(text));

const arbitraryOf = (name: string) =>
  name === 'programme' ? fc.constantFrom<string>(...PROGRAMMES) : paramArbitrary;

const paramNamesOf = (page: Page) =>
  [...PAGE_PATHS[page].en.matchAll(/\$(\w+)/g)].map((found) => found[1] ?? '');

const addressArbitrary = fc.constantFrom(...PAGES).chain((page) =>
  fc
    .record(Object.fromEntries(paramNamesOf(page).map((name) => [name, arbitraryOf(name)])))
    .map((params) => {
      // The union of all pages is wider than the parameters of any one.
      const spell = pathOf as (
        name: Page,
        locale: 'fr' | 'en',
        values: Record<string, string>,
      ) => string;
      return {
        page,
        params,
        paths: { fr: spell(page, 'fr', params), en: spell(page, 'en', params) },
      };
    }),
);

describe('the path of a page', () => {
  test('is parsed back to the same page, locale and parameters', () => {
    fc.assert(
      fc.property(addressArbitrary, localeArbitrary, ({ page, params, paths }, locale) => {
        expect(readAddress(paths[locale])).toEqual({ kind: 'page', locale, page, params });
      }),
    );
  });

  test('survives the round trip through the router’s inner path', () => {
    fc.assert(
      fc.property(addressArbitrary, localeArbitrary, ({ paths }, locale) => {
        const inner = toInnerPath(paths[locale]) ?? 'none';
        expect(toPublicPath(locale, inner)).toBe(paths[locale]);
        expect(toPublicPath(otherLocale(locale), inner)).toBe(paths[otherLocale(locale)]);
      }),
    );
  });

  test('leads to the same page in the other language, with its query', () => {
    fc.assert(
      fc.property(addressArbitrary, localeArbitrary, ({ paths }, locale) => {
        const other = otherLocale(locale);
        expect(inLocale(`${paths[locale]}?a=1&b=%2F#c`, other)).toBe(`${paths[other]}?a=1&b=%2F#c`);
      }),
    );
  });

  test('in the spelling of the other language redirects to the right one', () => {
    fc.assert(
      fc.property(addressArbitrary, localeArbitrary, ({ paths }, locale) => {
        const other = otherLocale(locale);
        const misspelled = paths[locale].replace(`/${locale}`, `/${other}`);
        fc.pre(misspelled !== paths[other]);
        expect(readAddress(misspelled)).toEqual({ kind: 'moved', to: paths[other] });
      }),
    );
  });

  test('with a trailing slash redirects to the one without', () => {
    fc.assert(
      fc.property(addressArbitrary, localeArbitrary, ({ paths }, locale) => {
        expect(readAddress(`${paths[locale]}/`)).toEqual({ kind: 'moved', to: paths[locale] });
      }),
    );
  });

  test('without a locale redirects to that of its spelling, or of the visitor', () => {
    fc.assert(
      fc.property(addressArbitrary, localeArbitrary, ({ paths }, locale) => {
        const bare = paths[locale].slice(locale.length + 1) || '/';
        const isSameSpelling = paths.fr.slice('/fr'.length) === paths.en.slice('/en'.length);
        expect(readAddress(bare)).toEqual({
          kind: 'unprefixed',
          locale: isSameSpelling ? null : locale,
          to: paths,
        });
      }),
    );
  });
});

test.each([
  ['/fr/accueil', 'fr', 'home'],
  ['/en/home', 'en', 'home'],
  ['/fr/boutique/materiel', 'fr', 'shop'],
  ['/en/shop/item', 'en', 'shop'],
])('%s is an alias of the path of a page', (path, locale, page) => {
  expect(readAddress(path)).toEqual({ kind: 'page', locale, page, params: {} });
});

test.each([
  ['/en/accueil', '/en'],
  ['/fr/home', '/fr'],
  ['/en/boutique/materiel', '/en/shop'],
  ['/fr/shop/item', '/fr/boutique'],
  ['/en/boutique', '/en/shop'],
  ['/fr/shop/item/3', '/fr/boutique/materiel/3'],
  ['/en/recuperation-mot-de-passe/7/abc', '/en/password-recovery/7/abc'],
  ['/en/programmes/force', '/en/programmes/strength'],
  ['/fr/programmes/pull-up-bar', '/fr/programmes/barre-de-traction'],
  ['/fr/', '/fr'],
])('%s redirects to %s', (path, to) => {
  expect(readAddress(path)).toEqual({ kind: 'moved', to });
});

test.each([
  ['/accueil', 'fr', { fr: '/fr', en: '/en' }],
  ['/home', 'en', { fr: '/fr', en: '/en' }],
  ['/log-in', 'en', { fr: '/fr/connexion', en: '/en/log-in' }],
  ['/activation/12/abc', null, { fr: '/fr/activation/12/abc', en: '/en/activation/12/abc' }],
  ['/faq', null, { fr: '/fr/faq', en: '/en/faq' }],
])('%s gets a locale prefix', (path, locale, to) => {
  expect(readAddress(path)).toEqual({ kind: 'unprefixed', locale, to });
});

test.each([
  '/favicon.ico',
  '/fr/image.png',
  '/assets/app',
  '/assets',
  '/fr/blog%2f12',
  '/fr/%5cevil.test/blog',
  '/%0d/evil.test/',
  '//evil.test/%2e%2e',
  '/fr//boutique',
  '/fr/blog/%00',
  '/fr/blog/%7f',
  '/fr/blog/%C2%85',
  '/%2e%2e/blog',
  '/API/items',
  '/Trpc/shop.items',
  '/%74rpc/no',
  '/trpc',
  '/api/',
  '/fr/activation/../abc',
  '/fr/activation/%2e/abc',
  '/fr/%E0%A4%A',
  '/fr\\boutique',
  'fr/boutique',
  '',
])('%j cannot be a page', (path) => {
  expect(readAddress(path)).toEqual({ kind: 'impossible' });
  expect(toInnerPath(path)).toBeUndefined();
});

test.each([
  ['/fr/nulle-part', 'fr'],
  ['/en/shop/item/3/more', 'en'],
  ['/nowhere', null],
  ['/de/shop', null],
  ['/FR/boutique', null],
  ['/fr/programmes', 'fr'],
  ['/fr/programmes/marathon', 'fr'],
  ['/programmes/toString', null],
])('%s is unknown', (path, locale) => {
  expect(readAddress(path)).toEqual({ kind: 'unknown', locale });
});

test('readAddress never throws, and never redirects to another host', () => {
  const path = fc
    .array(fc.constantFrom('/', '\\', '..', '%2f', '%5C', '%0d', '%', 'fr', 'en', 'shop', 'é', '.'))
    .map((parts) => `/${parts.join('')}`);
  fc.assert(
    fc.property(fc.oneof(path, fc.webPath(), fc.string()), (pathname) => {
      const address = readAddress(pathname);
      if (address.kind !== 'moved') return;
      expect(new URL(address.to, 'https://site.test').origin).toBe('https://site.test');
      expect(readAddress(address.to).kind).toBe('page');
    }),
  );
});

test('toPublicPath adds only the prefix to an unknown path', () => {
  expect(toPublicPath('en', '/nowhere/else')).toBe('/en/nowhere/else');
  expect(toPublicPath('en', '/')).toBe('/en');
});

test('the language switch leads home from an unknown path', () => {
  expect(inLocale('/fr/nulle-part?x=1', 'en')).toBe('/en');
});

test('withQuery encodes values, and omits undefined ones', () => {
  expect(withQuery('/fr/connexion', { redirect: '/fr/profil?x=1&y=é' })).toBe(
    '/fr/connexion?redirect=%2Ffr%2Fprofil%3Fx%3D1%26y%3D%C3%A9',
  );
  expect(withQuery('/fr', { redirect: undefined })).toBe('/fr');
  expect(withQuery('/fr', {})).toBe('/fr');
  expect(withQuery('/fr/blog', { page: 2, tag: undefined })).toBe('/fr/blog?page=2');
});
