import type { ItemGroup } from '@agres/domain/find-items';
import { excerptOf } from '@agres/domain/html';
import type { Locale } from '@agres/domain/locale';
import type { Programme } from '@agres/domain/paths';
import type { Article, Item, ItemUse, ReviewPage } from '@agres/domain/shapes';
import { shownStockOf } from '@agres/domain/stock';

import { optionCountOf } from './option-count.ts';

/*
 * The content that pages show: in their own language, and of a stock only its public facts.
 * Loaders return this and nothing else, since all of it lies in the document a second time, for the
 * browser; and a purchase then changes few pages.
 */

/** An item among others. */
export type ShownCard = Pick<Item, 'id' | 'price' | 'remainingStock' | 'rating'> & {
  title: string;
  pictureUrl: string | null;
  /** How many options there are to choose from, in words; null for one. */
  options: string | null;
};

/** What leads through a shop of many items. */
export type ShownSearch = {
  /** The uses that the shop has something for. */
  uses: ItemUse[];
  /** How many items the list has, on all of its pages. */
  found: number;
  /** Which of its pages is shown, from 1, and of how many. */
  part: number;
  parts: number;
};

/** Items under a heading; null: the list has none. */
type ShownGroup = { name: ItemGroup | null; items: ShownCard[] };

/** The list of items; `search` is null where there are few. */
export type ShownShop = { groups: ShownGroup[]; search: ShownSearch | null };

/** An item on its own page. */
export type ShownItem = Omit<
  Item,
  'title' | 'description' | 'optionTitle' | 'warnings' | 'options' | 'use' | 'relatedItemIds'
> & {
  title: string;
  /** Safe HTML. */
  description: string;
  optionTitle: string | null;
  /** Text, a warning a line; null: none is known. */
  warnings: string | null;
  options: { title: string; remainingStock: number }[];
  /** The programmes that it can be used in, with their names. */
  programmes: { programme: Programme; name: string }[];
  /** The newest of its reviews; null while they are away. */
  reviews: ReviewPage | null;
  /** What stands beside it. */
  related: ShownCard[];
  /** The last day on which it reaches France if it is ordered today. */
  latestDelivery: string;
};

/** An article among others. */
export type ShownTeaser = Pick<Article, 'id' | 'tags' | 'coverPictureUrl' | 'creationDate'> & {
  title: string;
  excerpt: string;
};

/** An article on its own page; its title is in its address, in each language. */
export type ShownArticle = Omit<Article, 'content' | 'itemId'> & {
  /** Safe HTML. */
  content: string;
  readingMinutes: number;
  /** The item that it ends with; null where it names none, or none that is in the shop. */
  item: ShownCard | null;
  /** What to read after it. */
  next: ListedArticle[];
};

/** An article of the list. */
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

/** With the beginning of its text, its tags stripped, at most so many characters long. */
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
