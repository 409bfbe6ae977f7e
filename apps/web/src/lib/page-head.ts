import { BRAND } from '@shop/domain/brand';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@shop/domain/locale';
import { pathOf, type Page, type PathParams } from '@shop/domain/paths';

import type { RouterContext } from './router-context.ts';

export type PageDescription<P extends Page> = {
  page: P;
  params?: PathParams<P>;
  title: string;
  description: string;
  /** Pages of one person, and the error page, stay out of search engines. */
  isPrivate?: true;
};

/** Title, description, canonical and language alternates of a page (contract, section 1). */
export function pageHead<P extends Page>(context: RouterContext, page: PageDescription<P>) {
  const params = (page.params ?? []) as PathParams<P>;
  const addressIn = (locale: Locale) =>
    `${context.publicUrl}${pathOf(page.page, locale, ...params)}`;
  const title = page.page === 'home' ? page.title : `${page.title} · ${BRAND.name}`;
  return {
    meta: [
      { title },
      { name: 'description', content: page.description },
      ...(page.isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
      { property: 'og:title', content: title },
      { property: 'og:description', content: page.description },
      { property: 'og:url', content: addressIn(context.locale) },
    ],
    links: page.isPrivate
      ? []
      : [
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
