/** The shop warns at this stock and below, above 0 (S9.14). */
export const LOW_STOCK = 3;

export type StockLabel = { kind: 'sold_out' } | { kind: 'low'; count: number } | { kind: 'none' };

/** Returns the label of a stock: sold out at 0, a warning at 3 and below, otherwise none (S4.26, S4.27). */
export function stockLabelOf(remainingStock: number): StockLabel {
  if (remainingStock <= 0) return { kind: 'sold_out' };
  if (remainingStock <= LOW_STOCK) return { kind: 'low', count: remainingStock };
  return { kind: 'none' };
}

/** Returns the public part of a stock: stocks with the same label and count are equal. */
export function shownStockOf(remainingStock: number): number {
  return Math.min(remainingStock, LOW_STOCK + 1);
}
