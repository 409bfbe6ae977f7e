import type { Locale } from '@agres/domain/locale';
import type { Page } from '@agres/domain/paths';
import type { Article, Item } from '@agres/domain/shapes';

import type { RouterContext } from './router-context.ts';

/** Pages with a preview picture of their own. All others use `default` (docs/DESIGN.md). */
type PageWithPreview = Extract<
  Page,
  'home' | 'shop' | 'blog' | 'contact' | 'faq' | 'legalNotices' | 'terms'
>;

const FOLDER = '/pictures/og/';

export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

const OWN_ITEM_PICTURE = /^\/pictures\/items\/([\w-]+)-\d+\.webp$/;
const OWN_COVER = /^\/pictures\/articles\/([\w-]+)\.webp$/;

/* Only the server's document contains these pictures, so the browser build leaves them out. */

export function pagePreview(page: PageWithPreview | 'default', locale: Locale): string {
  if (!import.meta.env.SSR) return '';
  return `${FOLDER}${page}-${locale}.jpg`;
}

/** Returns an item's preview. A picture that is not part of the build is used directly. */
export function itemPreview(item: Pick<Item, 'images'>): string {
  if (!import.meta.env.SSR) return '';
  const url = item.images[0]?.url;
  if (url === undefined) return `${FOLDER}items/default.jpg`;
  const slug = OWN_ITEM_PICTURE.exec(url)?.[1];
  return slug === undefined ? url : `${FOLDER}items/${slug}.jpg`;
}

/** Returns the preview of an article's cover; that of the blog if the article has none. */
export function articlePreview(
  { coverPictureUrl }: Pick<Article, 'coverPictureUrl'>,
  locale: Locale,
): string {
  if (!import.meta.env.SSR) return '';
  if (coverPictureUrl === null) return pagePreview('blog', locale);
  const slug = OWN_COVER.exec(coverPictureUrl)?.[1];
  return slug === undefined ? coverPictureUrl : `${FOLDER}articles/${slug}.jpg`;
}

/** Returns the absolute URL of a picture; that of the default preview if `picture` is invalid. */
export function pictureUrlOf(picture: string, { publicUrl, locale }: RouterContext): string {
  const path = URL.canParse(picture, publicUrl) ? picture : pagePreview('default', locale);
  return new URL(path, publicUrl).href;
}

/** Whether a preview has the size `PREVIEW_SIZE`. */
export function isBuiltPreview(picture: string): boolean {
  return picture.startsWith(FOLDER);
}
