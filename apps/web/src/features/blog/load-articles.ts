import type { Article } from '@shop/domain/shapes';
import { idOfSegment } from '@shop/domain/slug';

import { loadData } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** All articles, newest first; null while the data is away. */
export function loadArticles(context: RouterContext): Promise<Article[] | null> {
  return loadData(context, (client) => client.blog.list.query());
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
