import { storedFileOf, storedPictureOf, storedWidthsOf } from './stored-pictures.ts';

type Stocked = { remainingStock: number };

/** The index of the initially selected option: the first in stock, else the first. */
export function firstOptionIndex(options: readonly Stocked[]): number {
  return Math.max(
    0,
    options.findIndex((option) => option.remainingStock > 0),
  );
}

/**
 * The option to begin with where an address names one: that one, if it exists and is in stock, else as
 * without an address. `isOther` says that the named one cannot be had, `soldOut` that it exists and is sold out.
 */
export function namedOption(
  options: readonly Stocked[],
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

/** The small file that stands beside a picture of ours (art/README.md); an address of elsewhere is itself. */
export function thumbnailOf(url: string): string {
  const stored = storedPictureOf(url);
  if (stored !== undefined) {
    const [smallest = stored.width] = storedWidthsOf(stored);
    return storedFileOf(stored, smallest, 'webp');
  }
  return url.replace(/^(\/pictures\/items\/[\w-]+)\.webp$/, '$1-400.webp');
}

type Pictured = { images: readonly { optionIndex: number | null }[] };

/** The index of the picture that shows an option: its own, else one of all options, else the first. */
export function pictureOfOption({ images }: Pictured, optionIndex: number): number {
  const own = images.findIndex((image) => image.optionIndex === optionIndex);
  if (own !== -1) return own;
  return Math.max(
    0,
    images.findIndex((image) => image.optionIndex === null),
  );
}
