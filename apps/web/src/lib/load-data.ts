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
