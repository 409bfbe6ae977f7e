import { BRAND } from '@agres/domain/brand';
import { DEFAULT_LOCALE, LOCALES, otherLocale, type Locale } from '@agres/domain/locale';

import { isDrawnPreview, pagePreview, pictureUrlOf, PREVIEW_SIZE } from './preview-pictures.ts';
import type { RouterContext } from './router-context.ts';
import { structuredDataScript, type StructuredData } from './structured-data.ts';

export type PageDescription = {
  title: string;
  description: string;
  /** The page's path in each language; none for private pages. */
  pathIn?: (locale: Locale) => string;
  /** Keeps search engines out; pages without `pathIn` are kept from them anyway. */
  isHidden?: true;
  /** What is shown beside a shared link: a path of this site or a whole address. */
  picture?: string;
  /** The moment an article was published, ISO 8601; makes the page one of an article. */
  publishedAt?: string;
  /**
   * Statements about the page in schema.org's words. Read by search engines in the document that the server sends:
   * the browser's half of the build has none (`import.meta.env.SSR`).
   */
  statements?: StructuredData[];
};

/** A language as networks name it, with the country whose spelling it has. */
const OPEN_GRAPH_LOCALES = { fr: 'fr_FR', en: 'en_GB' } as const satisfies Record<Locale, string>;

/** What a page says of itself to search engines, networks and browsers (contract, section 1). */
export function pageHead(context: RouterContext, page: PageDescription) {
  const { title, description, pathIn, statements = [] } = page;
  const fullTitle = title.includes(BRAND.name) ? title : `${title} · ${BRAND.name}`;
  const isHidden = page.isHidden === true || pathIn === undefined;
  return {
    meta: [
      { title: fullTitle },
      { name: 'description', content: description },
      ...(isHidden ? [{ name: 'robots', content: 'noindex' }] : []),
      ...(import.meta.env.SSR ? previewMeta(context, { ...page, title: fullTitle }) : []),
    ],
    links: pathIn === undefined ? [] : addressLinks(context, pathIn),
    scripts:
      import.meta.env.SSR && !isHidden && statements.length > 0
        ? [structuredDataScript(statements)]
        : [],
  };
}

/**
 * The cards that networks make of a shared link: Open Graph, and what X reads beside it. Like the statements, in
 * the document that the server sends.
 */
function previewMeta(context: RouterContext, { title, description, ...page }: PageDescription) {
  const { locale, publicUrl } = context;
  const picture = page.picture ?? pagePreview('default', locale);
  const pictureUrl = pictureUrlOf(picture, context);
  return [
    { property: 'og:type', content: page.publishedAt === undefined ? 'website' : 'article' },
    ...(page.publishedAt === undefined
      ? []
      : [{ property: 'article:published_time', content: page.publishedAt }]),
    { property: 'og:site_name', content: BRAND.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:locale', content: OPEN_GRAPH_LOCALES[locale] },
    { property: 'og:locale:alternate', content: OPEN_GRAPH_LOCALES[otherLocale(locale)] },
    ...(page.pathIn ? [{ property: 'og:url', content: publicUrl + page.pathIn(locale) }] : []),
    { property: 'og:image', content: pictureUrl },
    ...(isDrawnPreview(picture)
      ? [
          { property: 'og:image:width', content: String(PREVIEW_SIZE.width) },
          { property: 'og:image:height', content: String(PREVIEW_SIZE.height) },
        ]
      : []),
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: pictureUrl },
  ];
}

function addressLinks({ locale, publicUrl }: RouterContext, pathIn: (locale: Locale) => string) {
  const alternate = (hrefLang: string, of: Locale) => ({
    rel: 'alternate',
    hrefLang,
    href: publicUrl + pathIn(of),
  });
  return [
    { rel: 'canonical', href: publicUrl + pathIn(locale) },
    ...LOCALES.map((other) => alternate(other, other)),
    alternate('x-default', DEFAULT_LOCALE),
  ];
}
