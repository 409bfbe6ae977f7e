import {
  storedFileOf,
  storedPictureOf,
  storedWidthsOf,
  type StoredFormat,
} from '@agres/domain/stored-pictures';
import { Trans } from '@lingui/react/macro';

/** Widths of the files that stand beside a picture's largest one (art/README.md). */
const WIDTHS = {
  items: [400, 800, 1200],
  articles: [480, 960, 1600],
  programmes: [320, 640, 960],
} as const;

/** What shows a whole item has a file for the zoom too, which no page loads by itself. */
const CLOSER_WIDTH = 2400;
const CLOSER = /^\/pictures\/items\/[\w-]+-(?:1|use|size)\.webp$/;

const HEIGHT_BY_WIDTH = { items: 1, articles: 9 / 16, programmes: 5 / 4 } as const;

/** The size that is kept free for a picture of elsewhere. */
const OF_ELSEWHERE = { width: 1600, height: 900 };

/** Shown for an item without a picture (specification, section 9). */
export const DEFAULT_ITEM_PICTURE = '/pictures/items/default.webp';

const OWN = /^\/pictures\/(items|articles|programmes)\/([\w-]+)\.webp$/;

/** Said over that picture, below the mark that it shows. */
export function PictureToCome() {
  return (
    <p className="pointer-events-none absolute inset-0 grid place-items-center items-end p-6 text-center text-small text-ink-soft">
      <Trans>Photo coming soon</Trans>
    </p>
  );
}

type PictureProps = {
  /** The address of the largest file, as the shop stores it. */
  url: string;
  alt: string;
  /** How wide the picture is shown, as the `sizes` attribute says it. */
  sizes: string;
  /** Of the first screen: fetched at once. */
  priority?: 'high';
  /** Looked at closer: in the width of the zoom where that is needed. */
  isCloser?: boolean;
  className?: string;
};

/** The files of a picture that the site has in several widths. */
type Sized = {
  width: number;
  height: number;
  widths: readonly number[];
  fileOf: (width: number, format: StoredFormat) => string;
};

/** The files of a picture of the build, or of one that was uploaded; undefined for one of elsewhere. */
function sizedOf(url: string, isCloser: boolean): Sized | undefined {
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

const srcSetOf = ({ widths, fileOf }: Sized, format: StoredFormat) =>
  widths.map((width) => `${fileOf(width, format)} ${width}w`).join(', ');

/** A picture in the encoding and width that suits the reader; addresses of elsewhere are shown as they are. */
export function Picture({ url, alt, sizes, priority, isCloser = false, className }: PictureProps) {
  const sized = sizedOf(url, isCloser);
  const { width, height } = sized ?? OF_ELSEWHERE;
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
