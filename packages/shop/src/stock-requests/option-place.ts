import type { Prisma } from '@agres/db/db';

export const OPTION_PLACE = {
  id: true,
  itemId: true,
  item: { select: { options: { select: { id: true }, orderBy: { position: 'asc' } } } },
} as const satisfies Prisma.ItemOptionSelect;

/** Returns the index of an option within its item, by which calls identify it. */
export function optionIndexOf(option: {
  id: number;
  item: { options: readonly { id: number }[] };
}): number {
  return option.item.options.findIndex(({ id }) => id === option.id);
}
