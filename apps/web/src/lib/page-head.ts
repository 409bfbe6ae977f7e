import { BRAND } from '@shop/domain/brand';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@shop/domain/locale';
import { pathOf, type Page, type PathParams } from '@shop/domain/paths';

import type { RouterContext } from './router-context.ts';

export type PageDescription<P extends Page> = {
  page: P;
  title: string;
  description: string;
  /** Pages of one person, and the error page, stay out of search engines. */
  isPrivate?: true;
} & (PathParams<P> extends []
  ? { paramsIn?: never }
  : { paramsIn: (locale: Locale) => PathParams<P> });

/** Title, description, canonical and language alternates of a page (contract, section 1). */
export function pageHead<P extends Page>(context: RouterContext, page: PageDescription<P>) {
  const addressIn = (locale: Locale) => context.publicUrl + pathIn(page, locale);
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

function pathIn<P extends Page>(page: PageDescription<P>, locale: Locale): string {
  const params = page.paramsIn?.(locale) ?? ([] as unknown as PathParams<P>);
  return pathOf(page.page, locale, ...params);
}
