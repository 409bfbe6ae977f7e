import { readingMinutesOf } from '@shop/domain/html';
import type { Locale } from '@shop/domain/locale';
import type { Article, Item } from '@shop/domain/shapes';
import { idOfSegment } from '@shop/domain/slug';

import { loadData } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { cardOf, teaserOf, type ShownArticle, type ShownTeaser } from '../../lib/shown.ts';

/** An article of the list. */
export type ListedArticle = ShownTeaser & { readingMinutes: number };

/** Of the newest, which leads the list, and of the older ones. */
const EXCERPT_LENGTHS = { newest: 240, older: 180 } as const;

/** The list of articles, newest first; null while the data is away. */
export async function loadTeasers(context: RouterContext): Promise<ListedArticle[] | null> {
  const articles = await loadArticles(context);
  const { newest, older } = EXCERPT_LENGTHS;
  return (
    articles?.map((article, place) => ({
      ...teaserOf(article, context.locale, place === 0 ? newest : older),
      readingMinutes: readingMinutesOf(article.content[context.locale]),
    })) ?? null
  );
}

/** All articles, newest first; null while the data is away. */
function loadArticles(context: RouterContext): Promise<Article[] | null> {
  return loadData(context, (client) => client.blog.list.query());
}

/** The shop, where an article ends with an item of it; null where it does not. */
export async function loadItemsOf(
  context: RouterContext,
  { itemId }: Article,
): Promise<Item[] | null> {
  return itemId === null ? null : loadData(context, (client) => client.shop.items.query());
}

/** The article whose id the address begins with; null while the data is away. */
export async function loadArticle(
  context: RouterContext,
  segment: string,
): Promise<Article | null | 'unknown'> {
  const articles = await loadArticles(context);
  if (articles === null) return null;
  const id = idOfSegment(segment);
  return articles.find((article) => article.id === id) ?? 'unknown';
}

/** What its own page shows of an article; `items`: the shop, null where the article names no item, or while the data is away. */
export function shownArticleOf(
  { itemId, ...article }: Article,
  items: readonly Item[] | null,
  locale: Locale,
): ShownArticle {
  const content = article.content[locale];
  const item = items?.find(({ id }) => id === itemId);
  return {
    ...article,
    content,
    readingMinutes: readingMinutesOf(content),
    item: item === undefined ? null : cardOf(item, locale),
  };
}
