import type { Stripe } from 'stripe';

import { ask, known, type Answer } from './answer.ts';

/** How many one page of a list has at most. */
export const PAGE = 100;

/** Where a page begins; nothing for the first. */
export type From = { starting_after?: string };

/** Everything in a list, page by page, newest first; ends after the first answer that is not known. */
export async function* everyOne<T extends { id: string }>(
  timeoutMs: number,
  readPage: (from: From) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<Answer<T>> {
  let from: From = {};
  for (;;) {
    const start = from;
    const page = await ask(() => readPage(start), timeoutMs);
    if (page.outcome !== 'known') {
      yield page;
      return;
    }
    for (const one of page.value.data) yield known(one);
    const last = page.value.data.at(-1)?.id;
    if (!page.value.has_more || last === undefined) return;
    from = { starting_after: last };
  }
}
