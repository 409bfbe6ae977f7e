type TitledItem = { title: string; options: readonly { title: string }[] };

/** Returns the option's title; null if the item has only one option. */
export function optionTitleOf(item: TitledItem, optionIndex: number): string | null {
  return item.options.length < 2 ? null : (item.options[optionIndex]?.title ?? null);
}

/** Returns the title of an item, with its option if it has several: “Beech parallettes · 20 cm”. */
export function titleWithOption(item: TitledItem, optionIndex: number): string {
  const option = optionTitleOf(item, optionIndex);
  // Non-breaking spaces keep the dot from the start and the end of a line.
  return option === null ? item.title : `${item.title}\u00A0·\u00A0${option}`;
}
