import { randomUUID } from 'node:crypto';

import { createDb, type DbHandle } from '@shop/db/db';
import { createTestDatabase, type TestDatabase } from '@shop/db/testing';
import { startPostgresProxy, type PostgresProxy } from '@shop/db/testing/postgres-proxy';
import { startMailbox, type Mailbox } from '@shop/mail/mailbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { TEST_CONFIG } from '../testing.ts';
import { addItem, addUser } from '../testing/rows.ts';
import {
  findBrokenLaws,
  RECIPIENT,
  startTestProvider,
  webhookSecretOf,
  type TestProvider,
} from '../testing/shop.ts';
import { startShopProcess, type ShopProcess } from './process.ts';
import { createVisitor } from './visitor.ts';

/** Where a process dies: at the end of a transaction, or at a call of the provider. */
const DATABASE_STEPS = {
  'TX1 reserve': /INSERT INTO purchase_attempt[^]*COMMIT/,
  'TX2 charge': /SET state = \$\d+, payment_intent_id =/,
  'TX3 paid': /INSERT INTO orders[^]*COMMIT/,
  'TX4 refused': /item_option SET remaining = remaining \+ 1[^]*COMMIT/,
  'TX5 held': /SET state = \$\d+, hold_until = clock_timestamp/,
} as const;
const PROVIDER_STEPS = ['payment_intents.create', 'payment_intents.confirm'] as const;

const CARDS = {
  paid: '4242424242424242',
  declined: '4000000000000002',
  secure: '4000000000003220',
} as const;
type Card = keyof typeof CARDS;

const SOLD = { status: 200, body: { status: 'waiting' } };
const REFUSED = { status: 402, body: { message: 'invalid_card' } };
/** What the same call is told by the next process, before and after the challenge. */
const FIRST_REPLY = {
  paid: SOLD,
  declined: REFUSED,
  secure: { status: 402, body: { requiresAction: true } },
} satisfies Record<Card, object>;
const LAST_REPLY = { paid: SOLD, declined: REFUSED, secure: SOLD } satisfies Record<Card, object>;

type DatabaseStep = keyof typeof DATABASE_STEPS;
type Step = DatabaseStep | (typeof PROVIDER_STEPS)[number];

/** The step that only one kind of card comes to; all others are everybody's. */
const CARD_OF_STEP: Partial<Record<Step, Card>> = {
  'TX3 paid': 'paid',
  'TX4 refused': 'declined',
  'TX5 held': 'secure',
};

const STEPS: Step[] = [
  'TX1 reserve',
  'payment_intents.create',
  'TX2 charge',
  'payment_intents.confirm',
  'TX3 paid',
  'TX4 refused',
  'TX5 held',
];
const CARD_NAMES: Card[] = ['paid', 'declined', 'secure'];
const CASES = STEPS.flatMap((step) =>
  (['before', 'after'] as const).flatMap((moment) =>
    CARD_NAMES.filter((card) => (CARD_OF_STEP[step] ?? card) === card).flatMap((card) =>
      (['on', 'off'] as const).map((webhooks) => ({ step, moment, card, webhooks })),
    ),
  ),
);

describe('a process that is killed in the middle of a purchase', () => {
  let database: TestDatabase;
  let direct: DbHandle;
  let proxy: PostgresProxy;
  let provider: TestProvider;
  let mailbox: Mailbox;
  let shop: ShopProcess;

  const startProcess = async () => {
    shop = await startShopProcess({
      config: TEST_CONFIG,
      databaseUrl: proxy.url,
      payments: provider.config,
      smtpUrl: mailbox.smtpUrl,
    });
  };

  beforeAll(async () => {
    database = await createTestDatabase({ on: 'postgresql' });
    direct = await createDb(database.url);
    proxy = await startPostgresProxy(database.url);
    provider = await startTestProvider();
    mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
    await startProcess();
  });
  afterAll(async () => {
    await shop.gone();
    await provider.close();
    await mailbox.close();
    await proxy.close();
    await direct.close();
    await database.close();
  });

  /** Has the process killed at a step of the next purchase. */
  const arm = (step: Step, moment: 'before' | 'after') => {
    const pattern = Object.entries(DATABASE_STEPS).find(([name]) => name === step)?.[1];
    if (pattern !== undefined) {
      proxy.cut({ when: pattern, moment, onCut: shop.kill });
      return async () => {};
    }
    provider.control.addFault({ operation: step, effect: 'delay', moment, delayMs: 1000 });
    const before = provider.control.journal({ operation: step }).length;
    return async () => {
      await expect
        .poll(() => provider.control.journal({ operation: step }).length, { interval: 5 })
        .toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, 50));
      shop.kill();
    };
  };

  const settle = async () => {
    await direct.db.$executeRaw`
      UPDATE purchase_attempt SET lease_until = NULL, next_check_at = now()
      WHERE state IN ('reserved', 'charging', 'requires_action')`;
    const isOver = async () =>
      (await direct.db.purchaseAttempt.count({
        where: { state: { in: ['reserved', 'charging', 'requires_action'] } },
      })) === 0;
    await expect.poll(isOver, { timeout: 15_000 }).toBe(true);
  };

  test.each(CASES)('$step, $moment: $card, webhooks $webhooks', async (fault) => {
    const { step, moment, card, webhooks } = fault;
    const item = await addItem(direct.db);
    const user = await addUser(direct.db);
    const visitor = createVisitor();
    await visitor.signIn(shop.origin, user.email);
    const body = { ...RECIPIENT, id: item.id, stripeToken: await provider.cardToken(CARDS[card]) };
    const key = { 'idempotency-key': randomUUID() };

    const strike = arm(step, moment);
    const buying = visitor.post(`${shop.origin}/api/items/buy`, body, key);
    await strike();
    // The connection breaks with the process: nobody is told anything.
    expect(await buying).toBeNull();
    await shop.gone();
    provider.control.clearFaults();

    await startProcess();
    provider.control.setWebhookTargets(
      webhooks === 'on'
        ? [
            {
              account: 'main',
              url: `${shop.origin}/api/webhooks/stripe/main`,
              secret: webhookSecretOf('main'),
            },
          ]
        : [],
    );
    await direct.db.$executeRaw`UPDATE purchase_attempt SET lease_until = NULL`;
    const first = await visitor.insist(`${shop.origin}/api/items/buy`, body, key);
    expect(first).toMatchObject(FIRST_REPLY[card]);
    // Only the secure card leaves a challenge behind.
    for (const { intentId } of provider.control.challenges()) {
      provider.control.finishChallenge({ intentId, outcome: 'succeed' });
    }
    const last = await visitor.insist(`${shop.origin}/api/items/buy`, body, key);
    expect(last).toMatchObject(LAST_REPLY[card]);
    await settle();
    expect(await findBrokenLaws(direct.db, provider.control)).toEqual([]);
    const sold = card === 'declined' ? 0 : 1;
    expect(await direct.db.order.count({ where: { userId: user.id } })).toBe(sold);
    const options = await direct.db.itemOption.findMany({ where: { itemId: item.id } });
    expect(options.map(({ remaining }) => remaining)).toEqual([5 - sold]);
    const lettersToBuyer = () =>
      mailbox.letters().filter(({ to }) => to.includes(user.email)).length;
    await expect.poll(lettersToBuyer, { timeout: 10_000 }).toBe(sold);
  });

  test.each(CASES.filter(({ webhooks, card }) => webhooks === 'off' && card !== 'secure'))(
    '$step, $moment: $card, and nobody ever asks again',
    async ({ step, moment }) => {
      const item = await addItem(direct.db);
      const user = await addUser(direct.db);
      const visitor = createVisitor();
      await visitor.signIn(shop.origin, user.email);
      const stripeToken = await provider.cardToken();
      const strike = arm(step, moment);
      const card = step === 'TX4 refused' ? await provider.cardToken(CARDS.declined) : stripeToken;
      const body = { ...RECIPIENT, id: item.id, stripeToken: card };
      const buying = visitor.post(`${shop.origin}/api/items/buy`, body);
      await strike();
      expect(await buying).toBeNull();
      await shop.gone();
      provider.control.clearFaults();
      await startProcess();
      await settle();
      expect(await findBrokenLaws(direct.db, provider.control)).toEqual([]);
    },
  );
});
