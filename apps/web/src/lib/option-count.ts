import type { Locale } from '@agres/domain/locale';
import { NON_BREAKING } from '@agres/i18n/formats';

const ENDINGS = {
  fr: [
    [/[sxz]$/, '$&'],
    [/(?<=[ae]u|œu)$/, 'x'],
    [/al$/, 'aux'],
    [/$/, 's'],
  ],
  en: [
    [/(?<=s|x|z|ch|sh)$/, 'es'],
    [/(?<![aeiou])y$/, 'ies'],
    [/$/, 's'],
  ],
} as const satisfies Record<Locale, readonly (readonly [RegExp, string])[]>;

/**
 * Returns the number of options with the owner's noun in the plural, for example `3 longueurs`. A title of
 * several words does not say which word is the noun, so "option" takes its place in both languages.
 */
export function optionCountOf(
  locale: Locale,
  { title, count }: { title: string | null; count: number },
): string {
  const word = title === null || /\s/.test(title.trim()) ? 'option' : title.trim();
  const one = word.toLocaleLowerCase(locale);
  const [ending, many] = ENDINGS[locale].find(([pattern]) => pattern.test(one)) ?? [/$/, 's'];
  return `${count}${NON_BREAKING}${one.replace(ending, many)}`;
}
