import { readingMinutesOf } from '@agres/domain/html';
import type { Locale } from '@agres/domain/locale';
import type { Article, Item } from '@agres/domain/shapes';
import { idOfSegment } from '@agres/domain/slug';

import { loadData } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { cardOf, teaserOf, type ListedArticle, type ShownArticle } from '../../lib/shown.ts';

/** Of the newest, which leads the list, and of the older ones. */
const EXCERPT_LENGTHS = { newest: 240, older: 180 } as const;

/** So many others an article leads on to. */
const NEXT_ARTICLES = 2;

/** The list of articles, newest first, or of those that have a tag; null while the data is away. */
export async function loadTeasers(
  context: RouterContext,
  tag: string | undefined,
): Promise<ListedArticle[] | null> {
  const all = await loadArticles(context);
  const articles = all?.filter(({ tags }) => tag === undefined || tags.includes(tag));
  const { newest, older } = EXCERPT_LENGTHS;
  return (
    articles?.map((article, place) =>
      listedOf(article, context.locale, place === 0 ? newest : older),
    ) ?? null
  );
}

function listedOf(article: Article, locale: Locale, excerptLength: number): ListedArticle {
  return {
    ...teaserOf(article, locale, excerptLength),
    readingMinutes: readingMinutesOf(article.content[locale]),
  };
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

/** An article, and those to read after it: the older ones first, then the newest. */
export type FoundArticle = { article: Article; next: Article[] };

/** The article whose id the address begins with; null while the data is away. */
export async function loadArticle(
  context: RouterContext,
  segment: string,
): Promise<FoundArticle | null | 'unknown'> {
  const articles = await loadArticles(context);
  if (articles === null) return null;
  const id = idOfSegment(segment);
  const place = articles.findIndex((article) => article.id === id);
  const article = articles[place];
  if (article === undefined) return 'unknown';
  const others = [...articles.slice(place + 1), ...articles.slice(0, place)];
  return { article, next: others.slice(0, NEXT_ARTICLES) };
}

/** What its own page shows of an article; `items`: the shop, null where the article names no item, or while the data is away. */
export function shownArticleOf(
  { article: { itemId, ...article }, next }: FoundArticle,
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
    next: next.map((other) => listedOf(other, locale, EXCERPT_LENGTHS.older)),
  };
}
