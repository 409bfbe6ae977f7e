import type { CleanedHtml } from './values.ts';

/** What was taken out of texts that were given, in a sentence; none where nothing was. */
export function cleaningNotes(...texts: (CleanedHtml | undefined)[]): string[] {
  const names = [...new Set(texts.flatMap((text) => text?.removed ?? []))];
  if (names.length === 0) return [];
  const list = names.map((name) => `<${name}>`).join(', ');
  return [`Not allowed in texts, and taken out: ${list}.`];
}
