/** Zero-width characters and soft hyphens, which pasted text may contain. */
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]/gu;
/**
 * Joiners beside Latin letters, their accents, digits and signs; scripts and emoji that need joiners keep
 * theirs.
 */
const STRAY_JOINERS =
  /(?<![^\p{ASCII}\p{Script=Latin}\u0300-\u036F])[\u200C\u200D]+|[\u200C\u200D]+(?![^\p{ASCII}\p{Script=Latin}\u0300-\u036F])/gu;

/** Normalises a typed text: composed letters (NFC), without invisible characters. */
export function normalizeText(text: string): string {
  return text.replaceAll(INVISIBLE, '').replaceAll(STRAY_JOINERS, '').normalize('NFC');
}

/** Returns the length of a text as the rules count it: in characters (code points), not bytes. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
