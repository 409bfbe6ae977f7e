/** The length of a text as rules count it: characters (code points), not bytes. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
