/** The widths of an uploaded picture's files; a smaller picture has its own width as the largest. */
export const STORED_WIDTHS = [400, 800, 1600] as const;

/** The encodings of each file, the preferred one first. */
export const STORED_FORMATS = ['avif', 'webp'] as const;
export type StoredFormat = (typeof STORED_FORMATS)[number];

export type StoredPicture = { id: string; width: number; height: number };

export const UPLOAD_MEGABYTES = 15;
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

export const STORED_PREFIX = '/pictures/stored';

/** Whether a path belongs to a picture on this site, uploaded or built in. */
export const isOwnPicture = (address: string): boolean =>
  /^\/pictures\/(?!.*\.\.)[\w-][\w./-]*$/.test(address);

const ADDRESS = /^\/pictures\/stored\/([\da-f]{32})\/([1-9]\d{0,3})x([1-9]\d{0,3})\.webp$/;

/**
 * Returns the path that items and articles store: that of the largest file. It contains the picture's size,
 * so that a page knows the other files and the proportions without a query.
 */
export const storedAddressOf = ({ id, width, height }: StoredPicture): string =>
  `${STORED_PREFIX}/${id}/${width}x${height}.webp`;

/** Parses the path of a stored picture; undefined for any other. */
export function storedPictureOf(address: string): StoredPicture | undefined {
  const [, id, width, height] = ADDRESS.exec(address) ?? [];
  if (id === undefined) return undefined;
  return { id, width: Number(width), height: Number(height) };
}

/** Returns the widths of a picture's files, ascending. */
export function storedWidthsOf({ width }: Pick<StoredPicture, 'width'>): readonly number[] {
  return [...STORED_WIDTHS.filter((smaller) => smaller < width), width];
}

export function storedFileOf(picture: StoredPicture, width: number, format: StoredFormat): string {
  if (format === 'webp' && width === picture.width) return storedAddressOf(picture);
  return `${STORED_PREFIX}/${picture.id}/${width}.${format}`;
}
