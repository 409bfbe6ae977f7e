/** Returns the id from a field that contains an object or its id. */
export function idOf(reference: string | { id: string }): string;
export function idOf(reference: string | { id: string } | null | undefined): string | null;
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference == null) return null;
  return typeof reference === 'string' ? reference : reference.id;
}
