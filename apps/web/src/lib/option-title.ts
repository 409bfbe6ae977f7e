/** What a name is made of. */
type Named = { title: string; options: readonly { title: string }[] };

/** The name of an item's option; null where there is no choice. */
export function optionTitleOf(item: Named, optionIndex: number): string | null {
  return item.options.length < 2 ? null : (item.options[optionIndex]?.title ?? null);
}

/** The name of an item, with that of its option where there is a choice: “Beech parallettes · 20 cm”. */
export function titleWithOption(item: Named, optionIndex: number): string {
  const option = optionTitleOf(item, optionIndex);
  // The dot begins no line, and ends none.
  return option === null ? item.title : `${item.title}\u00A0·\u00A0${option}`;
}
