import type { Data } from './data.ts';
import type { RouterContext } from './router-context.ts';

/**
 * What a page asks the server for; null while the data is away. The page then shows its error banner, whose
 * words are brought for it, and the server answers 503.
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
    // Without a network these do not come either; the page is worth more than the words of its banner.
    await context.texts.load('codes').catch(() => undefined);
    return null;
  }
}
