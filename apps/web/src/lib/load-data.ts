import type { Data } from './data.ts';
import type { RouterContext } from './router-context.ts';

/**
 * What a page asks the server for; null while the data is away. The page then shows its error banner, and
 * the server answers 503.
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

/**
 * What a page can do without; null while the data is away. The page is then shown without it, and the server
 * does not keep it.
 */
export async function loadBeside<T>(
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
