import { normalizeText } from './text.ts';

/** Letters that Unicode does not part into a letter and its accent. */
const LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
};

/**
 * One spelling of a text for every search: lower-case words without accents and ligatures, parted by single
 * spaces in place of hyphens, apostrophes and all other signs. `St` and `Ste` before a word are `saint` and
 * `sainte`; a unit belongs to its number: `32 mm` is `32mm`.
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
