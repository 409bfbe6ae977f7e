import { BRAND } from '@agres/domain/brand';
import { DEFAULT_LOCALE, LOCALES, otherLocale, type Locale } from '@agres/domain/locale';

import { isBuiltPreview, pagePreview, pictureUrlOf, PREVIEW_SIZE } from './preview-pictures.ts';
import type { RouterContext } from './router-context.ts';
import { structuredDataScript, type StructuredData } from './structured-data.ts';

export type PageDescription = {
  title: string;
  /**
   * Give `import.meta.env.SSR && {…}`: search engines and link previews read only the server's document, so the
   * browser build leaves the listing out.
   */
  listing: Listing | false;
};

/** How a page appears in search engines and link previews. */
export type Listing = {
  description: string;
  /** The page's path in each language; absent for private pages. */
  pathIn?: (locale: Locale) => string;
  /** Adds `noindex`. Pages without `pathIn` always have it. */
  isHidden?: true;
  /** The picture of link previews: a path of this site or an absolute URL. */
  picture?: string;
  /** When an article was published, in ISO 8601. Sets the page's type to article. */
  publishedAt?: string;
  statements?: StructuredData[];
};

/** The locales of Open Graph, which need a country. */
const OPEN_GRAPH_LOCALES = { fr: 'fr_FR', en: 'en_GB' } as const satisfies Record<Locale, string>;

/** Returns the head of a page: only the title in the browser, the listing too in the server's document. */
export function pageHead(context: RouterContext, { title, listing }: PageDescription) {
  const fullTitle = title.includes(BRAND.name) ? title : `${title} · ${BRAND.name}`;
  if (!import.meta.env.SSR || listing === false) return { meta: [{ title: fullTitle }] };
  const { pathIn, statements = [] } = listing;
  const isHidden = listing.isHidden === true || pathIn === undefined;
  return {
    meta: [
      { title: fullTitle },
      { name: 'description', content: listing.description },
      ...(isHidden ? [{ name: 'robots', content: 'noindex' }] : []),
      ...previewMeta(context, fullTitle, listing),
    ],
    links: pathIn === undefined ? [] : addressLinks(context, pathIn),
    scripts: !isHidden && statements.length > 0 ? [structuredDataScript(statements)] : [],
  };
}

function previewMeta(context: RouterContext, title: string, { description, ...page }: Listing) {
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
    ...(isBuiltPreview(picture)
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
