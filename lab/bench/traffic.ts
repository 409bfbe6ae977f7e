import { DEVELOPMENT_ACCOUNTS } from '@agres/stripe-emulator/development';

import type { Post } from './visitor.ts';

export const RECIPIENT = {
  firstName: 'Jeanne',
  lastName: 'Martin',
  shippingAddress: 'Relais du Port\n12 rue des Lilas\n69001 Lyon\nFrance',
  cgv: true,
  optionIndex: 0,
  area: 0,
};

export type Purchases = {
  count: number;
  perSecond: number;
  p99Ms: number;
  failures: Map<number, number>;
};

export type Wanted = { id: number; optionIndex: number };

type Purchasing = {
  /** The units to buy, assigned to the buyers in turn. */
  wanted: readonly Wanted[];
  buyers: readonly { post: Post }[];
  seconds: number;
};

/** Members buy one unit after the other, all concurrently, until the time is over, and at least once each. */
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
    p99Ms: percentile(times, 0.99),
    failures,
  };
}

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

/** Returns the value below which a share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
