import { setTimeout as sleep } from 'node:timers/promises';

import type { Db } from '@agres/db/db';
import { DEVELOPMENT_ACCOUNTS } from '@agres/stripe-emulator/development';

import { MEMBERS } from '../../e2e/content.ts';
import { signIn, type Post } from './visitor.ts';

/** The fields of a purchase besides item and card. */
export const RECIPIENT = {
  firstName: 'Jeanne',
  lastName: 'Martin',
  shippingAddress: 'Relais du Port\n12 rue des Lilas\n69001 Lyon\nFrance',
  cgv: true,
  optionIndex: 0,
  area: 0,
};

/** Changes stock at a given rate per second without raising alerts, until it is stopped. */
export function changeStock(db: Db, perSecond: number): () => Promise<void> {
  const stopped = new AbortController();
  const change = async () => {
    while (!stopped.signal.aborted) {
      await db.$executeRaw`
        UPDATE item_option SET remaining = remaining - 1
        WHERE id = (SELECT id FROM item_option WHERE remaining > 1000 ORDER BY random() LIMIT 1)`;
      await sleep(1000 / perSecond);
    }
  };
  const changing = change();
  return async () => {
    stopped.abort();
    await changing;
  };
}

/** The results of purchases; `failures` counts the status codes other than 200. */
export type Purchases = {
  count: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  failures: Map<number, number>;
};

/** An item to buy, and the index of its option. */
export type Wanted = { id: number; optionIndex: number };

type Purchasing = {
  /** The units to buy, assigned to the buyers in turn. */
  wanted: readonly Wanted[];
  buyers: readonly { post: Post }[];
  seconds: number;
};

/**
 * Has members buy one unit after the other, all concurrently, until the time is over, and at least once each.
 */
export async function purchase(
  { providerUrl }: { providerUrl: string },
  { wanted, buyers, seconds }: Purchasing,
): Promise<Purchases> {
  const times: number[] = [];
  const failures = new Map<number, number>();
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const buyOn = async (buyer: { post: Post }, index: number) => {
    do {
      const stripeToken = await cardToken(providerUrl);
      const { status, ms } = await buyer.post('/api/items/buy', {
        ...RECIPIENT,
        ...wanted[index % wanted.length],
        stripeToken,
      });
      if (status === 200) times.push(ms);
      else failures.set(status, (failures.get(status) ?? 0) + 1);
    } while (performance.now() < endsAt);
  };
  await Promise.all(buyers.map(buyOn));
  if (times.length === 0)
    throw new Error(`No purchase went through: ${[...failures.keys()].join(', ')}.`);
  return {
    count: times.length,
    perSecond: (times.length * 1000) / (performance.now() - startedAt),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    failures,
  };
}

/** Creates a card token as the browser does. */
export async function cardToken(providerUrl: string): Promise<string> {
  const response = await fetch(`${providerUrl}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEVELOPMENT_ACCOUNTS.main.publishableKey}` },
    body: new URLSearchParams({
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '2039',
      'card[cvc]': '123',
    }),
  });
  const { id }: { id: string } = await response.json();
  return id;
}

/** Measures the 95th percentile of other requests' times during concurrent log-ins, in milliseconds. */
export async function timeDuringLogIns(origin: string, logIns: number): Promise<number> {
  const over = new AbortController();
  const storm = Promise.allSettled(
    Array.from({ length: logIns }, (_, index) =>
      signIn(origin, MEMBERS[index % MEMBERS.length]?.email ?? ''),
    ),
  ).finally(() => over.abort());
  const times: number[] = [];
  while (!over.signal.aborted) {
    const startedAt = performance.now();
    await (await fetch(`${origin}/api/users/status`)).arrayBuffer();
    times.push(performance.now() - startedAt);
    await sleep(10);
  }
  await storm;
  return percentile(times, 0.95);
}

/** Measures the time from a change until a URL shows it, in milliseconds. */
export async function timeToShow(
  url: string,
  change: () => Promise<unknown>,
  isShown: (body: string) => boolean,
): Promise<number> {
  await change();
  const startedAt = performance.now();
  while (!isShown(await (await fetch(url)).text())) {
    if (performance.now() - startedAt > 5000) throw new Error(`${url} never showed the change.`);
    await sleep(5);
  }
  return performance.now() - startedAt;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
