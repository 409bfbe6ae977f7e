import { pathOf } from '@agres/domain/paths';

import { MEMBERS } from '../../e2e/content.ts';
import type { Site } from '../../e2e/site.ts';
import { cardToken, percentile, RECIPIENT } from './traffic.ts';
import { signIn, type Visitor } from './visitor.ts';

/** Has two hundred orders in both shops. */
export const BUSIEST = MEMBERS[0]?.email ?? '';
const BUYERS = 20;
const CALLS = 60;

export type SiteToAsk = { site: Site; itemId: number };

export type CallTimes = { name: string; largeMs: number; smallMs: number; ratio: number };

/** Measures the 95th percentile of call times in both shops, in alternate turns. */
export async function compareCalls(large: SiteToAsk, small: SiteToAsk): Promise<CallTimes[]> {
  const [inLarge, inSmall] = await Promise.all([callsOf(large), callsOf(small)]);
  const times: CallTimes[] = [];
  for (const [index, [name, call]] of inLarge.entries()) {
    const other = inSmall[index]?.[1] ?? call;
    const taken = { large: [] as number[], small: [] as number[] };
    for (let turn = 0; turn < CALLS + 5; turn += 1) {
      const [largeMs, smallMs] = [await timed(() => call(turn)), await timed(() => other(turn))];
      // Warm-up: the first calls include compilation.
      if (turn < 5) continue;
      taken.large.push(largeMs);
      taken.small.push(smallMs);
    }
    const largeMs = percentile(taken.large, 0.95);
    const smallMs = percentile(taken.small, 0.95);
    times.push({ name, largeMs, smallMs, ratio: largeMs / smallMs });
  }
  return times;
}

type Call = (turn: number) => Promise<unknown>;

async function callsOf({ site, itemId }: SiteToAsk): Promise<[name: string, call: Call][]> {
  const { origin, providerUrl } = site;
  const busiest = await signIn(origin, BUSIEST);
  const buyers = await signInBuyers(site);
  const read = async (path: string, status = 200) => {
    const answer = await fetch(origin + path, { headers: { cookie: busiest.cookie } });
    await answer.arrayBuffer();
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}.`);
  };
  return [
    ['item page', () => read(pathOf('item', 'fr', { id: itemId }))],
    ['log-in', (turn) => signIn(origin, MEMBERS[100 + turn]?.email ?? '')],
    ['profile of a member with 200 orders', () => read(pathOf('profile', 'fr'))],
    ['GET /api/users/status of the same', () => read('/api/users/status')],
    [
      'purchase',
      async (turn) => {
        const buyer = buyers[turn % BUYERS];
        const stripeToken = await cardToken(providerUrl);
        const bought = await buyer?.post('/api/items/buy', {
          ...RECIPIENT,
          id: itemId,
          stripeToken,
        });
        if (bought?.status !== 200) throw new Error(`A purchase answered ${bought?.status}.`);
      },
    ],
  ];
}

async function signInBuyers({ origin }: Site): Promise<Visitor[]> {
  const buyers: Visitor[] = [];
  for (const { email } of MEMBERS.slice(1, BUYERS + 1)) buyers.push(await signIn(origin, email));
  return buyers;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs;
}
