import { readingMinutesOf } from '@agres/domain/html';
import type { Locale } from '@agres/domain/locale';
import type { Article, Item } from '@agres/domain/shapes';
import { idOfSegment } from '@agres/domain/slug';

import { loadData } from '../../lib/page-loaders.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { cardOf, teaserOf, type ListedArticle, type ShownArticle } from '../../lib/shown.ts';

/** In characters. The newest article leads the list. */
const EXCERPT_LENGTHS = { newest: 240, older: 180 } as const;

const NEXT_ARTICLES = 2;

/** Loads the articles with the tag, or all of them, newest first; null if the data is unavailable. */
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

function loadArticles(context: RouterContext): Promise<Article[] | null> {
  return loadData(context, (client) => client.blog.list.query());
}

/** Loads the shop's items; null if the article names none or the data is unavailable. */
export async function loadItemsOf(
  context: RouterContext,
  { itemId }: Article,
): Promise<Item[] | null> {
  return itemId === null ? null : loadData(context, (client) => client.shop.items.query());
}

/** `next` has the articles to read next: the older ones first, then the newest. */
export type ArticleWithNext = { article: Article; next: Article[] };

/**
 * Loads the article whose id starts the address segment. Returns null if the data is unavailable, `unknown` if
 * there is no such article.
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
 * Returns the content of an article's page. `items` is null if the article names none or the data is
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
