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

/** A longer list is treated as endless. */
const MAX_PAGES = 1000;

/** Empty for the first page. */
export type PageStart = { starting_after?: string };

/**
 * Yields all items of a list, page by page, newest first, and ends after the first answer that is not known.
 * A list that repeats items, claims more but returns none, or does not end yields such an answer. `isNone`
 * recognises an error that means an empty list.
 */
export async function* listAll<T extends { id: string }>(
  client: AccountClient,
  readPage: (from: PageStart, options: CallOptions) => Promise<Stripe.ApiList<T>>,
  isNone: (error: ProviderError) => boolean = () => false,
): AsyncGenerator<Answer<T>> {
  const readEmpty = (error: ProviderError) => (isNone(error) ? known(noPage<T>()) : undefined);
  const seen = new Set<string>();
  let from: PageStart = {};
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const start = from;
    const page = await ask(client, (options) => readPage(start, options), readEmpty);
    if (page.outcome !== 'known') {
      yield page;
      return;
    }
    for (const one of page.value.data) {
      // guard: a list that repeats an object counts as an unknown answer
      if (seen.has(one.id)) {
        yield unanswered('the list contains an object twice');
        return;
      }
      seen.add(one.id);
      yield known(one);
    }
    if (!page.value.has_more) return;
    const last = page.value.data.at(-1)?.id;
    if (last === undefined) {
      yield unanswered('the list breaks off');
      return;
    }
    from = { starting_after: last };
  }
  yield unanswered('the list does not end');
}

const noPage = <T>(): Stripe.ApiList<T> => ({ object: 'list', data: [], has_more: false, url: '' });
