import { afterEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { addItem, addSubscription } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, endSoundly, SHORT_CALL_MS, startTestShop } from '../support/shop.ts';

const SECURE = '4000000000003220';
const HOLD_SECONDS = 600;

describe('a unit held for 3-D Secure by an account without payments', () => {
  const shop = useRunning(() => startTestShop({ callTimeoutMs: SHORT_CALL_MS }));
  afterEach(() => endSoundly(shop));

  /** Reserves a unit of an item, starting this many seconds ago. */
  const hold = async (itemId: number, seconds: number, holder?: { paid: 'item' | 'programme' }) => {
    const { client, userId } = await shop.app.member();
    if (holder?.paid === 'programme') await addSubscription(shop.app.db, userId);
    if (holder?.paid === 'item') {
      const other = await addItem(shop.app.db);
      await buy(client, { id: other.id, stripeToken: await shop.cardToken() });
    }
    const stripeToken = await shop.cardToken(SECURE);
    const asked = await buy(client, { id: itemId, stripeToken });
    expect(asked).toMatchObject({ status: 402, body: { requiresAction: true } });
    await shop.app.db.$executeRaw`
      UPDATE purchase_attempt
      SET hold_until = now() + make_interval(secs => ${HOLD_SECONDS - seconds}::float8)
      WHERE user_id = ${userId}::int AND state = 'requires_action'`;
    const attempt = await shop.app.db.purchaseAttempt.findFirstOrThrow({
      where: { userId, state: 'requires_action' },
    });
    const state = async () =>
      (await shop.app.db.purchaseAttempt.findUniqueOrThrow({ where: { id: attempt.id } })).state;
    return { attempt, state, client, stripeToken };
  };
  const ask = async (itemId: number) => {
    const { client } = await shop.app.member();
    return buy(client, { id: itemId, stripeToken: await shop.cardToken() });
  };
  const SOLD_OUT = { status: 409, body: { message: 'sold_out_item' } };
  const stateAtProvider = async (intentId: string | null) => {
    const answer = await shop.payments.readIntent('main', intentId ?? '');
    return answer.outcome === 'known' ? answer.value.state : answer.outcome;
  };

  test('goes to another buyer after three minutes, once its payment is cancelled', async () => {
    const { item, remaining } = await startBuyer(shop, { stocks: [1] });
    const held = await hold(item.id, 181);
    expect(await remaining()).toBe(0);
    const cancelsBefore = shop.provider.journal().length;
    expect(await ask(item.id)).toMatchObject({ status: 200 });
    expect(await held.state()).toBe('expired');
    expect(await stateAtProvider(held.attempt.paymentIntentId)).toBe('canceled');
    const operations = shop.provider
      .journal()
      .slice(cancelsBefore)
      .map(({ operation }) => operation);
    expect(operations.indexOf('payment_intents.cancel')).toBeLessThan(
      operations.indexOf('payment_intents.create'),
    );
    // The holder, back from the bank, pays nothing: the item is sold out.
    const again = await buy(held.client, { id: item.id, stripeToken: held.stripeToken });
    expect(again).toMatchObject(SOLD_OUT);
    expect(await remaining()).toBe(0);
  });

  test('stays held for three minutes, and for ten if its account has paid before', async () => {
    for (const [seconds, holder] of [
      [175, undefined],
      [500, { paid: 'item' }],
      [500, { paid: 'programme' }],
    ] as const) {
      const item = await addItem(shop.app.db, { stocks: [1] });
      const held = await hold(item.id, seconds, holder);
      expect([holder, await ask(item.id)]).toMatchObject([holder, SOLD_OUT]);
      expect([holder, await held.state()]).toEqual([holder, 'requires_action']);
    }
  });

  test('stays held while stock is left, and against buyers of another option', async () => {
    const item = await addItem(shop.app.db, { stocks: [2, 0] });
    const held = await hold(item.id, 300);
    const { client } = await shop.app.member();
    const other = { id: item.id, optionIndex: 1, stripeToken: await shop.cardToken() };
    expect(await buy(client, other)).toMatchObject(SOLD_OUT);
    expect(await ask(item.id)).toMatchObject({ status: 200 });
    expect(await held.state()).toBe('requires_action');
  });

  test('is released one at a time, oldest first', async () => {
    const item = await addItem(shop.app.db, { stocks: [2] });
    const younger = await hold(item.id, 200);
    const older = await hold(item.id, 300);
    expect(await ask(item.id)).toMatchObject({ status: 200 });
    expect([await older.state(), await younger.state()]).toEqual(['expired', 'requires_action']);
    const answers = await Promise.all([ask(item.id), ask(item.id), ask(item.id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await younger.state()).toBe('expired');
  });

  test('goes to its holder if the challenge succeeds first, and the other buyer gets 409', async () => {
    const item = await addItem(shop.app.db, { stocks: [1] });
    const held = await hold(item.id, 300);
    shop.provider.finishChallenge({
      intentId: held.attempt.paymentIntentId ?? '',
      outcome: 'succeed',
    });
    expect(await ask(item.id)).toMatchObject(SOLD_OUT);
    expect(await held.state()).toBe('paid');
  });

  test.each(['reset', 'server_error'] as const)(
    'stays held if the provider does not confirm its cancellation (%s)',
    async (effect) => {
      const item = await addItem(shop.app.db, { stocks: [1] });
      const held = await hold(item.id, 300);
      const operation = 'payment_intents.cancel';
      shop.provider.addFault({ operation, effect, moment: 'before', times: 9 });
      expect(await ask(item.id)).toMatchObject(SOLD_OUT);
      expect(await held.state()).toBe('requires_action');
    },
  );
});
