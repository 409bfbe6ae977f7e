import type { Article } from '@shop/domain/shapes';
import { idOfSegment } from '@shop/domain/slug';

import type { RouterContext } from '../../lib/router-context.ts';

/** All articles, newest first; null while the data is away. */
export async function loadArticles(context: RouterContext): Promise<Article[] | null> {
  const { client } = await context.data.load();
  try {
    return await client.blog.list.query();
  } catch {
    context.reportOutage();
    return null;
  }
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
