import { Trans } from '@lingui/react/macro';

/** Widths of the files that stand beside a picture's largest one (art/README.md). */
const WIDTHS = {
  items: [400, 800, 1200],
  articles: [480, 960, 1600],
  programmes: [320, 640, 960],
} as const;

const HEIGHT_BY_WIDTH = { items: 1, articles: 9 / 16, programmes: 5 / 4 } as const;

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
  className?: string;
};

/** A picture in the encoding and width that suits the reader; addresses of elsewhere are shown as they are. */
export function Picture({ url, alt, sizes, priority, className }: PictureProps) {
  const [, folder, name] = OWN.exec(url) ?? [];
  const kind = folder === 'items' || folder === 'programmes' ? folder : 'articles';
  const widths = WIDTHS[kind];
  const largest = widths[2];
  const base = `/pictures/${folder}/${name}`;
  const isOwn = name !== undefined;
  const image = (
    <img
      src={url}
      srcSet={
        isOwn
          ? widths
              .map((width) => `${base}${width === largest ? '' : `-${width}`}.webp ${width}w`)
              .join(', ')
          : undefined
      }
      sizes={isOwn ? sizes : undefined}
      alt={alt}
      width={largest}
      height={largest * HEIGHT_BY_WIDTH[kind]}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ?? 'auto'}
      decoding="async"
      className={className}
    />
  );
  if (!isOwn) return image;
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={widths.map((width) => `${base}-${width}.avif ${width}w`).join(', ')}
        sizes={sizes}
      />
      {image}
    </picture>
  );
}
