import { readingMinutesOf } from '@agres/domain/html';
import type { Locale } from '@agres/domain/locale';
import type { Article, Item } from '@agres/domain/shapes';
import { idOfSegment } from '@agres/domain/slug';

import { loadData } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { cardOf, teaserOf, type ListedArticle, type ShownArticle } from '../../lib/shown.ts';

/** The maximum lengths of excerpts, in characters. The newest article leads the list. */
const EXCERPT_LENGTHS = { newest: 240, older: 180 } as const;

/** The number of articles to suggest below an article. */
const NEXT_ARTICLES = 2;

/**
 * Loads the articles, newest first, optionally only those with a tag. Returns null if the data is unavailable.
 */
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

/** Loads all articles, newest first. Returns null if the data is unavailable. */
function loadArticles(context: RouterContext): Promise<Article[] | null> {
  return loadData(context, (client) => client.blog.list.query());
}

/**
 * Loads the shop's items if the article names one. Returns null if it names none or if the data is unavailable.
 */
export async function loadItemsOf(
  context: RouterContext,
  { itemId }: Article,
): Promise<Item[] | null> {
  return itemId === null ? null : loadData(context, (client) => client.shop.items.query());
}

/** An article and the articles to read next: the older ones first, then the newest. */
export type ArticleWithNext = { article: Article; next: Article[] };

/**
 * Loads the article whose id is at the start of the address segment. Returns null if the data is unavailable.
 */
export async function loadArticle(
  context: RouterContext,
  segment: string,
): Promise<ArticleWithNext | null | 'unknown'> {
  const articles = await loadArticles(context);
  if (articles === null) return null;
  const id = idOfSegment(segment);
  const place = articles.findIndex((article) => article.id === id);
  const article = articles[place];
  if (article === undefined) return 'unknown';
  const others = [...articles.slice(place + 1), ...articles.slice(0, place)];
  return { article, next: others.slice(0, NEXT_ARTICLES) };
}

/**
 * Converts an article to the content of its page. `items` is null if the article names no item or if the data is
 * unavailable.
 */
export function shownArticleOf(
  { article: { itemId, ...article }, next }: ArticleWithNext,
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
