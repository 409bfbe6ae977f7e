/** One sort of data that the shop keeps: what, why, and until when (GDPR articles 13 and 15). */
export type KeptData = { what: string; why: string; until: string };

/** The same as one line of a text. */
export function lineOf({ what, why, until }: KeptData, colon: string): string {
  return `${what}${colon} ${why} ${until}`;
}
