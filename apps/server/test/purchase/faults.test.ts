import type { Fault } from '@agres/stripe-emulator/control/faults';
import { afterEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { useRunning } from '../support/running.ts';
import { ABROAD, buy, loseConfirmations, SHORT_CALL_MS, startTestShop } from '../support/shop.ts';

const SECURE = '4000000000003220';
const SECURE_DECLINED = '4000008400001629';
const DECLINED = '4000000000000002';

describe('a purchase under faults of the payment provider', () => {
  // A call that takes over repeats its provider call until the earlier one, with the same key, has ended.
  const shop = useRunning(() =>
    startTestShop({ callTimeoutMs: SHORT_CALL_MS, retryPausesMs: [300, 1000] }),
  );
  afterEach(async () => {
    shop.provider.clearFaults();
    shop.provider.setLatency({ minMs: 0, maxMs: 0 });
    shop.provider.releasePayments();
    await shop.reconcileAll();
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  const start = () => startBuyer(shop);
  const endLeases = () => shop.app.db.$executeRaw`
    UPDATE purchase_attempt SET lease_until = now() - interval '1 second'
    WHERE lease_until IS NOT NULL`;
  const isUnavailable = (answer: Awaited<ReturnType<typeof buy>>) => {
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ message: 'error_message', code: 'unavailable' });
    expect(answer.headers['retry-after']).toBeDefined();
  };

  describe('3-D Secure', () => {
    test('requires a challenge, and sells once it succeeds', async () => {
      const { item, client, states, remaining, charges } = await start();
      const stripeToken = await shop.cardToken(SECURE);
      const asked = await buy(client, { id: item.id, stripeToken }, 'secure-1');
      expect(asked.status).toBe(402);
      expect(asked.body).toEqual({
        message: 'invalid_card',
        code: 'authentication_required',
        requiresAction: true,
        clientSecret: expect.stringContaining('_secret_'),
        attemptId: expect.any(String),
      });
      expect(await states()).toEqual(['requires_action']);
      expect(await remaining()).toBe(4);
      expect(await charges()).toBe(0);

      shop.answerChallenges('succeed');
      const sold = await buy(client, { id: item.id, stripeToken }, 'secure-1');
      expect(sold.status).toBe(200);
      expect(await states()).toEqual(['paid']);
      expect(await charges()).toBe(1);
    });

    test('returns the same pending challenge to a retry', async () => {
      const { item, client, states } = await start();
      const stripeToken = await shop.cardToken(SECURE);
      const first = await buy(client, { id: item.id, stripeToken });
      const second = await buy(client, { id: item.id, stripeToken });
      expect(second.status).toBe(402);
      expect(second.body).toEqual(first.body);
      expect(await states()).toEqual(['requires_action']);
    });

    test.each(['fail', 'succeed'] as const)(
      'refuses the card when the challenge outcome is %s and the bank declines',
      async (outcome) => {
        const { item, client, states, remaining } = await start();
        const stripeToken = await shop.cardToken(outcome === 'succeed' ? SECURE_DECLINED : SECURE);
        await buy(client, { id: item.id, stripeToken });
        shop.answerChallenges(outcome);
        const answer = await buy(client, { id: item.id, stripeToken });
        expect(answer.status).toBe(402);
        expect(answer.body).toEqual({ message: 'invalid_card', code: 'invalid_card' });
        expect(await states()).toEqual(['refused']);
        expect(await remaining()).toBe(5);
      },
    );

    test('returns the unit to stock when abandoned, and its payment can no longer succeed', async () => {
      const { item, client, states, remaining } = await start();
      const stripeToken = await shop.cardToken(SECURE);
      await buy(client, { id: item.id, stripeToken });
      const [challenge] = shop.provider.challenges();
      await shop.reconcile();
      expect(await states()).toEqual(['expired']);
      expect(await remaining()).toBe(5);
      const intentId = challenge?.intentId ?? '';
      expect(() => shop.provider.finishChallenge({ intentId, outcome: 'succeed' })).toThrow(
        'its status is canceled',
      );
    });

    test('sells through the reconciler when the browser does not return', async () => {
      const { item, client, attempts } = await start();
      await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
      shop.answerChallenges('succeed');
      await shop.reconcile();
      expect(await attempts()).toMatchObject([
        { state: 'paid', order: { userId: expect.any(Number) } },
      ]);
    });

    test('is cancelled by a newer purchase of the same buyer', async () => {
      const { item, client, states, remaining, charges } = await start();
      await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
      const answer = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
      expect(answer.status).toBe(200);
      expect(await states()).toEqual(['expired', 'paid']);
      expect(await remaining()).toBe(4);
      expect(await charges()).toBe(1);
    });
  });

  const LOST: readonly Fault['effect'][] = ['reset', 'server_error', 'hang', 'empty', 'null'];

  describe.each(['payment_intents.create', 'payment_intents.confirm'])('%s', (operation) => {
    test.each(
      LOST.flatMap((effect) =>
        (['before', 'after'] as const).map((moment) => [effect, moment] as const),
      ),
    )('is retried after one %s %s its effect, and sells once', async (effect, moment) => {
      const { item, client, states, charges } = await start();
      shop.provider.addFault({ operation, effect, moment });
      const stripeToken = await shop.cardToken();
      const ask = () => buy(client, { id: item.id, stripeToken });
      const first = await ask();
      // A 500 is stored under its key: a later call or the reconciler resolves it.
      if (first.status === 503) await shop.reconcileAll();
      const last = first.status === 503 ? await ask() : first;
      expect(last.status).toBe(200);
      expect(await states()).toEqual(['paid']);
      expect(await charges()).toBe(1);
    });

    test.each(['before', 'after'] as const)(
      'recovers by the next call from a 500 stored under its idempotency key, %s its effect',
      async (moment) => {
        const { item, client, states, charges, remaining } = await start();
        shop.provider.addFault({ operation, effect: 'server_error', moment });
        const stripeToken = await shop.cardToken();
        const startedMs = performance.now();
        const first = await buy(client, { id: item.id, stripeToken });
        const isCharged = operation === 'payment_intents.confirm' && moment === 'after';
        expect(first.status).toBe(isCharged ? 200 : 503);
        const waitMs = 1000 * Number(first.headers['retry-after'] ?? 0);
        expect((await buy(client, { id: item.id, stripeToken })).status).toBe(200);
        expect(performance.now() - startedMs + waitMs).toBeLessThan(15_000);
        expect(await states()).toEqual(['paid']);
        expect(await charges()).toBe(1);
        expect(await remaining()).toBe(4);
      },
    );

    test.each(['rate_limit', 'conflict'] as const)('is retried after one %s', async (effect) => {
      const { item, client, charges } = await start();
      shop.provider.addFault({ operation, effect });
      const answer = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
      expect(answer.status).toBe(200);
      expect(await charges()).toBe(1);
    });

    test.each(['authentication', 'permission'] as const)(
      'with an %s error charges nothing, returns the unit to stock and raises an alert',
      async (effect) => {
        const { item, client, states, remaining, charges } = await start();
        shop.provider.addFault({ operation, effect });
        const stripeToken = await shop.cardToken();
        isUnavailable(await buy(client, { id: item.id, stripeToken }));
        expect(await states()).toEqual(['expired']);
        expect(await remaining()).toBe(5);
        expect(await charges()).toBe(0);
        expect(shop.app.logLines.join('\n')).toContain('The payment provider refuses our calls');
        const again = await buy(client, { id: item.id, stripeToken });
        expect(again.status).toBe(200);
        expect(await states()).toEqual(['paid']);
      },
    );
  });

  test.each(['empty', 'null', 'reset'] as const)(
    'a confirmation that gets only %s responses stays undecided, and a retry sells',
    async (effect) => {
      const { item, client, states, charges } = await start();
      for (const operation of ['payment_intents.confirm', 'payment_intents.retrieve']) {
        shop.provider.addFault({ operation, effect, moment: 'after', times: 20 });
      }
      const stripeToken = await shop.cardToken();
      isUnavailable(await buy(client, { id: item.id, stripeToken }));
      shop.provider.clearFaults();
      expect(await states()).toEqual(['charging']);
      expect((await buy(client, { id: item.id, stripeToken })).status).toBe(200);
      expect(await states()).toEqual(['paid']);
      expect(await charges()).toBe(1);
    },
  );

  test('a creation without any response charges nothing, and a retry sells', async () => {
    const { item, client, states, remaining, charges } = await start();
    shop.provider.addFault({ operation: 'payment_intents.create', effect: 'reset', times: 20 });
    const stripeToken = await shop.cardToken();
    isUnavailable(await buy(client, { id: item.id, stripeToken }));
    shop.provider.clearFaults();
    expect(await states()).toEqual(['reserved']);
    await shop.reconcile();
    expect(await states()).toEqual(['expired']);
    expect(await remaining()).toBe(5);
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(200);
    expect(await charges()).toBe(1);
  });

  describe('a confirmation whose response is lost for good', () => {
    const lose = async (call: ReturnType<typeof buy>) => {
      isUnavailable(await call);
      shop.provider.clearFaults();
    };

    test('keeps the unit, and the reconciler writes the order', async () => {
      const { item, client, states, remaining, attempts } = await start();
      loseConfirmations(shop.provider);
      const stripeToken = await shop.cardToken();
      await lose(buy(client, { id: item.id, stripeToken }));
      expect(await states()).toEqual(['charging']);
      expect(await remaining()).toBe(4);
      await shop.reconcile();
      expect(await attempts()).toMatchObject([{ state: 'paid', order: { amountCents: 2999 } }]);
      const replay = await buy(client, { id: item.id, stripeToken });
      expect(replay.status).toBe(200);
      expect(replay.headers['idempotency-replayed']).toBe('true');
    });

    test('is replayed to the same purchase with another card, without a second charge', async () => {
      const { item, client, states, charges } = await start();
      loseConfirmations(shop.provider);
      await lose(buy(client, { id: item.id, stripeToken: await shop.cardToken() }));
      const other = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
      expect(other.status).toBe(200);
      expect(other.headers['idempotency-replayed']).toBe('true');
      expect(await states()).toEqual(['paid']);
      expect(await charges()).toBe(1);
    });

    test('is completed before a different purchase, which is charged too', async () => {
      const { item, client, states, charges } = await start();
      loseConfirmations(shop.provider);
      await lose(buy(client, { id: item.id, stripeToken: await shop.cardToken() }));
      const other = await buy(client, {
        id: item.id,
        stripeToken: await shop.cardToken(),
        ...ABROAD[1],
      });
      expect(other.status).toBe(200);
      expect(await states()).toEqual(['paid', 'paid']);
      expect(await charges()).toBe(2);
    });

    test('that never arrived charges nothing, and the unit is returned to stock', async () => {
      const { item, client, states, remaining, charges } = await start();
      loseConfirmations(shop.provider, 'before');
      const stripeToken = await shop.cardToken();
      await lose(buy(client, { id: item.id, stripeToken }));
      await shop.reconcile();
      expect(await states()).toEqual(['expired']);
      expect(await remaining()).toBe(5);
      expect(await charges()).toBe(0);
    });

    test('of a declined card is refused by the reconciler, and so is a retry', async () => {
      const { item, client, states, remaining } = await start();
      loseConfirmations(shop.provider);
      const stripeToken = await shop.cardToken(DECLINED);
      await lose(buy(client, { id: item.id, stripeToken }));
      await shop.reconcile();
      expect(await states()).toEqual(['refused']);
      expect(await remaining()).toBe(5);
      const again = await buy(client, { id: item.id, stripeToken });
      expect(again.status).toBe(402);
      expect(again.body).toEqual({ message: 'invalid_card', code: 'invalid_card' });
    });

    test('is not charged again while the provider is unavailable', async () => {
      const { item, client, states, charges } = await start();
      loseConfirmations(shop.provider);
      await lose(buy(client, { id: item.id, stripeToken: await shop.cardToken() }));
      shop.provider.addFault({ operation: 'payment_intents.retrieve', effect: 'reset', times: 20 });
      isUnavailable(await buy(client, { id: item.id, stripeToken: await shop.cardToken() }));
      await shop.reconcile();
      expect(await states()).toEqual(['charging']);
      shop.provider.clearFaults();
      await shop.reconcileAll();
      expect(await states()).toEqual(['paid']);
      expect(await charges()).toBe(1);
    });
  });

  test('a second card under the same Idempotency-Key after a lost confirmation is charged alone', async () => {
    const { item, client, states, charges } = await start();
    const operation = 'payment_intents.confirm';
    shop.provider.addFault({ operation, effect: 'server_error' });
    shop.provider.addFault({ operation, effect: 'reset', occurrence: 2, times: 20 });
    const first = await buy(client, { id: item.id, stripeToken: await shop.cardToken() }, 'one');
    shop.provider.clearFaults();
    isUnavailable(first);
    expect(await states()).toEqual(['charging']);
    const other = await shop.cardToken();
    isUnavailable(await buy(client, { id: item.id, stripeToken: other }, 'one'));
    expect(await states()).toEqual(['expired']);
    expect((await buy(client, { id: item.id, stripeToken: other }, 'one')).status).toBe(200);
    expect(await charges()).toBe(1);
  });

  test('a payment that is still processing stays open until it succeeds', async () => {
    const { item, client, states, remaining } = await start();
    shop.provider.holdPayments();
    isUnavailable(await buy(client, { id: item.id, stripeToken: await shop.cardToken() }));
    await shop.reconcile();
    expect(await states()).toEqual(['charging']);
    expect(await remaining()).toBe(4);
    shop.provider.releasePayments();
    await shop.reconcile();
    expect(await states()).toEqual(['paid']);
  });

  test('a process that froze before storing its payment does not charge when it resumes', async () => {
    const { item, client, states, remaining, charges } = await start();
    shop.provider.addFault({
      operation: 'payment_intents.create',
      effect: 'delay',
      moment: 'after',
      delayMs: 2.5 * SHORT_CALL_MS,
    });
    const frozen = buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    await expect.poll(states).toEqual(['reserved']);
    await shop.reconcile();
    expect(await states()).toEqual(['expired']);
    isUnavailable(await frozen);
    expect(await states()).toEqual(['expired']);
    expect(await remaining()).toBe(5);
    expect(await charges()).toBe(0);
  });

  test('a process that froze before confirming finds its payment cancelled', async () => {
    const { item, client, states, remaining, charges } = await start();
    const operation = 'payment_intents.confirm';
    const waking = Promise.withResolvers<void>();
    const meanwhile = () => waking.promise;
    shop.provider.addFault({ operation, effect: 'delay', moment: 'before', meanwhile });
    const frozen = buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    await expect.poll(states).toEqual(['charging']);
    await shop.reconcile();
    expect(await states()).toEqual(['expired']);
    waking.resolve();
    // The provider completes the call although the client has stopped waiting.
    await expect.poll(() => shop.provider.journal({ operation }).at(-1)?.status).toBe(400);
    isUnavailable(await frozen);
    expect(await remaining()).toBe(5);
    expect(await charges()).toBe(0);
  });

  test.each([
    ['reserved', 'payment_intents.create'],
    ['charging', 'payment_intents.confirm'],
  ])(
    'a call takes over a dead process’s %s purchase with the same idempotency keys',
    async (state, operation) => {
      const { item, client, states, charges } = await start();
      shop.provider.addFault({
        operation,
        effect: 'delay',
        moment: 'before',
        delayMs: SHORT_CALL_MS,
      });
      const stripeToken = await shop.cardToken();
      const dying = buy(client, { id: item.id, stripeToken });
      await expect.poll(states).toEqual([state]);
      await endLeases();
      const second = await buy(client.copy(), { id: item.id, stripeToken });
      const first = await dying;
      expect(second.status).toBe(200);
      expect([200, 503]).toContain(first.status);
      expect(await states()).toEqual(['paid']);
      expect(await charges()).toBe(1);
      const keys = new Set(
        shop.provider.journal({ operation }).map(({ idempotencyKey }) => idempotencyKey),
      );
      const [attempt] = await shop.app.db.purchaseAttempt.findMany({
        where: { option: { itemId: item.id } },
      });
      expect([...keys].filter((key) => key?.includes(attempt?.id ?? ''))).toHaveLength(1);
    },
  );

  test('a payment of another amount than agreed is refunded, without an order', async () => {
    const { item, client, states, remaining, attempts } = await start();
    shop.provider.addFault({
      operation: 'payment_intents.confirm',
      effect: 'delay',
      moment: 'after',
      delayMs: 2.5 * SHORT_CALL_MS,
    });
    const order = { id: item.id, stripeToken: await shop.cardToken() };
    const buying = buy(client, order);
    await expect.poll(states).toEqual(['charging']);
    await shop.app.db.$executeRaw`
      UPDATE purchase_attempt SET amount_cents = amount_cents + 1 WHERE state = 'charging'`;
    // The call still uses the amount that it read; the reconciler reads the row.
    await shop.reconcile();
    expect(await states()).toEqual(['refused']);
    expect(await remaining()).toBe(5);
    // Neither this call nor its repetition says that the card was declined: the card was charged.
    for (const answer of [await buying, await buy(client, order)]) {
      expect(answer.status).toBe(500);
      expect(answer.body).toMatchObject({ code: 'failed_purchase_contact_admin' });
    }
    expect(await attempts()).toMatchObject([{ state: 'refused', order: null }]);
    const [attempt] = await attempts();
    await shop.inBackground(async () => {
      const sums = shop.provider.money()['main']?.byAttempt[attempt?.id ?? ''];
      return sums !== undefined && sums.refundedCents === sums.amountCents;
    });
  });
});
