/** How wide the files of an uploaded picture are; one that is smaller has its own width as the largest. */
export const STORED_WIDTHS = [400, 800, 1600] as const;

/** The encodings of each file, the one that is tried first in front. */
export const STORED_FORMATS = ['avif', 'webp'] as const;
export type StoredFormat = (typeof STORED_FORMATS)[number];

/** An uploaded picture, as its address names it. */
export type StoredPicture = { id: string; width: number; height: number };

/** A file to upload has so many megabytes at most, and is of one of these kinds. */
export const UPLOAD_MEGABYTES = 15;
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Under which addresses uploaded pictures are served. */
export const STORED_PREFIX = '/pictures/stored';

/** Whether an address is that of a picture on this site, uploaded or of the build. */
export const isOwnPicture = (address: string): boolean =>
  /^\/pictures\/(?!.*\.\.)[\w-][\w./-]*$/.test(address);

const ADDRESS = /^\/pictures\/stored\/([\da-f]{32})\/([1-9]\d{0,3})x([1-9]\d{0,3})\.webp$/;

/**
 * The address that items and articles hold: that of the largest file. It names the picture's size, so that
 * a page knows the other files and the proportions without a look into the database.
 */
export const storedAddressOf = ({ id, width, height }: StoredPicture): string =>
  `${STORED_PREFIX}/${id}/${width}x${height}.webp`;

/** Reads such an address; undefined where it is none. */
export function storedPictureOf(address: string): StoredPicture | undefined {
  const [, id, width, height] = ADDRESS.exec(address) ?? [];
  if (id === undefined) return undefined;
  return { id, width: Number(width), height: Number(height) };
}

/** The widths of the files of a picture, ascending. */
export function storedWidthsOf({ width }: Pick<StoredPicture, 'width'>): readonly number[] {
  return [...STORED_WIDTHS.filter((smaller) => smaller < width), width];
}

/** The address of one file of a picture. */
export function storedFileOf(picture: StoredPicture, width: number, format: StoredFormat): string {
  if (format === 'webp' && width === picture.width) return storedAddressOf(picture);
  return `${STORED_PREFIX}/${picture.id}/${width}.${format}`;
}
