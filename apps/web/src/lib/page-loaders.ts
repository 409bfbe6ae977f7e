import type { Data } from './data.ts';
import type { RouterContext } from './router-context.ts';

/**
 * Loads data that a page needs, for the `loader` of its route (src/routes). Returns null if the data is
 * unavailable; the page then shows its error banner and the server responds with 503.
 */
export async function loadData<T>(
  context: RouterContext,
  ask: (client: Data['client']) => Promise<T>,
): Promise<T | null> {
  try {
    const { client } = await context.data.load();
    return await ask(client);
  } catch {
    context.reportOutage();
    return null;
  }
}

/**
 * Fills the query cache before a page renders. It returns nothing: the page reads the cache, and a returned value
 * would be sent to the browser twice. If the data is unavailable, the page shows its error banner and the server
 * responds with 503.
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

/**
 * Loads optional data. Returns null if it is unavailable. The page then renders without it, and the server does
 * not cache that page.
 */
export async function loadOptional<T>(
  context: RouterContext,
  ask: (client: Data['client']) => Promise<T>,
): Promise<T | null> {
  try {
    const { client } = await context.data.load();
    return await ask(client);
  } catch {
    return null;
  }
}
