import type { Article } from '@agres/domain/shapes';

import { loadData, loadOptional } from '../../lib/page-loaders.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { cardOf, teaserOf, type ShownCard, type ShownTeaser } from '../../lib/shown.ts';

const SHOWN_ITEMS = 4;
const EXCERPT_LENGTH = 320;

/** `items` is null if the best sellers could not be loaded. */
export type HomeView = { items: ShownCard[] | null; lastArticle: ShownTeaser | null };

export type HomeDataOrPromise = HomeView | Promise<HomeView>;

/** Loads the best sellers and the last article. */
export async function loadHome(context: RouterContext): Promise<HomeView> {
  const { locale } = context;
  const home = await loadData(context, (client) => client.home.get.query());
  const lastArticle = home === null ? await loadNewest(context) : home.lastArticle;
  return {
    items: home && home.items.slice(0, SHOWN_ITEMS).map((item) => cardOf(item, locale)),
    lastArticle: lastArticle && teaserOf(lastArticle, locale, EXCERPT_LENGTH),
  };
}

/**
 * The blog's own call can succeed where that of the home page fails. On the server both ask the same database,
 * so a second wait would only delay the page.
 */
async function loadNewest(context: RouterContext): Promise<Article | null> {
  if (typeof document === 'undefined') return null;
  const articles = await loadOptional(context, (client) => client.blog.list.query());
  return articles?.[0] ?? null;
}
