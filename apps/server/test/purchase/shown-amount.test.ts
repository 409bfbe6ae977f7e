import { afterEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { give } from '../support/command.ts';
import { useRunning } from '../support/running.ts';
import { ABROAD, buy, endSoundly, RECIPIENT, startTestShop } from '../support/shop.ts';

const SECURE = '4000000000003220';
const DECLINED = '4000000000000002';
const PRICE_CHANGED = { status: 409, body: { message: 'price_changed', code: 'price_changed' } };
/** The total of the tests' item, sent within France, before and after its price was raised. */
const SHOWN = 2999;
const RAISED = 4999;

describe('shownAmountCents', () => {
  const shop = useRunning(startTestShop);
  afterEach(() => endSoundly(shop));

  const raise = async (itemId: number, price = '49,99') => {
    const answer = await give(shop, 'items.set', {
      item: itemId,
      'shown-price': price,
      sure: true,
    });
    expect(answer.kind).toBe('done');
  };
  const purchaseOf = async (itemId: number, shownAmountCents: unknown, card?: string) => ({
    ...RECIPIENT,
    id: itemId,
    stripeToken: await shop.cardToken(card),
    shownAmountCents,
  });
  /** Creates an expired attempt with the key `again`, whose payment was never made. */
  const letExpire = async (shownAmountCents?: number) => {
    const buyer = await startBuyer(shop);
    const stripeToken = await shop.cardToken();
    const input = {
      id: buyer.item.id,
      stripeToken,
      ...(shownAmountCents === undefined ? {} : { shownAmountCents }),
    };
    shop.provider.addFault({ operation: 'payment_intents.create', effect: 'reset', times: 20 });
    expect((await buy(buyer.client, input, 'again')).status).toBe(503);
    shop.provider.clearFaults();
    await shop.reconcile();
    expect(await buyer.states()).toEqual(['expired']);
    return { ...buyer, input };
  };

  test.each([
    [0, SHOWN],
    [1, 3999],
    [2, 4999],
  ])('is the charged amount, with the delivery fee of area %i', async (area, shownAmountCents) => {
    const { item, client, attempts } = await startBuyer(shop);
    const place = [RECIPIENT, ABROAD[1], ABROAD[2]][area];
    const input = { ...(await purchaseOf(item.id, shownAmountCents)), ...place };
    const answer = await buy(client, input);
    expect(answer).toMatchObject({ status: 200, body: { amountCents: shownAmountCents } });
    const rpc = await client.mutate('shop.buy', {
      ...(await purchaseOf(item.id, shownAmountCents)),
      ...place,
    });
    expect(rpc.body).toMatchObject({ result: { data: { amountCents: shownAmountCents } } });
    const rows = [{ amountCents: shownAmountCents }, { amountCents: shownAmountCents }];
    expect(await attempts()).toMatchObject(rows);
  });

  test('of an outdated price gets 409 over REST and tRPC, without a charge or a row', async () => {
    const { item, client, attempts, remaining } = await startBuyer(shop);
    const before = shop.provider.journal().length;
    await raise(item.id);
    expect(await buy(client, await purchaseOf(item.id, SHOWN), 'key')).toMatchObject(PRICE_CHANGED);
    expect(await client.mutate('shop.buy', await purchaseOf(item.id, SHOWN))).toMatchObject({
      status: 409,
      body: { error: { message: 'price_changed', data: { httpStatus: 409 } } },
    });
    // A lower sum differs too, and so does a price without the delivery fee.
    const dearer = await purchaseOf(item.id, RAISED + 1);
    expect(await buy(client, dearer)).toMatchObject(PRICE_CHANGED);
    const abroad = { ...(await purchaseOf(item.id, RAISED)), ...ABROAD[1] };
    expect(await buy(client, abroad)).toMatchObject(PRICE_CHANGED);
    expect(await attempts()).toEqual([]);
    expect(await remaining()).toBe(5);
    const made = shop.provider.journal().slice(before);
    expect(made.filter(({ operation }) => !/token/i.test(operation))).toEqual([]);
    // The refusal did not use up the key, which buys for the new sum.
    const again = await buy(client, await purchaseOf(item.id, RAISED), 'key');
    expect(again).toMatchObject({ status: 200, body: { amountCents: RAISED } });
  });

  test('of an outdated price is refused before the stock is checked', async () => {
    const { item, client, attempts } = await startBuyer(shop, { stocks: [0] });
    await raise(item.id);
    expect(await buy(client, await purchaseOf(item.id, SHOWN))).toMatchObject(PRICE_CHANGED);
    const known = await buy(client, await purchaseOf(item.id, RAISED));
    expect(known).toMatchObject({ status: 409, body: { message: 'sold_out_item' } });
    expect(await attempts()).toEqual([]);
  });

  test.each(['2999', 29.99, -1, null, [2999], {}, 2 ** 31])(
    'gets 400 with an issue on its field if it is %j',
    async (shownAmountCents) => {
      const { item, client, attempts } = await startBuyer(shop);
      const answer = await buy(client, await purchaseOf(item.id, shownAmountCents));
      const issues = [{ path: 'shownAmountCents', message: 'invalid_fields' }];
      expect(answer).toMatchObject({ status: 400, body: { message: 'invalid_fields', issues } });
      expect(await attempts()).toEqual([]);
    },
  );

  test('is optional: without it the current price is charged', async () => {
    const { item, client } = await startBuyer(shop);
    await raise(item.id);
    const answer = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    expect(answer).toMatchObject({ status: 200, body: { amountCents: RAISED } });
  });

  test('is ignored in a replay, also after the price changes', async () => {
    const { item, client, attempts } = await startBuyer(shop);
    const input = await purchaseOf(item.id, SHOWN);
    const first = await buy(client, input, 'key');
    expect(first.status).toBe(200);
    await raise(item.id);
    for (const shownAmountCents of [SHOWN, RAISED, 7]) {
      const again = await buy(client, { ...input, shownAmountCents }, 'key');
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect(again.headers['idempotency-replayed']).toBe('true');
    }
    const { shownAmountCents: _shown, ...silent } = input;
    expect(await buy(client, silent, 'key')).toMatchObject({ status: 200, body: first.body });
    expect(await attempts()).toHaveLength(1);
  });

  test('is not checked when a declined card is refused again', async () => {
    const { item, client, states } = await startBuyer(shop);
    const input = await purchaseOf(item.id, SHOWN, DECLINED);
    const refused = { status: 402, body: { message: 'invalid_card' } };
    expect(await buy(client, input, 'key')).toMatchObject(refused);
    await raise(item.id);
    expect(await buy(client, input, 'key')).toMatchObject(refused);
    expect(await states()).toEqual(['refused']);
  });

  test('is charged after 3-D Secure and replayed after a lost response, if the price changes', async () => {
    const { item, client, userId, attempts, charges } = await startBuyer(shop);
    const input = await purchaseOf(item.id, SHOWN, SECURE);
    expect(await buy(client, input, 'secure')).toMatchObject({
      status: 402,
      body: { requiresAction: true },
    });
    await raise(item.id);
    shop.answerChallenges('succeed');
    const bought = await buy(client, input, 'secure');
    expect(bought).toMatchObject({ status: 200, body: { amountCents: SHOWN } });

    // The process records after the answer that it was sent: a pending write would undo the loss.
    const unsent = () =>
      shop.app.db.purchaseAttempt.count({ where: { responseSentAt: null, userId } });
    await expect.poll(unsent).toBe(0);
    await shop.app.db.purchaseAttempt.updateMany({
      where: { userId },
      data: { responseSentAt: null },
    });
    const found = await buy(client, await purchaseOf(item.id, SHOWN), 'other-key');
    expect(found).toMatchObject({ status: 200, body: bought.body });
    expect(await attempts()).toHaveLength(1);
    expect(await charges()).toBe(1);
  });

  test.each([SHOWN, undefined])(
    'of the first call still binds an expired purchase that restarts: %j',
    async (shownAmountCents) => {
      const { item, client, input, attempts, states, remaining, charges } =
        await letExpire(shownAmountCents);
      await raise(item.id);
      expect(await buy(client, input, 'again')).toMatchObject(PRICE_CHANGED);
      expect(await states()).toEqual(['expired']);
      expect(await remaining()).toBe(5);
      expect(await charges()).toBe(0);
      const knowing = { ...input, shownAmountCents: RAISED };
      const answer = await buy(client, knowing, 'again');
      expect(answer).toMatchObject({ status: 200, body: { amountCents: RAISED } });
      expect(await attempts()).toMatchObject([{ state: 'paid', amountCents: RAISED }]);
      expect(await charges()).toBe(1);
    },
  );

  test('lets an expired purchase restart at an unchanged price', async () => {
    const { client, input, attempts } = await letExpire(SHOWN);
    expect(await buy(client, input, 'again')).toMatchObject({ status: 200 });
    expect(await attempts()).toMatchObject([{ state: 'paid', amountCents: SHOWN }]);
  });
});

describe('a price that changes during purchases', () => {
  const shop = useRunning(startTestShop);

  test('charges each buyer the shown amount, or nothing', async () => {
    const buyers = [];
    for (let index = 0; index < 12; index += 1) buyers.push(await startBuyer(shop));
    const { item, remaining } = await startBuyer(shop, { stocks: [50] });
    const tokens = await Promise.all(buyers.map(() => shop.cardToken()));
    const flip = async () => {
      for (const price of ['49,99', '29,99', '49,99', '29,99', '49,99']) {
        await give(shop, 'items.set', { item: item.id, 'shown-price': price, sure: true });
      }
    };
    const sums = buyers.map((_buyer, index) => (index % 2 === 0 ? SHOWN : RAISED));
    const [answers] = await Promise.all([
      Promise.all(
        buyers.map(({ client }, index) =>
          buy(client, {
            id: item.id,
            stripeToken: tokens[index] ?? '',
            shownAmountCents: sums[index],
          }),
        ),
      ),
      flip(),
    ]);
    const charged = await Promise.all(
      buyers.map(async ({ attempts }) =>
        (await attempts()).map(({ state, amountCents }) => [state, amountCents]),
      ),
    );
    expect(charged).toEqual(
      answers.map(({ status }, index) => (status === 200 ? [['paid', sums[index]]] : [])),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toMatchObject(refused.map(() => PRICE_CHANGED));
    expect(await remaining()).toBe(50 - (answers.length - refused.length));
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('does not refuse a concurrent retry of a call that started before the change', async () => {
    const { item, client, attempts, charges } = await startBuyer(shop);
    const { db } = shop.app;
    const input = {
      id: item.id,
      stripeToken: await shop.cardToken(),
      shownAmountCents: SHOWN,
    };
    const waiting = async () => {
      const [row] = await db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query LIKE '%purchase_attempt%'`;
      return row?.count;
    };
    // The first call has written its attempt and waits for the stock; the second starts after the change.
    const calls = await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM item_option WHERE item_id = ${item.id}::int FOR UPDATE`;
      const first = buy(client.copy(), input, 'twins');
      await expect.poll(waiting).toBe(1);
      await db.item.update({ where: { id: item.id }, data: { priceCents: RAISED + 1 } });
      const second = buy(client.copy(), input, 'twins');
      await expect.poll(waiting).toBe(2);
      return [first, second];
    });
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await attempts()).toMatchObject([{ state: 'paid', amountCents: SHOWN }]);
    expect(await charges()).toBe(1);
  });
});
