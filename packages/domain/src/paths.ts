import { LOCALES, otherLocale, type Locale, type Localized } from './locale.ts';

/**
 * The path of every page in every language, without the `/fr` or `/en` prefix (S2.01). Routes, links,
 * language switch, hreflang, sitemap, emails and redirects all use this table. The English spelling is also
 * the router's inner path.
 */
export const PAGE_PATHS = {
  home: { fr: '', en: '' },
  shop: { fr: 'boutique', en: 'shop' },
  item: { fr: 'boutique/materiel/$id', en: 'shop/item/$id' },
  blog: { fr: 'blog', en: 'blog' },
  article: { fr: 'blog/$id', en: 'blog/$id' },
  programme: { fr: 'programmes/$programme', en: 'programmes/$programme' },
  logIn: { fr: 'connexion', en: 'log-in' },
  signUp: { fr: 'inscription', en: 'sign-up' },
  activation: { fr: 'activation/$id/$nonce', en: 'activation/$id/$nonce' },
  passwordRecovery: {
    fr: 'recuperation-mot-de-passe/$id/$retrieve',
    en: 'password-recovery/$id/$retrieve',
  },
  confirmEmail: { fr: 'confirmer-email/$id/$nonce', en: 'confirm-email/$id/$nonce' },
  undoEmailChange: {
    fr: 'annuler-changement-email/$id/$nonce',
    en: 'undo-email-change/$id/$nonce',
  },
  profile: { fr: 'profil', en: 'profile' },
  profileEdit: { fr: 'profil/modifier', en: 'profile/edit' },
  order: { fr: 'profil/commandes/$id', en: 'profile/orders/$id' },
  myData: { fr: 'profil/mes-donnees', en: 'profile/my-data' },
  updatePaymentMethod: { fr: 'mettre-a-jour-paiement', en: 'update-payment-method' },
  subscribe: { fr: 's-abonner', en: 'subscribe' },
  cancelContract: { fr: 'resilier-votre-contrat', en: 'cancel-your-contract' },
  withdrawal: { fr: 'retractation', en: 'withdrawal' },
  endStockRequests: { fr: 'retour-en-stock/$id/$nonce', en: 'back-in-stock/$id/$nonce' },
  confirmStockRequest: {
    fr: 'alerte-stock/$id/$nonce',
    en: 'stock-alert/$id/$nonce',
  },
  contact: { fr: 'nous-contacter', en: 'contact-us' },
  faq: { fr: 'faq', en: 'faq' },
  legalNotices: { fr: 'mentions-legales', en: 'privacy-policy' },
  terms: { fr: 'conditions-generales', en: 'terms-of-use' },
  acceptedTerms: { fr: 'conditions-generales/$hash', en: 'terms-of-use/$hash' },
  accessibility: { fr: 'accessibilite', en: 'accessibility' },
  error: { fr: 'error', en: 'error' },
} as const satisfies Record<string, Localized>;

export type Page = keyof typeof PAGE_PATHS;

const isPage = (name: string): name is Page => Object.hasOwn(PAGE_PATHS, name);

export const PAGES: readonly Page[] = Object.keys(PAGE_PATHS).filter(isPage);

/** The programmes by their English URL segment, with the French one. */
const PROGRAMMES_IN_FRENCH = {
  strength: 'force',
  bodyweight: 'poids-du-corps',
  mobility: 'mobilite',
  handstand: 'equilibre',
  'pull-up-bar': 'barre-de-traction',
  rings: 'anneaux',
  juggling: 'jonglage',
  recovery: 'recuperation',
} as const;

export type Programme = keyof typeof PROGRAMMES_IN_FRENCH;

export const isProgramme = (name: unknown): name is Programme =>
  typeof name === 'string' && Object.hasOwn(PROGRAMMES_IN_FRENCH, name);

/** All programmes, in display order. */
export const PROGRAMMES: readonly Programme[] =
  Object.keys(PROGRAMMES_IN_FRENCH).filter(isProgramme);

/** Spells a path value in a language: programme names are translated, other values are the same in all. */
const spellValue = (name: string, value: string, locale: Locale): string =>
  locale === 'fr' && name === 'programme' && isProgramme(value)
    ? PROGRAMMES_IN_FRENCH[value]
    : value;

/** Parses a path value; undefined for an unknown programme. */
const readValue = (name: string, spelled: string, locale: Locale): string | undefined =>
  name === 'programme'
    ? PROGRAMMES.find((programme) => spellValue(name, programme, locale) === spelled)
    : spelled;

/** Aliases of a page; its own path stays canonical. */
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

/** The parameters of a page's path, by name; pages without parameters take none. */
export type PathParams<P extends Page> = [ParamName<P>] extends [never]
  ? []
  : [params: { [Name in ParamName<P>]: Name extends 'programme' ? Programme : string | number }];

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

const fill = (path: string, params: Record<string, string | number>, locale: Locale) =>
  segmentsOf(path)
    .map((segment) => {
      if (!segment.startsWith('$')) return segment;
      const name = segment.slice(1);
      return encodeURIComponent(spellValue(name, String(params[name]), locale));
    })
    .join('/');

const join = (locale: Locale, path: string) => (path === '' ? `/${locale}` : `/${locale}/${path}`);

/** Returns the path of a page in a language: `pathOf('item', 'fr', { id: 3 })` is `/fr/boutique/materiel/3`. */
export function pathOf<P extends Page>(page: P, locale: Locale, ...params: PathParams<P>): string {
  return join(locale, fill(PAGE_PATHS[page][locale], params[0] ?? {}, locale));
}

/** Returns the path of the blog's feed in a language; a file, not a page. */
export function feedPathOf(locale: Locale): string {
  return `${pathOf('blog', locale)}/rss.xml`;
}

/** Returns a path with a query; undefined values are omitted. */
export function withQuery(
  path: string,
  query: Record<string, string | number | undefined>,
): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** The query parameters that pages read; others are ignored. */
export const QUERY_NAMES = [
  'notice',
  'redirect',
  'buy',
  'option',
  'item',
  'order',
  'use',
  'sort',
  'q',
  'part',
  'tag',
  'plan',
  'programme',
  'code',
] as const;

type Pattern = { page: Page; locale: Locale; segments: string[] };

const patternsOf = (locale: Locale): Pattern[] =>
  [...PAGES.map((page) => ({ page, path: PAGE_PATHS[page] })), ...ALIASES].map(
    ({ page, path }) => ({ page, locale, segments: segmentsOf(path[locale]) }),
  );

const PATTERNS: Record<Locale, Pattern[]> = { fr: patternsOf('fr'), en: patternsOf('en') };

type Match = { page: Page; params: Record<string, string> };

function matchPattern(segments: readonly string[], pattern: Pattern): Match | undefined {
  if (pattern.segments.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.segments.entries()) {
    const segment = segments[index] ?? '';
    if (expected.startsWith('$')) {
      const name = expected.slice(1);
      const value = readValue(name, segment, pattern.locale);
      if (value === undefined) return undefined;
      params[name] = value;
    } else if (expected !== segment) return undefined;
  }
  return { page: pattern.page, params };
}

function findPage(segments: readonly string[], locale: Locale): Match | undefined {
  for (const pattern of PATTERNS[locale]) {
    const match = matchPattern(segments, pattern);
    if (match) return match;
  }
  return undefined;
}

const spell = ({ page, params }: Match, locale: Locale) =>
  join(locale, fill(PAGE_PATHS[page][locale], params, locale));

/** The meaning of a requested path, decided before any page is rendered. */
export type Address =
  | { kind: 'page'; locale: Locale; page: Page; params: Record<string, string> }
  /** A permanent redirect: the other language's spelling, or a trailing slash. */
  | { kind: 'moved'; to: string }
  /** A known path without language; `locale` is null if both languages spell it alike. */
  | { kind: 'unprefixed'; locale: Locale | null; to: Localized }
  /** The path cannot be a page's, so the answer is a plain 404. */
  | { kind: 'impossible' }
  /** The error page, in the language of the prefix if there is one. */
  | { kind: 'unknown'; locale: Locale | null };

/** The path prefixes of API calls. Matched case-insensitively, so that no variant is taken for a page. */
const CALL_PREFIXES: ReadonlySet<string> = new Set(['api', 'trpc']);

// Proxies and browsers disagree on these in a path, and a leading dot hides files; no page's path contains
// them.
const UNSAFE_IN_SEGMENT = /[/\\\p{Cc}]|^\./u;

function decodeSegments(pathname: string): string[] | undefined {
  try {
    return segmentsOf(pathname).map((segment) => decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}

/** Returns the decoded segments of a path; undefined if it cannot be a page's. */
function pageSegmentsOf(pathname: string): string[] | undefined {
  if (!pathname.startsWith('/') || pathname.includes('//')) return undefined;
  const segments = decodeSegments(pathname);
  if (!segments || segments[0] === 'assets' || segments.at(-1)?.includes('.')) return undefined;
  if (CALL_PREFIXES.has(segments[0]?.toLowerCase() ?? '')) return undefined;
  return segments.some((segment) => UNSAFE_IN_SEGMENT.test(segment)) ? undefined : segments;
}

/** Parses a request's path, without query (S2.01 to S2.19). */
export function readAddress(pathname: string): Address {
  const segments = pageSegmentsOf(pathname);
  if (!segments) return { kind: 'impossible' };

  const locale = LOCALES.find((candidate) => candidate === segments[0]);
  if (locale === undefined) return readUnprefixed(segments);

  const rest = segments.slice(1);
  const own = findPage(rest, locale);
  const match = own ?? findPage(rest, otherLocale(locale));
  if (!match) return { kind: 'unknown', locale };
  if (!own || pathname.endsWith('/')) return { kind: 'moved', to: spell(match, locale) };
  return { kind: 'page', locale, ...match };
}

function readUnprefixed(segments: readonly string[]): Address {
  const french = findPage(segments, 'fr');
  const english = findPage(segments, 'en');
  const match = french ?? english;
  if (!match) return { kind: 'unknown', locale: null };
  const to = { fr: spell(match, 'fr'), en: spell(match, 'en') };
  if (french && english) return { kind: 'unprefixed', locale: null, to };
  return { kind: 'unprefixed', locale: french ? 'fr' : 'en', to };
}

/**
 * Returns the router's inner path for a public one: `/fr/boutique` is `/shop`; undefined if it is not a
 * page.
 */
export function toInnerPath(publicPath: string): string | undefined {
  const address = readAddress(publicPath);
  if (address.kind !== 'page') return undefined;
  return `/${fill(PAGE_PATHS[address.page].en, address.params, 'en')}`;
}

/** Returns the public path for an inner one: `/shop` is `/fr/boutique`; unknown ones only get the prefix. */
export function toPublicPath(locale: Locale, innerPath: string): string {
  const match = findPage(decodeSegments(innerPath) ?? [], 'en');
  return match ? spell(match, locale) : join(locale, innerPath.replace(/^\/+/, ''));
}

/** Returns the language prefix of a URL; undefined if it has none. */
export function prefixOf(href: string): Locale | undefined {
  const [, prefix] = href.split(/[/?#]/, 2);
  return LOCALES.find((locale) => locale === prefix);
}

/** Returns the target of the language switch: the same page, item and query in another language. */
export function inLocale(publicHref: string, locale: Locale): string {
  const [pathname = ''] = publicHref.split(/[?#]/, 1);
  const address = readAddress(pathname);
  if (address.kind !== 'page') return pathOf('home', locale);
  return spell(address, locale) + publicHref.slice(pathname.length);
}
