import { randomUUID } from 'node:crypto';

import type { Db } from '@agres/db/db';
import { createPayments } from '@agres/payments/payments';
import { expect } from 'vitest';

import { addUser } from './rows.ts';
import type { ShopProcess } from './shop-process.ts';
import {
  brokenSubscriptionInvariants,
  CARDS,
  SUBSCRIBE,
  subscriptionsAtProvider,
} from './subscribing.ts';
import { killAtStep, type TestCluster } from './test-cluster.ts';
import { createVisitor } from './visitor.ts';

/** The points where a process is killed: the end of a statement or transaction, or a call to the provider. */
const DATABASE_STEPS: Partial<Record<string, RegExp>> = {
  'the attempt is written': /INSERT INTO subscription_attempt[^]*COMMIT/,
  'the customer is written': /payment_customer[^]*COMMIT/,
  'the row is written': /WITH made AS/,
  'the id is written': /SET stripe_subscription_id =/,
  'access is given': /SET state = 'active'[^]*COMMIT/,
  'the failure is stored': /SET failure_code =/,
  'the end is written': /SET state = 'ended'[^]*COMMIT/,
  'the challenge is written': /SET state = 'requires_action'/,
};

const COMMON_STEPS = [
  'the attempt is written',
  'customers.create',
  'the customer is written',
  'the row is written',
  'subscriptions.create',
  'the id is written',
  'payment_intents.confirm',
];
type Card = 'visa' | 'declined' | 'secure';
const STEPS: Record<Card, readonly string[]> = {
  visa: [...COMMON_STEPS, 'access is given'],
  declined: [
    ...COMMON_STEPS,
    'the failure is stored',
    'invoices.void_invoice',
    'subscriptions.cancel',
    'the end is written',
  ],
  secure: [...COMMON_STEPS, 'the challenge is written'],
};

/** One kill: with which card, at which step, and just before or after it. */
export type KillPoint = { card: Card; step: string; moment: 'before' | 'after' };

export const KILL_POINTS: readonly KillPoint[] = (['visa', 'declined', 'secure'] as const).flatMap(
  (card) =>
    STEPS[card].flatMap((step) =>
      (['before', 'after'] as const).map((moment) => ({ card, step, moment })),
    ),
);

export type KillSetup = Pick<TestCluster, 'db' | 'proxy' | 'provider' | 'mailbox'> & {
  victim: ShopProcess;
  /** Starts another process, which gets the same call once the victim is dead. */
  successor: () => Promise<ShopProcess>;
};

const SUBSCRIBED = { status: 200, body: { message: 'subscribed' } };
const REFUSED = { status: 402, body: { message: 'invalid_card' } };
const CHALLENGED = { status: 402, body: { requiresAction: true } };
const REPLIES = {
  visa: { first: SUBSCRIBED, last: SUBSCRIBED },
  declined: { first: REFUSED, last: REFUSED },
  secure: { first: CHALLENGED, last: SUBSCRIBED },
} satisfies Record<Card, object>;

/** Kills a process in the middle of an attempt, and repeats the call until it is complete. */
export async function killAndRetry(setup: KillSetup, point: KillPoint): Promise<void> {
  const { db, provider, mailbox } = setup;
  const { user, visitor, body, key } = await killProcess(setup, point);
  const successor = await setup.successor();
  const url = successor.origin + SUBSCRIBE;
  const { first, last } = REPLIES[point.card];
  expect(await visitor.postUntilAccepted(url, body, key)).toMatchObject(first);
  for (const { intentId } of provider.control.challenges()) {
    provider.control.finishChallenge({ intentId, outcome: 'succeed' });
  }
  expect(await visitor.postUntilAccepted(url, body, key)).toMatchObject(last);
  await untilNothingIsOpen(db);
  const payments = createPayments(provider.config);
  expect(await brokenSubscriptionInvariants({ db, payments })).toEqual([]);
  const isPaid = point.card !== 'declined';
  const active = (await subscriptionsAtProvider({ db, payments }, user.id)).filter(
    ({ status }) => status === 'active',
  );
  expect(active).toHaveLength(isPaid ? 1 : 0);
  const emails = () => mailbox.emails().filter(({ to }) => to.includes(user.email)).length;
  await expect.poll(emails, { timeout: 15_000 }).toBe(isPaid ? 1 : 0);
}

/** Kills a process in the middle of an attempt that no client retries. */
export async function killAndLeave(setup: KillSetup, point: KillPoint): Promise<void> {
  const { db, provider } = setup;
  const { user } = await killProcess(setup, point);
  await setup.successor();
  await untilNothingIsOpen(db);
  const payments = createPayments(provider.config);
  expect(await brokenSubscriptionInvariants({ db, payments })).toEqual([]);
  const living = await db.subscription.count({ where: { userId: user.id, state: 'active' } });
  const paid = await subscriptionsAtProvider({ db, payments }, user.id);
  expect(living).toBe(paid.filter(({ status }) => status === 'active').length);
}

async function killProcess(setup: KillSetup, { card, step, moment }: KillPoint) {
  const { db, provider, victim } = setup;
  const user = await addUser(db);
  const visitor = createVisitor();
  await visitor.signIn(victim.origin, user.email);
  const body = { plan: 'monthly', stripeToken: await provider.cardToken(CARDS[card]) };
  const key = { 'idempotency-key': randomUUID() };

  const pattern = DATABASE_STEPS[step];
  const untilKilled = killAtStep(setup, victim, { step, pattern, moment, timeoutMs: 20_000 });
  const calling = visitor.post(victim.origin + SUBSCRIBE, body, key);
  await untilKilled();
  // The connection breaks with the process: the client gets no answer.
  expect(await calling).toBeNull();
  await victim.gone();
  provider.control.clearFaults();
  // A lease outlasts the calls of its process: the provider has answered the last one before the lease ends.
  await expect
    .poll(() => provider.control.journal().filter(({ status }) => status === null))
    .toEqual([]);
  await db.$executeRaw`UPDATE subscription_attempt SET lease_until = NULL`;
  return { user, visitor, body, key };
}

/** Waits until no attempt is open, as if every lease and hold of the killed processes had expired. */
async function untilNothingIsOpen(db: Db): Promise<void> {
  const open = { kind: 'subscribe', state: { in: ['started', 'requires_action'] } };
  const count = async () => {
    await db.$executeRaw`
      UPDATE subscription_attempt SET lease_until = NULL, hold_until = NULL, next_check_at = now() - interval '1 second'
      WHERE kind = 'subscribe' AND state IN ('started', 'requires_action')
        AND (lease_until IS NULL OR lease_until < now() + interval '40 seconds')`;
    return db.subscriptionAttempt.count({ where: open });
  };
  await expect.poll(count, { timeout: 90_000, interval: 500 }).toBe(0);
}
