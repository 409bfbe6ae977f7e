import { localeOf, type Locale, type Localized } from '@agres/domain/locale';

import type { Context } from './context.ts';

/** Returns the text in both languages; null if either is missing. */
export function localizedOrNull(fr: string | null, en: string | null): Localized | null {
  return fr === null || en === null ? null : { fr, en };
}

/** Returns the language of an email to a user: the page's over tRPC, the account's over REST. */
export function emailLocale(
  { transport, locale }: Pick<Context, 'transport' | 'locale'>,
  account: { locale: string },
): Locale {
  return transport === 'rpc' ? locale : localeOf(account.locale);
}
