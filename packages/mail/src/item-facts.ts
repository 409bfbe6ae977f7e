import type { Localized } from '@agres/domain/locale';
import { messages } from '@agres/i18n/messages';

import type { Fact } from './content.ts';
import type { Voice } from './voice.ts';

/** An item with the chosen option; its titles are null without a choice. */
export type NamedItem = {
  itemTitle: Localized;
  /** What the options differ in, such as a size. */
  optionTitle: Localized | null;
  chosenOptionTitle: Localized | null;
};

const TEXT = messages('itemFacts', { item: 'Item' });

/**
 * Names an item and its chosen option. `unnamed` is the label of an option without a common title; without it,
 * such an option is left out.
 */
export function itemFacts(
  { say, locale }: Voice,
  { itemTitle, optionTitle, chosenOptionTitle }: NamedItem,
  unnamed?: string,
): [Fact, ...Fact[]] {
  const label = optionTitle?.[locale] ?? unnamed;
  return [
    { label: say(TEXT.item), value: itemTitle[locale] },
    ...(chosenOptionTitle === null || label === undefined
      ? []
      : [{ label, value: chosenOptionTitle[locale] }]),
  ];
}
