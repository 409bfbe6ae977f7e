import { localeOf, type Locale } from '@agres/domain/locale';
import { prefixOf } from '@agres/domain/paths';

/**
 * Returns the language of the page by its URL: a browser that translates a page changes the document's `lang`.
 * Only an unknown address without a language has none in its URL.
 */
export const pageLocale = (): Locale =>
  prefixOf(window.location.pathname) ?? localeOf(document.documentElement.lang);
