/** Formats cents for the owner's tables: `19.99 €`. */
export function euros(cents: number): string {
  return `${(cents / 100).toFixed(2)} €`;
}

/** `1 unit`, `2 units`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
