import {
  storedFileOf,
  storedPictureOf,
  storedWidthsOf,
  type StoredFormat,
} from '@agres/domain/stored-pictures';
import { Trans } from '@lingui/react/macro';

/** In pixels, one file per width (docs/DESIGN.md). */
const WIDTHS = {
  items: [400, 800, 1200],
  articles: [480, 960, 1600],
  programmes: [320, 640, 960],
} as const;

/** Only pictures of a whole item have a zoom file. */
const CLOSER_WIDTH = 2400;
const CLOSER = /^\/pictures\/items\/[\w-]+-(?:1|use|size)\.webp$/;

const HEIGHT_BY_WIDTH = { items: 1, articles: 9 / 16, programmes: 5 / 4 } as const;

/** The space reserved for an external picture, in pixels. */
const EXTERNAL_SIZE = { width: 1600, height: 900 };

/** For an item without a picture (docs/spec-coverage.md, section 9). */
export const DEFAULT_ITEM_PICTURE = '/pictures/items/default.webp';

const OWN = /^\/pictures\/(items|articles|programmes)\/([\w-]+)\.webp$/;

export function MissingPictureNote() {
  return (
    <p className="pointer-events-none absolute inset-0 grid place-items-center items-end p-6 text-center text-small text-ink-soft">
      <Trans>Photo coming soon</Trans>
    </p>
  );
}

type PictureProps = {
  /** The largest file, as stored by the shop. */
  url: string;
  alt: string;
  sizes: string;
  /** Loads immediately, for pictures on the first screen. */
  priority?: 'high';
  isCloser?: boolean;
  className?: string;
};

type PictureFiles = {
  width: number;
  height: number;
  widths: readonly number[];
  fileOf: (width: number, format: StoredFormat) => string;
};

/** Returns the files of a picture of the build or of an upload; undefined for an external picture. */
function pictureFilesOf(url: string, isCloser: boolean): PictureFiles | undefined {
  const stored = storedPictureOf(url);
  if (stored !== undefined) {
    return {
      ...stored,
      widths: storedWidthsOf(stored),
      fileOf: (width, format) => storedFileOf(stored, width, format),
    };
  }
  const [, folder, name] = OWN.exec(url) ?? [];
  if (name === undefined) return undefined;
  const kind = folder === 'items' || folder === 'programmes' ? folder : 'articles';
  const widths = WIDTHS[kind];
  const width = widths[2];
  const base = `/pictures/${folder}/${name}`;
  return {
    width,
    height: width * HEIGHT_BY_WIDTH[kind],
    widths: isCloser && CLOSER.test(url) ? [...widths, CLOSER_WIDTH] : widths,
    fileOf: (size, format) =>
      format === 'webp' && size === width ? url : `${base}-${size}.${format}`,
  };
}

const srcSetOf = ({ widths, fileOf }: PictureFiles, format: StoredFormat) =>
  widths.map((width) => `${fileOf(width, format)} ${width}w`).join(', ');

/** A responsive picture in AVIF and WebP. An external picture has its one file. */
export function Picture({ url, alt, sizes, priority, isCloser = false, className }: PictureProps) {
  const sized = pictureFilesOf(url, isCloser);
  const { width, height } = sized ?? EXTERNAL_SIZE;
  const image = (
    <img
      src={url}
      srcSet={sized && srcSetOf(sized, 'webp')}
      sizes={sized && sizes}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ?? 'auto'}
      decoding="async"
      className={className}
    />
  );
  if (sized === undefined) return image;
  return (
    <picture>
      <source type="image/avif" srcSet={srcSetOf(sized, 'avif')} sizes={sizes} />
      {image}
    </picture>
  );
}
