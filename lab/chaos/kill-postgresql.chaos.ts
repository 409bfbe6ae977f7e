import { randomUUID } from 'node:crypto';

import { signatureHeaderOf } from '@agres/stripe-emulator/events/signature';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addItem, addUser } from '../../apps/server/test/support/rows.ts';
import type { ShopProcess } from '../../apps/server/test/support/shop-process.ts';
import {
  RECIPIENT,
  webhookSecretOf,
  webhookTargetOf,
} from '../../apps/server/test/support/shop.ts';
import { startStage, type Stage } from '../../apps/server/test/support/stage.ts';
import { createVisitor } from '../../apps/server/test/support/visitor.ts';
import { CARD_NAMES, CARDS, FIRST_REPLY, LAST_REPLY, type Card } from './cards.ts';
import { startRun } from './summary.ts';

/** The points where a process is killed: the end of a transaction, or a call to the provider. */
const DATABASE_STEPS = {
  'TX1 reserve': /INSERT INTO purchase_attempt/,
  'TX2 charge': /SET state = \$\d+, payment_intent_id =/,
  'TX3 paid': /INSERT INTO orders[^]*COMMIT/,
  'TX4 refused': /item_option SET remaining = remaining \+ 1[^]*COMMIT/,
  'TX5 held': /SET state = \$\d+, hold_until = date_trunc/,
  'TX release': /item_option SET remaining = remaining \+ 1/,
} as const;
const WEBHOOK_EVENT = /UPDATE purchase_attempt SET next_check_at = greatest/;
const PROVIDER_STEPS = [
  'payment_intents.create',
  'payment_intents.confirm',
  'payment_intents.retrieve',
  'payment_intents.cancel',
] as const;

type DatabaseStep = keyof typeof DATABASE_STEPS;
type Step = DatabaseStep | (typeof PROVIDER_STEPS)[number];

/** Steps that only one kind of card reaches; all cards reach the others. */
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
const CASES = STEPS.flatMap((step) =>
  (['before', 'after'] as const).flatMap((moment) =>
    CARD_NAMES.filter((card) => (CARD_OF_STEP[step] ?? card) === card).flatMap((card) =>
      (['on', 'off'] as const).map((webhooks) => ({ step, moment, card, webhooks })),
    ),
  ),
);

describe('one of two processes is killed in the middle of a purchase, on PostgreSQL', () => {
  let stage: Stage;
  let victim: ShopProcess;
  let other: ShopProcess;
  const report = startRun('kill matrix, two processes on PostgreSQL');
  let kills = 0;

  beforeAll(async () => {
    stage = await startStage({ processes: 2 });
    const [first, second] = stage.processes;
    if (first === undefined || second === undefined)
      throw new Error('two processes were asked for');
    victim = first;
    other = second;
  });
  afterAll(async () => {
    report({ counts: { kills }, broken: await stage.brokenInvariants() });
    await stage.close();
  });

  /** Kills the victim at a step of the next purchase. */
  const arm = (step: Step, moment: 'before' | 'after') => {
    const { provider, proxy } = stage;
    const pattern = Object.entries(DATABASE_STEPS).find(([name]) => name === step)?.[1];
    if (pattern !== undefined) {
      proxy.cut({ when: pattern, moment, onCut: victim.kill });
      return async () => {};
    }
    provider.control.addFault({ operation: step, effect: 'delay', moment, delayMs: 1000 });
    const before = provider.control.journal({ operation: step }).length;
    return async () => {
      await expect
        .poll(() => provider.control.journal({ operation: step }).length, { interval: 5 })
        .toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, 50));
      victim.kill();
    };
  };

  /** Creates a buyer who is about to buy a new item at the victim. */
  const start = async (card: Card) => {
    const item = await addItem(stage.db);
    const user = await addUser(stage.db);
    const visitor = createVisitor();
    await visitor.signIn(victim.origin, user.email);
    const stripeToken = await stage.provider.cardToken(CARDS[card]);
    return { item, user, visitor, body: { ...RECIPIENT, id: item.id, stripeToken } };
  };

  /** Expires the leases of the killed process and starts another one in its place. */
  const replaceVictim = async () => {
    await victim.gone();
    kills += 1;
    stage.provider.control.clearFaults();
    await stage.db.$executeRaw`UPDATE purchase_attempt SET lease_until = NULL`;
    const index = stage.processes.indexOf(victim);
    return async () => {
      victim = await stage.start();
      stage.processes[index] = victim;
    };
  };

  const isGone = () =>
    fetch(`${victim.origin}/healthz`).then(
      () => false,
      () => true,
    );
  /** Makes a process check for work at once, as a webhook event does. */
  const wake = async ({ origin }: ShopProcess) => {
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'payment_intent.created',
      livemode: false,
      data: { object: { id: 'pi_nobody', object: 'payment_intent', metadata: {} } },
    });
    const seconds = Math.floor(Date.now() / 1000);
    const signature = signatureHeaderOf(body, webhookSecretOf('main'), seconds);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    await fetch(`${origin}/api/webhooks/stripe/main`, { method: 'POST', body, headers });
  };

  const notify = (webhooks: 'on' | 'off') => {
    const targets = webhooks === 'on' ? [webhookTargetOf(other.origin)] : [];
    stage.provider.control.setWebhookTargets(targets);
  };

  test.each(CASES)('$step, $moment: $card, webhooks $webhooks', async (fault) => {
    const { step, moment, card, webhooks } = fault;
    const { item, user, visitor, body } = await start(card);
    const key = { 'idempotency-key': randomUUID() };
    notify(webhooks);

    const strike = arm(step, moment);
    const buying = visitor.post(`${victim.origin}/api/items/buy`, body, key);
    await strike();
    // The connection breaks with the process: the client gets no answer.
    expect(await buying).toBeNull();
    const replace = await replaceVictim();

    // Send the same request to the other process at once.
    const first = await visitor.insist(`${other.origin}/api/items/buy`, body, key);
    expect(first).toMatchObject(FIRST_REPLY[card]);
    // Only the secure card leaves a challenge behind.
    for (const { intentId } of stage.provider.control.challenges()) {
      stage.provider.control.finishChallenge({ intentId, outcome: 'succeed' });
    }
    await replace();
    const last = await visitor.insist(`${victim.origin}/api/items/buy`, body, key);
    expect(last).toMatchObject(LAST_REPLY[card]);
    await stage.untilNothingIsOpen();
    expect(await stage.brokenInvariants()).toEqual([]);
    const sold = card === 'declined' ? 0 : 1;
    expect(await stage.db.order.count({ where: { userId: user.id } })).toBe(sold);
    const options = await stage.db.itemOption.findMany({ where: { itemId: item.id } });
    expect(options.map(({ remaining }) => remaining)).toEqual([5 - sold]);
    const emailsToBuyer = () =>
      stage.mailbox.emails().filter(({ to }) => to.includes(user.email)).length;
    await expect.poll(emailsToBuyer, { timeout: 10_000 }).toBe(sold);
  });

  test.each(
    (['payment_intents.retrieve', 'payment_intents.cancel', 'TX release'] as const).flatMap(
      (step) => (['before', 'after'] as const).map((moment) => ({ step, moment })),
    ),
  )('the reconciler dies at $step, $moment, and the next one goes on', async ({ step, moment }) => {
    const { item, visitor, body } = await start('secure');
    notify('off');
    expect(await visitor.insist(`${victim.origin}/api/items/buy`, body)).toMatchObject(
      FIRST_REPLY.secure,
    );
    const strike = arm(step, moment);
    await stage.db.$executeRaw`
      UPDATE purchase_attempt SET hold_until = NULL, next_check_at = now() - interval '1 second'
      WHERE state = 'requires_action'`;
    await wake(victim);
    await strike();
    await expect.poll(isGone, { timeout: 20_000 }).toBe(true);
    const replace = await replaceVictim();
    await replace();
    await stage.untilNothingIsOpen();
    expect(await stage.brokenInvariants()).toEqual([]);
    const options = await stage.db.itemOption.findMany({ where: { itemId: item.id } });
    expect(options.map(({ remaining }) => remaining)).toEqual([5]);
  });

  test.each(['before', 'after'] as const)(
    'the receiver of a webhook event dies %s it has stored it, and the event comes again',
    async (moment) => {
      const { user, visitor, body } = await start('secure');
      notify('off');
      await visitor.insist(`${victim.origin}/api/items/buy`, body);
      const target = webhookTargetOf(victim.origin);
      stage.provider.control.setWebhookTargets([target]);
      stage.proxy.cut({ when: WEBHOOK_EVENT, moment, onCut: victim.kill });
      for (const { intentId } of stage.provider.control.challenges()) {
        stage.provider.control.finishChallenge({ intentId, outcome: 'succeed' });
      }
      await expect.poll(isGone).toBe(true);
      const failed = () =>
        stage.provider.control
          .deliveries()
          .filter(({ url: sentTo, result }) => sentTo === target.url && result === 'failed');
      await expect.poll(() => failed().length).toBeGreaterThan(0);
      const replace = await replaceVictim();
      notify('on');
      for (const eventId of new Set(failed().map((delivery) => delivery.eventId))) {
        stage.provider.control.resendEvent({ eventId });
      }
      const orders = () => stage.db.order.count({ where: { userId: user.id } });
      await expect.poll(orders, { timeout: 15_000 }).toBe(1);
      await replace();
      expect(await stage.brokenInvariants()).toEqual([]);
    },
  );

  test.each(CASES.filter(({ webhooks, card }) => webhooks === 'off' && card !== 'secure'))(
    '$step, $moment: $card, and nobody ever asks again',
    async ({ step, moment, card }) => {
      const { visitor, body } = await start(card);
      notify('off');
      const strike = arm(step, moment);
      const buying = visitor.post(`${victim.origin}/api/items/buy`, body);
      await strike();
      expect(await buying).toBeNull();
      const replace = await replaceVictim();
      await replace();
      await stage.untilNothingIsOpen();
      expect(await stage.brokenInvariants()).toEqual([]);
    },
  );
});
