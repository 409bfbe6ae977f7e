import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Db } from '@agres/db/db';

import { addUser } from '../../apps/server/test/support/rows.ts';
import { ABROAD, RECIPIENT } from '../../apps/server/test/support/shop.ts';
import type { TestCluster } from '../../apps/server/test/support/test-cluster.ts';
import { createVisitor, type Reply, type Visitor } from '../../apps/server/test/support/visitor.ts';

/** The mix of cards: three that pay for each declined one and each that requires 3-D Secure. */
const CARDS = [
  '4242424242424242',
  '4242424242424242',
  '4242424242424242',
  '4000000000000002',
  '4000000000003220',
];
/** How often an attempt is retried while its result is uncertain. */
const ROUNDS = 6;
const LONGEST_PAUSE_MS = 400;

export type Tally = Record<string, number>;

export type Crowd = {
  /** Buys until stopped; retries every uncertain result, at any process. */
  buyWhile: (isRunning: () => boolean) => Promise<void>;
  tally: Tally;
  /** Every call without an answer or with a server error, with its time. */
  failed: readonly string[];
  /** The buyers whose order was confirmed. */
  told: readonly { userId: number; orderId: number }[];
  /** Returns the confirmed orders that do not exist, in the crowd's database or the given one. */
  findLost: (at?: Db) => Promise<{ userId: number; orderId: number }[]>;
};

export type CrowdOptions = {
  size: number;
  itemIds: readonly number[];
  /** A seeded random number, from 0 to below 1. */
  random: () => number;
  addBuyer?: () => Promise<{ id: number; email: string }>;
  /** The longest pause between two purchases; default: none. */
  restMs?: number;
};

type Shop = Pick<TestCluster, 'db' | 'provider'> & {
  /** The processes, or a proxy in front of them. */
  processes: readonly { origin: string }[];
};

export async function createCrowd(
  { db, provider, processes }: Shop,
  { size, itemIds, random, restMs = 0, addBuyer = () => addUser(db) }: CrowdOptions,
): Promise<Crowd> {
  const tally: Tally = {};
  const failed: string[] = [];
  const told: { userId: number; orderId: number }[] = [];
  const below = (limit: number) => Math.floor(random() * limit);
  const anyOrigin = () => processes[below(processes.length)]?.origin ?? '';

  const people: { id: number; visitor: Visitor }[] = [];
  for (let index = 0; index < size; index += 1) {
    const { id, email } = await addBuyer();
    const visitor = createVisitor();
    await visitor.signIn(anyOrigin(), email);
    people.push({ id, visitor });
  }

  const passOrFailChallenges = () => {
    for (const { intentId } of provider.control.challenges()) {
      const outcome = random() < 0.5 ? 'succeed' : 'fail';
      try {
        provider.control.finishChallenge({ intentId, outcome });
      } catch {
        // A process has just cancelled the payment.
      }
    }
  };

  const buyOnce = async ({ id, visitor }: (typeof people)[number], isRunning: () => boolean) => {
    const stripeToken = await provider.cardToken(CARDS[below(CARDS.length)]);
    const itemId = itemIds[below(itemIds.length)];
    const place = [RECIPIENT, ABROAD[1], ABROAD[2]][below(3)];
    const body = { ...RECIPIENT, ...place, id: itemId, stripeToken };
    const key = { 'idempotency-key': randomUUID() };
    for (let round = 0; round < ROUNDS && isRunning(); round += 1) {
      const hour = new Date().toISOString();
      const reply = await visitor.post(`${anyOrigin()}/api/items/buy`, body, key);
      const status = reply === null ? 'none' : String(reply.status);
      tally[status] = (tally[status] ?? 0) + 1;
      if (reply === null || reply.status >= 500) {
        failed.push(`${hour} ${status} ${JSON.stringify(reply?.body)}`);
      }
      if (reply?.status === 200) {
        told.push({ userId: id, orderId: orderIdOf(reply.body) });
        return;
      }
      if (reply?.status === 402) {
        if (random() < 0.5) return;
        passOrFailChallenges();
      } else if (isSoldOut(reply)) return;
      await sleep(below(LONGEST_PAUSE_MS));
    }
  };

  return {
    tally,
    failed,
    told,
    buyWhile: async (isRunning) => {
      const keepBuying = async (person: (typeof people)[number]) => {
        while (isRunning()) {
          await buyOnce(person, isRunning);
          await sleep(below(restMs));
        }
      };
      await Promise.all(people.map(keepBuying));
    },
    findLost: async (at = db) => {
      const orders = await at.order.findMany({ select: { id: true, userId: true } });
      const owners = new Map(orders.map(({ id, userId }) => [id, userId]));
      return told.filter(({ userId, orderId }) => owners.get(orderId) !== userId);
    },
  };
}

function isSoldOut(reply: Reply): boolean {
  return (
    JSON.stringify(reply?.body) ===
    JSON.stringify({ message: 'sold_out_item', code: 'sold_out_item' })
  );
}

function orderIdOf(body: unknown): number {
  if (typeof body === 'object' && body !== null && 'id' in body) return Number(body.id);
  throw new Error('an order without id');
}
