import type { Locale } from '@shop/domain/locale';
import type { Item } from '@shop/domain/shapes';

/** The name of an item's option; null where there is no choice. */
export function optionTitleOf(item: Item, optionIndex: number, locale: Locale): string | null {
  return item.options.length < 2 ? null : (item.options[optionIndex]?.title[locale] ?? null);
}
