import type { Data } from './data.ts';
import type { RouterContext } from './router-context.ts';

/**
 * Fills the cache for a page before it renders. It returns nothing on purpose: the page reads the cache, and
 * a returned value would be handed to the browser a second time. When the data is away, the page shows its
 * error banner and the server answers 503.
 */
export async function prefetch(
  context: RouterContext,
  load: (utils: Data['utils']) => Promise<unknown>,
): Promise<void> {
  const { utils } = await context.data.load();
  try {
    await load(utils);
  } catch {
    context.reportOutage();
  }
}
