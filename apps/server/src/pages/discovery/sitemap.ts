import { DEFAULT_LOCALE, LOCALES, type Locale } from '@agres/domain/locale';
import { type Page, PAGES, pathOf, type PathParams, PROGRAMMES } from '@agres/domain/paths';
import { idWithSlug } from '@agres/domain/slug';
import type { Publication } from '@agres/shop/publications';

import { element, escapeXml } from './xml.ts';

type Entry = {
  pathIn: (locale: Locale) => string;
  /**
   * The date of the last change. Omitted if unknown, because a wrong date makes crawlers distrust all dates.
   */
  changedAt?: Date | undefined;
};

type SiteContent = { items: readonly Publication[]; articles: readonly Publication[] };

/**
 * Returns the sitemap: every public page in every language, each with its alternates (sitemaps.org,
 * hreflang).
 */
export function sitemapXml(publicUrl: string, content: SiteContent): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...PAGES.flatMap((page) => ENTRIES[page](content)).flatMap((entry) =>
      urlElements(publicUrl, entry),
    ),
    '</urlset>',
    '',
  ].join('\n');
}

/** The type is exhaustive, so that a new page needs a decision here. */
const ENTRIES: Record<Page, (content: SiteContent) => Entry[]> = {
  home: ({ items, articles }) => [entryOf('home', latestOf([...items, ...articles]))],
  shop: ({ items }) => [entryOf('shop', latestOf(items))],
  item: ({ items }) =>
    items.map(({ id, changedAt }) => ({
      pathIn: (locale) => pathOf('item', locale, { id }),
      changedAt,
    })),
  blog: ({ articles }) => [entryOf('blog', latestOf(articles))],
  article: ({ articles }) =>
    articles.map(({ id, title, changedAt }) => ({
      pathIn: (locale) => pathOf('article', locale, { id: idWithSlug(id, title[locale]) }),
      changedAt,
    })),
  // These change only with the site itself.
  programme: () =>
    PROGRAMMES.map((programme) => ({
      pathIn: (locale) => pathOf('programme', locale, { programme }),
    })),
  subscribe: () => [entryOf('subscribe')],
  cancelContract: () => [entryOf('cancelContract')],
  contact: () => [entryOf('contact')],
  withdrawal: () => [entryOf('withdrawal')],
  faq: () => [entryOf('faq')],
  legalNotices: () => [entryOf('legalNotices')],
  terms: () => [entryOf('terms')],
  accessibility: () => [entryOf('accessibility')],
  // These pages are private or must not be indexed.
  logIn: () => [],
  signUp: () => [],
  activation: () => [],
  passwordRecovery: () => [],
  confirmEmail: () => [],
  undoEmailChange: () => [],
  confirmStockRequest: () => [],
  endStockRequests: () => [],
  acceptedTerms: () => [],
  profile: () => [],
  profileEdit: () => [],
  order: () => [],
  myData: () => [],
  updatePaymentMethod: () => [],
  error: () => [],
};

/** A page whose address has no parameters. */
type PlainPage = { [P in Page]: PathParams<P> extends [] ? P : never }[Page];

const entryOf = (page: PlainPage, changedAt?: Date): Entry => ({
  pathIn: (locale) => pathOf(page, locale),
  changedAt,
});

function latestOf(publications: readonly Publication[]): Date | undefined {
  if (publications.length === 0) return undefined;
  return new Date(Math.max(...publications.map(({ changedAt }) => changedAt.getTime())));
}

function urlElements(publicUrl: string, { pathIn, changedAt }: Entry): string[] {
  const alternate = (language: string, locale: Locale) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(publicUrl + pathIn(locale))}"/>`;
  const alternates = [
    ...LOCALES.map((locale) => alternate(locale, locale)),
    alternate('x-default', DEFAULT_LOCALE),
  ];
  return LOCALES.map((locale) =>
    [
      '<url>',
      element('loc', publicUrl + pathIn(locale)),
      ...(changedAt ? [element('lastmod', changedAt.toISOString())] : []),
      ...alternates,
      '</url>',
    ].join(''),
  );
}
