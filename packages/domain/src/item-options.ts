import { storedFileOf, storedPictureOf, storedWidthsOf } from './stored-pictures.ts';

type StockedOption = { remainingStock: number };

/** Returns the index of the initially selected option: the first in stock, otherwise the first (S4.11). */
export function firstOptionIndex(options: readonly StockedOption[]): number {
  return Math.max(
    0,
    options.findIndex((option) => option.remainingStock > 0),
  );
}

/**
 * Returns the initial option for a URL that names one: that option if it exists and is in stock, otherwise
 * the default. `isOther`: the named one is unavailable, and there are several; `soldOut`: the index of the
 * named option if it exists but is sold out.
 */
export function namedOption(
  options: readonly StockedOption[],
  named: unknown,
): { index: number; isOther: boolean; soldOut: number | null } {
  const index = firstOptionIndex(options);
  if (named === undefined) return { index, isOther: false, soldOut: null };
  const stock = typeof named === 'number' ? options[named]?.remainingStock : undefined;
  if (typeof named === 'number' && stock !== undefined) {
    if (stock > 0) return { index: named, isOther: false, soldOut: null };
    return { index, isOther: options.length > 1, soldOut: named };
  }
  return { index, isOther: options.length > 1, soldOut: null };
}

/**
 * Returns the thumbnail beside one of our own pictures (docs/DESIGN.md); any other URL is returned
 * unchanged.
 */
export function thumbnailOf(url: string): string {
  const stored = storedPictureOf(url);
  if (stored !== undefined) {
    const [smallest = stored.width] = storedWidthsOf(stored);
    return storedFileOf(stored, smallest, 'webp');
  }
  return url.replace(/^(\/pictures\/items\/[\w-]+)\.webp$/, '$1-400.webp');
}

type PicturedItem = { images: readonly { optionIndex: number | null }[] };

/** Returns the index of an option's picture: its own, otherwise one of all options, otherwise the first. */
export function pictureOfOption({ images }: PicturedItem, optionIndex: number): number {
  const own = images.findIndex((image) => image.optionIndex === optionIndex);
  if (own !== -1) return own;
  return Math.max(
    0,
    images.findIndex((image) => image.optionIndex === null),
  );
}

/** How the office names the option of an item that comes in one kind. */
export const SINGLE_OPTION = { titleFr: 'Modèle unique', titleEn: 'One size' } as const;
