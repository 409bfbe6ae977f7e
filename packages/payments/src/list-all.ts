import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import {
  ask,
  known,
  unanswered,
  type Answer,
  type CallOptions,
  type ProviderError,
} from './answer.ts';

/** The provider's maximum page size. */
export const PAGE = 100;

/** The maximum number of pages; a longer list is treated as endless. */
const MAX_PAGES = 1000;

/** The item after which a page starts; empty for the first page. */
export type PageStart = { starting_after?: string };

type Page<T> = Pick<Stripe.ApiList<T>, 'data' | 'has_more'>;

/**
 * Returns all items of a list, read page by page, newest first. An answer about a page that is not known is the
 * answer about the list. So is `unknown` for a list that repeats items, claims more but returns none, or does
 * not end. `isNone` recognises an error that means an empty list.
 */
export async function listAll<T extends { id: string }>(
  client: AccountClient,
  readPage: (from: PageStart, options: CallOptions) => Promise<Page<T>>,
  isNone: (error: ProviderError) => boolean = () => false,
): Promise<Answer<T[]>> {
  const none: Page<T> = { data: [], has_more: false };
  const readEmpty = (error: ProviderError) => (isNone(error) ? known(none) : undefined);
  const items = new Map<string, T>();
  let from: PageStart = {};
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const start = from;
    const page = await ask(client, (options) => readPage(start, options), readEmpty);
    if (page.outcome !== 'known') return page;
    const { data, has_more: hasMore } = page.value;
    for (const one of data) {
      // guard: a list that repeats an object counts as an unknown answer
      if (items.has(one.id)) return unanswered('the list contains an object twice');
      items.set(one.id, one);
    }
    if (!hasMore) return known([...items.values()]);
    const last = data.at(-1)?.id;
    if (last === undefined) return unanswered('the list breaks off');
    from = { starting_after: last };
  }
  return unanswered('the list does not end');
}
