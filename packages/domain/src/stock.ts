/** At this stock and below, above 0, the shop warns (specification, section 9). */
export const LOW_STOCK = 3;

/** What the shop says about a stock. */
export type StockLabel = { kind: 'sold_out' } | { kind: 'low'; count: number } | { kind: 'none' };

/** The label of a stock: sold out at 0, a warning at 3 and below, else nothing (specification, section 4). */
export function stockLabelOf(remainingStock: number): StockLabel {
  if (remainingStock <= 0) return { kind: 'sold_out' };
  if (remainingStock <= LOW_STOCK) return { kind: 'low', count: remainingStock };
  return { kind: 'none' };
}

/** The public part of a stock: stocks of one label and count are equal. */
export function shownStockOf(remainingStock: number): number {
  return Math.min(remainingStock, LOW_STOCK + 1);
}
