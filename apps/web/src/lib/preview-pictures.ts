import type { Locale } from '@agres/domain/locale';
import type { Page } from '@agres/domain/paths';
import type { Article, Item } from '@agres/domain/shapes';

import type { RouterContext } from './router-context.ts';

/** Pages with a preview of their own; `default` serves the others (art/README.md). */
type Drawn = Extract<Page, 'home' | 'shop' | 'blog' | 'contact' | 'faq' | 'legalNotices' | 'terms'>;

const FOLDER = '/pictures/og/';

/** The size of every picture in the folder, in pixels. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

const OWN_ITEM_PICTURE = /^\/pictures\/items\/([\w-]+)-\d+\.webp$/;
const OWN_COVER = /^\/pictures\/articles\/([\w-]+)\.webp$/;

/* Only the document that the server sends names these pictures: the browser's half of the build has none of them. */

/** What a shared link to a page shows. */
export function pagePreview(page: Drawn | 'default', locale: Locale): string {
  if (!import.meta.env.SSR) return '';
  return `${FOLDER}${page}-${locale}.jpg`;
}

/** What a shared link to an item shows; a picture from elsewhere stands for itself. */
export function itemPreview(item: Pick<Item, 'images'>): string {
  if (!import.meta.env.SSR) return '';
  const url = item.images[0]?.url;
  if (url === undefined) return `${FOLDER}items/default.jpg`;
  const slug = OWN_ITEM_PICTURE.exec(url)?.[1];
  return slug === undefined ? url : `${FOLDER}items/${slug}.jpg`;
}

/** What a shared link to an article shows: its cover, or the blog's preview. */
export function articlePreview(
  { coverPictureUrl }: Pick<Article, 'coverPictureUrl'>,
  locale: Locale,
): string {
  if (!import.meta.env.SSR) return '';
  if (coverPictureUrl === null) return pagePreview('blog', locale);
  const slug = OWN_COVER.exec(coverPictureUrl)?.[1];
  return slug === undefined ? coverPictureUrl : `${FOLDER}articles/${slug}.jpg`;
}

/** A picture's whole address, for readers outside this site; one that can be none counts as the default. */
export function pictureUrlOf(picture: string, { publicUrl, locale }: RouterContext): string {
  const path = URL.canParse(picture, publicUrl) ? picture : pagePreview('default', locale);
  return new URL(path, publicUrl).href;
}

/** Whether a preview has the size of those that are drawn for it. */
export function isDrawnPreview(picture: string): boolean {
  return picture.startsWith(FOLDER);
}
