import type { ItemGroup } from '@agres/domain/find-items';
import { excerptOf } from '@agres/domain/html';
import type { Locale } from '@agres/domain/locale';
import type { Programme } from '@agres/domain/paths';
import type { ItemUse } from '@agres/domain/shape-values';
import type { Article, Item, ReviewPage } from '@agres/domain/shapes';
import { shownStockOf } from '@agres/domain/stock';

import { optionCountOf } from './option-count.ts';

/*
 * Page content in one language, with only the public facts about a stock. Loaders return nothing else,
 * because the document contains their data twice: as HTML and as JSON for the browser. With fewer fields, a
 * purchase also changes fewer cached pages.
 */

export type ShownCard = Pick<Item, 'id' | 'price' | 'remainingStock' | 'rating'> & {
  title: string;
  pictureUrl: string | null;
  /** The number with its noun, such as `3 lengths`; null for a single option. */
  options: string | null;
};

export type ShownSearch = {
  /** The uses that at least one item has. */
  uses: ItemUse[];
  /** On all pages. */
  found: number;
  /** The current page, from 1. `parts` is the number of pages. */
  part: number;
  parts: number;
  /** Suggestions if nothing was found. */
  others: ShownCard[];
};

/** `name` is null if the list has no headings. */
type ShownGroup = { name: ItemGroup | null; items: ShownCard[] };

/** `search` is null for a shop with few items. */
export type ShownShop = { groups: ShownGroup[]; search: ShownSearch | null };

export type ShownItem = Omit<
  Item,
  'title' | 'description' | 'optionTitle' | 'warnings' | 'options' | 'use' | 'relatedItemIds'
> & {
  title: string;
  /** How the description begins, if that is short. */
  lead: string | undefined;
  /** Sanitized HTML. */
  description: string;
  optionTitle: string | null;
  /** Plain text, one warning per line; null without warnings. */
  warnings: string | null;
  options: { title: string; remainingStock: number }[];
  programmes: { programme: Programme; name: string }[];
  /** The newest reviews; null if they are unavailable. */
  reviews: ReviewPage | null;
  related: ShownCard[];
  /** The latest delivery date in France for an order placed today. */
  latestDelivery: string;
};

export type ShownTeaser = Pick<Article, 'id' | 'tags' | 'coverPictureUrl' | 'creationDate'> & {
  title: string;
  excerpt: string;
};

/** The title has both languages, because the addresses of the page contain it. */
export type ShownArticle = Omit<Article, 'content' | 'itemId'> & {
  /** Sanitized HTML. */
  content: string;
  readingMinutes: number;
  /** Null if the article names no item, or one that is not in the shop. */
  item: ShownCard | null;
  next: ListedArticle[];
};

export type ListedArticle = ShownTeaser & { readingMinutes: number };

export function cardOf({ id, price, rating, ...item }: Item, locale: Locale): ShownCard {
  return {
    id,
    price,
    rating,
    title: item.title[locale],
    pictureUrl: item.images[0]?.url ?? null,
    options:
      item.options.length < 2
        ? null
        : optionCountOf(locale, {
            title: item.optionTitle?.[locale] ?? null,
            count: item.options.length,
          }),
    remainingStock: shownStockOf(item.remainingStock),
  };
}

/** Returns an article with an excerpt: its text without tags, at most `excerptLength` characters. */
export function teaserOf(article: Article, locale: Locale, excerptLength: number): ShownTeaser {
  const { id, tags, coverPictureUrl, creationDate } = article;
  return {
    id,
    tags,
    coverPictureUrl,
    creationDate,
    title: article.title[locale],
    excerpt: excerptOf(article.content[locale], excerptLength),
  };
}
