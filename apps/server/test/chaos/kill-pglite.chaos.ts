import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { createDb } from '@agres/db/db';
import { createTestDatabase, type TestDatabase } from '@agres/db/testing';
import { startMailbox, type Mailbox } from '@agres/mail/mailbox';
import { createRandom } from '@agres/stripe-emulator/random';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { addItem, addUser } from '../support/rows.ts';
import { startShopProcess, type ShopProcess } from '../support/shop-process.ts';
import {
  findBrokenInvariants,
  RECIPIENT,
  startTestProvider,
  type TestProvider,
} from '../support/shop.ts';
import { createVisitor } from '../support/visitor.ts';
import { CARD_NAMES, CARDS, FIRST_REPLY, LAST_REPLY } from './cards.ts';
// For the declaration of what the configuration provides.
import type {} from './chaos-plan.ts';
import { startRun } from './summary.ts';

const OPERATIONS = ['payment_intents.create', 'payment_intents.confirm'] as const;
const AT_CALLS = OPERATIONS.flatMap((operation) =>
  (['before', 'after'] as const).flatMap((moment) =>
    CARD_NAMES.map((card) => ({ operation, moment, card })),
  ),
);
const { seed } = inject('chaosPlan');
const random = createRandom(seed);
/** From before the first transaction to after the last. */
const AT_ANY_TIME = Array.from({ length: 20 }, (_, index) => ({
  card: CARD_NAMES[index % CARD_NAMES.length] ?? 'paid',
  afterMs: Math.floor(random() * 120),
}));

// Only the process may open the directory while it runs: everything is prepared before it
// starts and compared after it has ended.
describe('the only process is killed in the middle of a purchase, on PGlite', () => {
  let database: TestDatabase;
  let provider: TestProvider;
  let mailbox: Mailbox;
  let shop: ShopProcess;
  const prepared: { email: string; itemId: number }[] = [];
  const report = startRun('kill matrix, one process on PGlite');
  let kills = 0;

  const startProcess = async () => {
    shop = await startShopProcess({
      databaseUrl: database.url,
      provider,
      smtpUrl: mailbox.smtpUrl,
      mode: 'production',
    });
  };

  beforeAll(async () => {
    database = await createTestDatabase({ on: 'pglite' });
    provider = await startTestProvider();
    mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
    const { db, close } = await createDb(database.url);
    for (let index = 0; index < AT_CALLS.length + AT_ANY_TIME.length; index += 1) {
      const [user, item] = [await addUser(db), await addItem(db)];
      prepared.push({ email: user.email, itemId: item.id });
    }
    await close();
    await startProcess();
  });
  afterAll(async () => {
    await provider.close();
    await mailbox.close();
    await database.close();
  });

  const start = async (card: (typeof CARD_NAMES)[number]) => {
    const { email, itemId } = prepared.pop() ?? { email: '', itemId: 0 };
    const visitor = createVisitor();
    await visitor.signIn(shop.origin, email);
    const stripeToken = await provider.cardToken(CARDS[card]);
    const body = { ...RECIPIENT, id: itemId, stripeToken };
    const key = { 'idempotency-key': randomUUID() };
    return () => visitor.insist(`${shop.origin}/api/items/buy`, body, key);
  };

  const passChallenges = () => {
    for (const { intentId } of provider.control.challenges()) {
      provider.control.finishChallenge({ intentId, outcome: 'succeed' });
    }
  };

  const killAndStart = async () => {
    await shop.gone();
    kills += 1;
    provider.control.clearFaults();
    await startProcess();
  };

  test.each(AT_CALLS)('$operation, $moment: $card', async ({ operation, moment, card }) => {
    const buy = await start(card);
    provider.control.addFault({ operation, effect: 'delay', moment, delayMs: 1000 });
    const before = provider.control.journal({ operation }).length;
    const buying = buy();
    await expect
      .poll(() => provider.control.journal({ operation }).length, { interval: 5 })
      .toBeGreaterThan(before);
    await sleep(50);
    shop.kill();
    expect(await buying).toBeNull();
    await killAndStart();
    expect(await buy()).toMatchObject(FIRST_REPLY[card]);
    passChallenges();
    expect(await buy()).toMatchObject(LAST_REPLY[card]);
  });

  test.each(AT_ANY_TIME)('$card, after $afterMs ms', async ({ card, afterMs }) => {
    const buy = await start(card);
    const buying = buy();
    await sleep(afterMs);
    shop.kill();
    await buying;
    await killAndStart();
    await buy();
    passChallenges();
    expect(await buy()).toMatchObject(LAST_REPLY[card]);
  });

  test('and in the end every invariant holds, and nothing is open', async () => {
    expect(await shop.stop()).toBe(0);
    const { db, close } = await createDb(database.url);
    const broken = await findBrokenInvariants(db, provider.control);
    const open = await db.purchaseAttempt.count({
      where: { state: { in: ['reserved', 'charging', 'requires_action'] } },
    });
    const orders = await db.order.count();
    await close();
    report({ counts: { seed, kills, orders, open }, broken });
    expect(broken).toEqual([]);
    expect(open).toBe(0);
    expect(orders).toBe(
      [...AT_CALLS, ...AT_ANY_TIME].filter(({ card }) => card !== 'declined').length,
    );
  });
});
