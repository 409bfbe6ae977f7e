import { normalizeText } from './text.ts';

/** Letters that Unicode does not decompose into a letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
};

/**
 * Normalises a text for searching: lower-case words without accents and ligatures, separated by single
 * spaces instead of hyphens, apostrophes and all other signs. `St` and `Ste` before a word become `saint`
 * and `sainte`; a unit is joined to its number: `32 mm` becomes `32mm`.
 */
export function searchKeyOf(text: string): string {
  return normalizeText(text)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[œæßøłđ]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replaceAll(/(?<![^ ])st(e?)(?= )/g, 'saint$1')
    .replaceAll(/(?<=\d) (?=(?:mm|cm|m|km|g|kg|cl|ml|l)(?![^ ]))/g, '');
}
