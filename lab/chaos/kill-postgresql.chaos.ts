import { randomUUID } from 'node:crypto';

import { signatureHeaderOf } from '@agres/stripe-emulator/events/signature';
import { describe, expect, test } from 'vitest';

import { addItem, addUser } from '../../apps/server/test/support/rows.ts';
import type { ShopProcess } from '../../apps/server/test/support/shop-process.ts';
import {
  RECIPIENT,
  webhookSecretOf,
  webhookTargetOf,
} from '../../apps/server/test/support/shop.ts';
import { createVisitor } from '../../apps/server/test/support/visitor.ts';
import { CARD_NAMES, CARDS, FIRST_REPLY, LAST_REPLY, type Card } from './cards.ts';
import { killPointsAt, startKillRun } from './kill-run.ts';

/** The points where a process is killed: the end of a transaction, or a call to the provider. */
const DATABASE_STEPS = {
  'TX1 reserve': /INSERT INTO purchase_attempt/,
  'TX2 charge': /SET state = \$\d+, payment_intent_id =/,
  'TX3 paid': /INSERT INTO orders[^]*COMMIT/,
  'TX4 refused': /item_option SET remaining = remaining \+ 1[^]*COMMIT/,
  'TX5 held': /SET state = \$\d+, hold_until = date_trunc/,
  'TX release': /item_option SET remaining = remaining \+ 1/,
};
const WEBHOOK_EVENT = /UPDATE purchase_attempt SET next_check_at = greatest/;

/** Steps that only one kind of card reaches; all cards reach the others. */
const CARD_OF_STEP: Partial<Record<string, Card>> = {
  'TX3 paid': 'paid',
  'TX4 refused': 'declined',
  'TX5 held': 'secure',
};

const STEPS = [
  'TX1 reserve',
  'payment_intents.create',
  'TX2 charge',
  'payment_intents.confirm',
  'TX3 paid',
  'TX4 refused',
  'TX5 held',
];
const CASES = killPointsAt(STEPS).flatMap((point) =>
  CARD_NAMES.filter((card) => (CARD_OF_STEP[point.step] ?? card) === card).flatMap((card) =>
    (['on', 'off'] as const).map((webhooks) => ({ ...point, card, webhooks })),
  ),
);

describe('one of two processes is killed during a purchase, on PostgreSQL', () => {
  const run = startKillRun({
    name: 'kill matrix, two processes on PostgreSQL',
    processes: 2,
    databaseSteps: DATABASE_STEPS,
  });

  const start = async (card: Card) => {
    const item = await addItem(run.cluster.db);
    const user = await addUser(run.cluster.db);
    const visitor = createVisitor();
    await visitor.signIn(run.victim.origin, user.email);
    const stripeToken = await run.cluster.provider.cardToken(CARDS[card]);
    return { item, user, visitor, body: { ...RECIPIENT, id: item.id, stripeToken } };
  };

  /** Expires the leases of the killed process, before another one starts in its place. */
  const untilVictimIsDead = async () => {
    await run.untilDead();
    await run.cluster.db.$executeRaw`UPDATE purchase_attempt SET lease_until = NULL`;
  };

  const isGone = () =>
    fetch(`${run.victim.origin}/healthz`).then(
      () => false,
      () => true,
    );
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
    const targets = webhooks === 'on' ? [webhookTargetOf(run.other.origin)] : [];
    run.cluster.provider.control.setWebhookTargets(targets);
  };

  test.each(CASES)('$step, $moment: $card, webhooks $webhooks', async (fault) => {
    const { card, webhooks } = fault;
    const { item, user, visitor, body } = await start(card);
    const key = { 'idempotency-key': randomUUID() };
    notify(webhooks);

    const untilKilled = run.killAt(fault);
    const buying = visitor.post(`${run.victim.origin}/api/items/buy`, body, key);
    await untilKilled();
    // The connection breaks with the process, so the client gets no answer.
    expect(await buying).toBeNull();
    await untilVictimIsDead();

    const first = await visitor.postUntilAccepted(`${run.other.origin}/api/items/buy`, body, key);
    expect(first).toMatchObject(FIRST_REPLY[card]);
    // Only the secure card leaves a challenge behind.
    for (const { intentId } of run.cluster.provider.control.challenges()) {
      run.cluster.provider.control.finishChallenge({ intentId, outcome: 'succeed' });
    }
    await run.replace();
    const last = await visitor.postUntilAccepted(`${run.victim.origin}/api/items/buy`, body, key);
    expect(last).toMatchObject(LAST_REPLY[card]);
    await run.cluster.untilNothingIsOpen();
    expect(await run.cluster.brokenInvariants()).toEqual([]);
    const sold = card === 'declined' ? 0 : 1;
    expect(await run.cluster.db.order.count({ where: { userId: user.id } })).toBe(sold);
    const options = await run.cluster.db.itemOption.findMany({ where: { itemId: item.id } });
    expect(options.map(({ remaining }) => remaining)).toEqual([5 - sold]);
    const emailsToBuyer = () =>
      run.cluster.mailbox.emails().filter(({ to }) => to.includes(user.email)).length;
    await expect.poll(emailsToBuyer, { timeout: 10_000 }).toBe(sold);
  });

  test.each(killPointsAt(['payment_intents.retrieve', 'payment_intents.cancel', 'TX release']))(
    'a reconciler killed at $step, $moment, is replaced by the next one',
    async (point) => {
      const { item, visitor, body } = await start('secure');
      notify('off');
      expect(
        await visitor.postUntilAccepted(`${run.victim.origin}/api/items/buy`, body),
      ).toMatchObject(FIRST_REPLY.secure);
      const untilKilled = run.killAt(point);
      await run.cluster.db.$executeRaw`
      UPDATE purchase_attempt SET hold_until = NULL, next_check_at = now() - interval '1 second'
      WHERE state = 'requires_action'`;
      await wake(run.victim);
      await untilKilled();
      await expect.poll(isGone, { timeout: 20_000 }).toBe(true);
      await untilVictimIsDead();
      await run.replace();
      await run.cluster.untilNothingIsOpen();
      expect(await run.cluster.brokenInvariants()).toEqual([]);
      const options = await run.cluster.db.itemOption.findMany({ where: { itemId: item.id } });
      expect(options.map(({ remaining }) => remaining)).toEqual([5]);
    },
  );

  test.each(['before', 'after'] as const)(
    'a webhook receiver killed %s storing an event handles its redelivery',
    async (moment) => {
      const { user, visitor, body } = await start('secure');
      notify('off');
      await visitor.postUntilAccepted(`${run.victim.origin}/api/items/buy`, body);
      const target = webhookTargetOf(run.victim.origin);
      run.cluster.provider.control.setWebhookTargets([target]);
      run.cluster.proxy.cut({ when: WEBHOOK_EVENT, moment, onCut: run.victim.kill });
      for (const { intentId } of run.cluster.provider.control.challenges()) {
        run.cluster.provider.control.finishChallenge({ intentId, outcome: 'succeed' });
      }
      await expect.poll(isGone).toBe(true);
      const failed = () =>
        run.cluster.provider.control
          .deliveries()
          .filter(({ url: sentTo, result }) => sentTo === target.url && result === 'failed');
      await expect.poll(() => failed().length).toBeGreaterThan(0);
      await untilVictimIsDead();
      notify('on');
      for (const eventId of new Set(failed().map((delivery) => delivery.eventId))) {
        run.cluster.provider.control.resendEvent({ eventId });
      }
      const orders = () => run.cluster.db.order.count({ where: { userId: user.id } });
      await expect.poll(orders, { timeout: 15_000 }).toBe(1);
      await run.replace();
      expect(await run.cluster.brokenInvariants()).toEqual([]);
    },
  );

  test.each(CASES.filter(({ webhooks, card }) => webhooks === 'off' && card !== 'secure'))(
    '$step, $moment: $card, without a retry',
    async ({ card, ...point }) => {
      const { visitor, body } = await start(card);
      notify('off');
      const untilKilled = run.killAt(point);
      const buying = visitor.post(`${run.victim.origin}/api/items/buy`, body);
      await untilKilled();
      expect(await buying).toBeNull();
      await untilVictimIsDead();
      await run.replace();
      await run.cluster.untilNothingIsOpen();
      expect(await run.cluster.brokenInvariants()).toEqual([]);
    },
  );
});
