import { BRAND } from '@shop/domain/brand';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@shop/domain/locale';

import type { RouterContext } from './router-context.ts';

export type PageDescription = {
  title: string;
  description: string;
  /** The page's path in each language; none for pages that search engines are kept out of. */
  pathIn?: (locale: Locale) => string;
};

/** Title, description, canonical and language alternates of a page (contract, section 1). */
export function pageHead(context: RouterContext, { title, description, pathIn }: PageDescription) {
  const fullTitle = title.includes(BRAND.name) ? title : `${title} · ${BRAND.name}`;
  const texts = [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: BRAND.name },
  ];
  if (!pathIn) return { meta: [...texts, { name: 'robots', content: 'noindex' }], links: [] };

  const addressIn = (locale: Locale) => context.publicUrl + pathIn(locale);
  return {
    meta: [...texts, { property: 'og:url', content: addressIn(context.locale) }],
    links: [
      { rel: 'canonical', href: addressIn(context.locale) },
      ...LOCALES.map((locale) => ({
        rel: 'alternate',
        hrefLang: locale,
        href: addressIn(locale),
      })),
      { rel: 'alternate', hrefLang: 'x-default', href: addressIn(DEFAULT_LOCALE) },
    ],
  };
}
