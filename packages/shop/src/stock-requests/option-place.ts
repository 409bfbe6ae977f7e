import type { Prisma } from '@agres/db/db';

/** What tells which option of its item an option is. */
export const OPTION_PLACE = {
  id: true,
  itemId: true,
  item: { select: { options: { select: { id: true }, orderBy: { position: 'asc' } } } },
} as const satisfies Prisma.ItemOptionSelect;

/** The index of an option within its item, by which the calls name it. */
export function optionIndexOf(option: {
  id: number;
  item: { options: readonly { id: number }[] };
}): number {
  return option.item.options.findIndex(({ id }) => id === option.id);
}
