import { loadData } from '../../lib/page-loaders.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { cardOf, teaserOf, type ShownCard, type ShownTeaser } from '../../lib/shown.ts';

const SHOWN_ITEMS = 4;
const EXCERPT_LENGTH = 320;

export type HomeView = { items: ShownCard[]; lastArticle: ShownTeaser | null };

/** Null if the data could not be loaded. */
export type HomeDataOrPromise = HomeView | null | Promise<HomeView | null>;

/** Loads the best sellers and the last article; null if they could not be loaded. */
export async function loadHome(context: RouterContext): Promise<HomeView | null> {
  const { locale } = context;
  const home = await loadData(context, (client) => client.home.get.query());
  return (
    home && {
      items: home.items.slice(0, SHOWN_ITEMS).map((item) => cardOf(item, locale)),
      lastArticle: home.lastArticle && teaserOf(home.lastArticle, locale, EXCERPT_LENGTH),
    }
  );
}
