import { LOCALES, otherLocale, type Locale, type Localized } from './locale.ts';

/**
 * Every page's address in every language, without the `/fr` or `/en` in front (contract, section 1).
 * The routes, links, language switch, hreflang, sitemap, letters and redirects all come from here.
 * The English spelling is also the router's inner path.
 */
export const PAGE_PATHS = {
  home: { fr: '', en: '' },
  shop: { fr: 'boutique', en: 'shop' },
  item: { fr: 'boutique/materiel/$id', en: 'shop/item/$id' },
  blog: { fr: 'blog', en: 'blog' },
  article: { fr: 'blog/$id', en: 'blog/$id' },
  logIn: { fr: 'connexion', en: 'log-in' },
  signUp: { fr: 'inscription', en: 'sign-up' },
  activation: { fr: 'activation/$id/$nonce', en: 'activation/$id/$nonce' },
  passwordRecovery: {
    fr: 'recuperation-mot-de-passe/$id/$retrieve',
    en: 'password-recovery/$id/$retrieve',
  },
  profile: { fr: 'profil', en: 'profile' },
  profileEdit: { fr: 'profil/modifier', en: 'profile/edit' },
  updatePaymentMethod: { fr: 'mettre-a-jour-paiement', en: 'update-payment-method' },
  contact: { fr: 'nous-contacter', en: 'contact-us' },
  faq: { fr: 'faq', en: 'faq' },
  legalNotices: { fr: 'mentions-legales', en: 'privacy-policy' },
  terms: { fr: 'conditions-generales', en: 'terms-of-use' },
  error: { fr: 'error', en: 'error' },
} as const satisfies Record<string, Localized>;

export type Page = keyof typeof PAGE_PATHS;

/** Further addresses that show a page; the page's own address stays the canonical one. */
const ALIASES: readonly { page: Page; path: Localized }[] = [
  { page: 'home', path: { fr: 'accueil', en: 'home' } },
  { page: 'shop', path: { fr: 'boutique/materiel', en: 'shop/item' } },
];

type ParamsIn<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? ParamsIn<Head> | ParamsIn<Tail>
  : Path extends `$${infer Name}`
    ? Name
    : never;
type ParamName<P extends Page> = ParamsIn<(typeof PAGE_PATHS)[P]['en']>;

/** The values a page's address needs, by name; pages without parameters take none. */
export type PathParams<P extends Page> = [ParamName<P>] extends [never]
  ? []
  : [params: Record<ParamName<P>, string | number>];

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

const fill = (path: string, params: Record<string, string | number>) =>
  segmentsOf(path)
    .map((segment) =>
      segment.startsWith('$') ? encodeURIComponent(String(params[segment.slice(1)])) : segment,
    )
    .join('/');

const join = (locale: Locale, path: string) => (path === '' ? `/${locale}` : `/${locale}/${path}`);

/** The address of a page in a language: `pathOf('item', 'fr', { id: 3 })` is `/fr/boutique/materiel/3`. */
export function pathOf<P extends Page>(page: P, locale: Locale, ...params: PathParams<P>): string {
  return join(locale, fill(PAGE_PATHS[page][locale], params[0] ?? {}));
}

type Match = { page: Page; params: Record<string, string>; isAlias: boolean };

function matchPath(segments: readonly string[], path: string): Record<string, string> | undefined {
  const pattern = segmentsOf(path);
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (expected.startsWith('$')) params[expected.slice(1)] = segment;
    else if (expected !== segment) return undefined;
  }
  return params;
}

function findPage(segments: readonly string[], locale: Locale): Match | undefined {
  for (const page of Object.keys(PAGE_PATHS) as Page[]) {
    const params = matchPath(segments, PAGE_PATHS[page][locale]);
    if (params) return { page, params, isAlias: false };
  }
  for (const { page, path } of ALIASES) {
    if (matchPath(segments, path[locale])) return { page, params: {}, isAlias: true };
  }
  return undefined;
}

/** What a requested path means, decided before any page is rendered. */
export type Address =
  | { kind: 'page'; locale: Locale; page: Page; params: Record<string, string> }
  /** Permanently elsewhere: the other language's spelling, or a trailing slash. */
  | { kind: 'moved'; to: string }
  /** A known path without language; `locale` is null where both languages spell it alike. */
  | { kind: 'unprefixed'; locale: Locale | null; to: Localized }
  /** Can be no page: a plain 404. */
  | { kind: 'impossible' }
  /** Leads to the error page, in the language of the prefix if there is one. */
  | { kind: 'unknown'; locale: Locale | null };

// Encoded slashes, backslashes and control characters never occur in a page's address, and proxies
// and browsers disagree on what they mean.
const UNSAFE = /\\|%2f|%5c|%[01][0-9a-f]|%7f|\/\//i;

function decodeSegments(pathname: string): string[] | undefined {
  try {
    return segmentsOf(pathname).map((segment) => decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}

/** Reads a request's path, without query (contract, section 1). */
export function readAddress(pathname: string): Address {
  const segments = decodeSegments(pathname);
  const isImpossible =
    !pathname.startsWith('/') ||
    UNSAFE.test(pathname) ||
    segments === undefined ||
    segments[0] === 'assets' ||
    segments.at(-1)?.includes('.');
  if (isImpossible) return { kind: 'impossible' };

  const locale = LOCALES.find((candidate) => candidate === segments[0]);
  if (locale === undefined) return readUnprefixed(segments);

  const rest = segments.slice(1);
  const own = findPage(rest, locale);
  const match = own ?? findPage(rest, otherLocale(locale));
  if (!match) return { kind: 'unknown', locale };
  if (!own || pathname.endsWith('/')) {
    return { kind: 'moved', to: join(locale, fill(PAGE_PATHS[match.page][locale], match.params)) };
  }
  return { kind: 'page', locale, page: match.page, params: match.params };
}

function readUnprefixed(segments: readonly string[]): Address {
  const matches = LOCALES.map((locale) => ({ locale, match: findPage(segments, locale) }));
  const found = matches.filter((entry) => entry.match !== undefined);
  const match = found[0]?.match;
  if (!match) return { kind: 'unknown', locale: null };
  const spelled = (locale: Locale) =>
    join(locale, fill(PAGE_PATHS[match.page][locale], match.params));
  return {
    kind: 'unprefixed',
    locale: found.length === 1 ? (found[0]?.locale ?? null) : null,
    to: { fr: spelled('fr'), en: spelled('en') },
  };
}

/** The router's inner path of a public one: `/fr/boutique` is `/shop`; undefined for no page. */
export function toInnerPath(publicPath: string): string | undefined {
  const address = readAddress(publicPath);
  if (address.kind !== 'page') return undefined;
  return `/${fill(PAGE_PATHS[address.page].en, address.params)}`;
}

/** The public path of an inner one in a language: `/shop` is `/fr/boutique`. Unknown paths get the prefix only. */
export function toPublicPath(locale: Locale, innerPath: string): string {
  const segments = decodeSegments(innerPath) ?? [];
  const match = findPage(segments, 'en');
  if (!match) return join(locale, innerPath.replace(/^\/+/, ''));
  return join(locale, fill(PAGE_PATHS[match.page][locale], match.params));
}
