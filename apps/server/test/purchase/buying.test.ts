import { orderSchema } from '@agres/domain/shapes.schema';
import { afterEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { addItem, addSubscription } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { ABROAD, buy, endSoundly, RECIPIENT, startTestShop } from '../support/shop.ts';

describe('shop.buy', () => {
  const shop = useRunning(startTestShop);

  afterEach(() => endSoundly(shop));

  const remaining = async (itemId: number) =>
    (
      await shop.app.db.itemOption.findMany({ where: { itemId }, orderBy: { position: 'asc' } })
    ).map((option) => option.remaining);
  const attemptsOf = (userId: number) =>
    shop.app.db.purchaseAttempt.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
  const charges = () => shop.provider.money()['main']?.succeeded ?? 0;

  test('takes a unit, charges price plus delivery fee less one cent, and returns the order', async () => {
    const item = await addItem(shop.app.db, { priceCents: 3000, stocks: [2, 5] });
    const { client, userId } = await shop.app.member();
    const stripeToken = await shop.cardToken();
    const answer = await buy(client, { id: item.id, stripeToken, optionIndex: 1, ...ABROAD[2] });
    expect(answer.status).toBe(200);
    const order = orderSchema.parse(answer.body);
    expect(order).toMatchObject({
      status: 'waiting',
      sentDate: null,
      tracking: null,
      postDate: null,
      cancelledDate: null,
      area: 2,
      firstName: 'Jeanne',
      lastName: 'Petit',
      shippingAddress: ABROAD[2].shippingAddress,
      chosenOptionTitle: { fr: 'Option 1', en: 'Choice 1' },
      item: { title: { fr: item.titleFr, en: item.titleEn }, price: 30 },
    });
    expect(await remaining(item.id)).toEqual([2, 4]);
    const [attempt] = await attemptsOf(userId);
    expect(attempt).toMatchObject({ state: 'paid', amountCents: 4999 });
    expect(shop.provider.money()['main']?.byAttempt[attempt?.id ?? '']).toMatchObject({
      succeeded: 1,
      amountCents: 4999,
    });
    const profile = await client.get(`/api/users/${userId}`);
    expect(profile.body).toMatchObject({ orders: [order] });
  });

  test('answers with the same status and error code over tRPC', async () => {
    const { item, client } = await startBuyer(shop);
    const input = { ...RECIPIENT, id: item.id, stripeToken: await shop.cardToken() };
    const sold = await client.mutate('shop.buy', input);
    expect(sold.status).toBe(200);
    expect(sold.body).toMatchObject({ result: { data: { status: 'waiting' } } });
    const stripeToken = await shop.cardToken('4000000000000002');
    const declined = { ...input, ...ABROAD[1], stripeToken };
    const refused = await client.mutate('shop.buy', declined);
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({
      error: { message: 'invalid_card', data: { httpStatus: 402 } },
    });
  });

  test('accepts the documented test tokens repeatedly', async () => {
    const { item, client } = await startBuyer(shop);
    const first = await buy(client, { id: item.id, stripeToken: 'tok_visa' });
    const second = await buy(client, { id: item.id, stripeToken: 'tok_visa' });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).not.toEqual(first.body);
    expect(await remaining(item.id)).toEqual([3]);
  });

  test('accepts a payment method in place of a card token', async () => {
    const { item, client } = await startBuyer(shop);
    expect((await buy(client, { id: item.id, stripeToken: 'pm_card_visa' })).status).toBe(200);
  });

  test.each([
    ['4000000000000002', 402, 'invalid_card'],
    ['4000000000009995', 402, 'insufficient_funds'],
    ['4000000000000069', 402, 'invalid_card'],
    ['4000000000000127', 402, 'invalid_card'],
    ['4000000000000119', 402, 'invalid_card'],
  ])('card %s gets %i %s, and the unit is returned to stock', async (number, status, code) => {
    const { item, client, userId } = await startBuyer(shop);
    const answer = await buy(client, { id: item.id, stripeToken: await shop.cardToken(number) });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ message: code, code });
    expect(await remaining(item.id)).toEqual([5]);
    expect((await attemptsOf(userId)).map(({ state }) => state)).toEqual(['refused']);
  });

  test('accepts another card after a declined one', async () => {
    const { item, client } = await startBuyer(shop);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken('4000000000000002') });
    const answer = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    expect(answer.status).toBe(200);
    expect(await remaining(item.id)).toEqual([4]);
  });

  test.each(['tok_1nobodyMadeThisOne', 'pm_1nobodyMadeThisOne'])(
    'the unknown card token %s gets 402 invalid_card',
    async (stripeToken) => {
      const { item, client } = await startBuyer(shop);
      const answer = await buy(client, { id: item.id, stripeToken });
      expect(answer.status).toBe(402);
      expect(answer.body).toEqual({ message: 'invalid_card', code: 'invalid_card' });
      expect(await remaining(item.id)).toEqual([5]);
    },
  );

  test('a card token used by another member gets 402 invalid_card', async () => {
    const item = await addItem(shop.app.db);
    const stripeToken = await shop.cardToken();
    const first = await shop.app.member();
    const second = await shop.app.member();
    expect((await buy(first.client, { id: item.id, stripeToken })).status).toBe(200);
    const answer = await buy(second.client, { id: item.id, stripeToken });
    expect(answer.status).toBe(402);
    expect(answer.body).toEqual({ message: 'invalid_card', code: 'invalid_card' });
  });

  test('an option out of stock gets 409 without a charge or a row', async () => {
    const { item, client, userId } = await startBuyer(shop, { stocks: [0] });
    const before = charges();
    const answer = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ message: 'sold_out_item', code: 'sold_out_item' });
    expect(await attemptsOf(userId)).toEqual([]);
    expect(charges()).toBe(before);
  });

  test.each([
    ['an item that does not exist', { id: 2_000_000_000 }],
    ['an option that does not exist', { optionIndex: 7 }],
    ['terms not accepted', { cgv: false }],
    ['terms accepted as a string', { cgv: 'true' }],
    ['an area as a string', { area: '0' }],
    ['an area that does not exist', { area: 3 }],
    ['a blank name', { firstName: '  ' }],
    ['an address too short', { shippingAddress: 'ici' }],
    ['a card number in place of a token', { stripeToken: '4242424242424242' }],
  ])('%s gets 400, and nothing changes', async (_name, wrong) => {
    const { item, client, userId } = await startBuyer(shop);
    const stripeToken = await shop.cardToken();
    const answer = await buy(client, { id: item.id, stripeToken, ...wrong });
    expect(answer.status).toBe(400);
    const [path] = Object.keys(wrong);
    expect(answer.body).toEqual({
      message: 'invalid_fields',
      code: 'invalid_fields',
      issues: [{ path, message: 'invalid_fields' }],
    });
    expect(await attemptsOf(userId)).toEqual([]);
    expect(await remaining(item.id)).toEqual([5]);
  });

  test('a malformed Idempotency-Key gets 400 with an issue that names the header', async () => {
    const { item, client } = await startBuyer(shop);
    const body = { ...RECIPIENT, id: item.id, stripeToken: await shop.cardToken() };
    for (const key of ['', 'a b', 'é', 'x'.repeat(256)]) {
      const headers = { 'idempotency-key': key };
      const answer = await client.post('/api/items/buy', body, { headers });
      expect([key, answer.status, answer.body]).toEqual([
        key,
        400,
        {
          message: 'invalid_fields',
          code: 'invalid_fields',
          issues: [{ path: 'Idempotency-Key', message: 'invalid_fields' }],
        },
      ]);
    }
  });

  test('a country outside the area is refused; one inside it, or none, is accepted', async () => {
    const { item, client, userId } = await startBuyer(shop, { stocks: [9] });
    const refusal = {
      message: 'invalid_fields',
      issues: [{ path: 'countryCode', message: 'invalid_fields' }],
    };
    for (const [place, countryCode] of [
      [RECIPIENT, 'AU'],
      [ABROAD[1], 'FR'],
      [ABROAD[2], 'DE'],
      [RECIPIENT, 'ZZ'],
    ] as const) {
      const stripeToken = await shop.cardToken();
      const body = { id: item.id, stripeToken, ...place, countryCode };
      expect([countryCode, await buy(client, body)]).toMatchObject([
        countryCode,
        { status: 400, body: refusal },
      ]);
    }
    const rpc = { ...RECIPIENT, id: item.id, stripeToken: 'tok_visa', area: 0, countryCode: 'BE' };
    expect(await client.mutate('shop.buy', rpc)).toMatchObject({
      status: 400,
      body: { error: { message: 'invalid_fields', data: { issues: refusal.issues } } },
    });
    expect(await attemptsOf(userId)).toEqual([]);
    for (const [place, countryCode] of [
      [RECIPIENT, 'FR'],
      [ABROAD[1], 'BE'],
      [ABROAD[2], 'AU'],
      [ABROAD[2], undefined],
    ] as const) {
      const stripeToken = await shop.cardToken();
      const body = { id: item.id, stripeToken, ...place, countryCode };
      expect([countryCode, (await buy(client, body)).status]).toEqual([countryCode, 200]);
    }
  });

  test('a retry that adds the country is the same purchase', async () => {
    const { item, client, userId } = await startBuyer(shop);
    const stripeToken = await shop.cardToken();
    const first = await buy(client, { id: item.id, stripeToken });
    const again = await buy(client, { id: item.id, stripeToken, countryCode: 'FR' });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await attemptsOf(userId)).toHaveLength(1);
  });

  test('an unpublished item gets 400', async () => {
    const item = await addItem(shop.app.db, { publishedAt: null });
    const { client } = await shop.app.member();
    const answer = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    expect(answer.status).toBe(400);
  });

  test('a call without an XSRF token gets 403 and leaves no row', async () => {
    const { item, client, userId } = await startBuyer(shop);
    const body = { ...RECIPIENT, id: item.id, stripeToken: await shop.cardToken() };
    const answer = await client.send('POST', '/api/items/buy', { body });
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({ message: 'invalid_xsrf_token', code: 'invalid_xsrf_token' });
    expect(await attemptsOf(userId)).toEqual([]);
    expect(await remaining(item.id)).toEqual([5]);
  });

  test('the second provider account charges its subscribers, with its own tokens', async () => {
    const item = await addItem(shop.app.db, { priceCents: 5000 });
    const { client, userId } = await shop.app.member();
    await addSubscription(shop.app.db, userId, { stripeAccount: 'bis' });
    const before = shop.provider.money();
    const foreign = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    expect(foreign.status).toBe(402);
    const stripeToken = await shop.cardToken('4242424242424242', 'bis');
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(200);
    const after = shop.provider.money();
    expect(after['bis']?.succeeded).toBe((before['bis']?.succeeded ?? 0) + 1);
    expect(after['main']?.succeeded).toBe(before['main']?.succeeded);
    const [, attempt] = await attemptsOf(userId);
    expect(attempt).toMatchObject({ state: 'paid', stripeAccount: 'bis', amountCents: 4999 });
  });

  describe('a repeated call', () => {
    test('with the same token is replayed and charges once', async () => {
      const { item, client } = await startBuyer(shop);
      const stripeToken = await shop.cardToken();
      const before = charges();
      const first = await buy(client, { id: item.id, stripeToken });
      const second = await buy(client, { id: item.id, stripeToken });
      expect(second.status).toBe(200);
      expect(second.body).toEqual(first.body);
      expect(first.headers['idempotency-replayed']).toBeUndefined();
      expect(second.headers['idempotency-replayed']).toBe('true');
      expect(charges()).toBe(before + 1);
      expect(await remaining(item.id)).toEqual([4]);
    });

    test('is replayed after the item is unpublished', async () => {
      const { item, client } = await startBuyer(shop);
      const stripeToken = await shop.cardToken();
      const first = await buy(client, { id: item.id, stripeToken });
      await shop.app.db.item.update({ where: { id: item.id }, data: { publishedAt: null } });
      const second = await buy(client, { id: item.id, stripeToken });
      expect(second.status).toBe(200);
      expect(second.body).toEqual(first.body);
    });

    test('after a declined card is refused again without a call to the provider', async () => {
      const { item, client } = await startBuyer(shop);
      const stripeToken = await shop.cardToken('4000000000009995');
      await buy(client, { id: item.id, stripeToken });
      const calls = shop.provider.journal().length;
      const second = await buy(client, { id: item.id, stripeToken });
      expect(second.status).toBe(402);
      expect(second.body).toEqual({ message: 'insufficient_funds', code: 'insufficient_funds' });
      expect(shop.provider.journal().length).toBe(calls);
    });

    test('with another body under the same idempotency key gets 422', async () => {
      const { item, client } = await startBuyer(shop);
      const stripeToken = await shop.cardToken();
      expect((await buy(client, { id: item.id, stripeToken }, 'one-key')).status).toBe(200);
      const other = await buy(client, { id: item.id, stripeToken, ...ABROAD[1] }, 'one-key');
      expect(other.status).toBe(422);
      expect(other.body).toEqual({ message: 'invalid_fields', code: 'idempotency_key_reused' });
      expect(await remaining(item.id)).toEqual([4]);
    });

    test('with another idempotency key and another card is another purchase', async () => {
      const { item, client } = await startBuyer(shop);
      const first = await buy(client, { id: item.id, stripeToken: await shop.cardToken() }, 'a');
      const second = await buy(client, { id: item.id, stripeToken: await shop.cardToken() }, 'b');
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(await remaining(item.id)).toEqual([3]);
    });

    test('sent twenty times concurrently charges once and returns the same body', async () => {
      const { item, client } = await startBuyer(shop);
      const stripeToken = await shop.cardToken();
      const before = charges();
      await client.get('/api/users/status');
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => buy(client.copy(), { id: item.id, stripeToken })),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(charges()).toBe(before + 1);
      expect(await remaining(item.id)).toEqual([4]);
    });
  });

  test('of two concurrent purchases in two tabs one gets 409 purchase_in_progress', async () => {
    const { item, client } = await startBuyer(shop);
    shop.provider.setLatency({ minMs: 100, maxMs: 100 });
    const before = charges();
    const tokens = [await shop.cardToken(), await shop.cardToken()];
    const answers = await Promise.all(
      tokens.map((stripeToken) => buy(client.copy(), { id: item.id, stripeToken })),
    );
    shop.provider.setLatency({ minMs: 0, maxMs: 0 });
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({
      message: 'purchase_in_progress',
      code: 'purchase_in_progress',
    });
    expect(refused?.headers['retry-after']).toBeDefined();
    expect(charges()).toBe(before + 1);
  });

  test('the order keeps title, price and account when they change during the purchase', async () => {
    const item = await addItem(shop.app.db, { priceCents: 3000 });
    const { client, userId } = await shop.app.member();
    const stripeToken = await shop.cardToken();
    shop.provider.setLatency({ minMs: 150, maxMs: 150 });
    const buying = buy(client, { id: item.id, stripeToken });
    await expect.poll(async () => (await attemptsOf(userId)).length).toBe(1);
    await shop.app.db.item.update({
      where: { id: item.id },
      data: { priceCents: 9900, titleFr: 'Autre', titleEn: 'Other' },
    });
    await addSubscription(shop.app.db, userId, { stripeAccount: 'bis' });
    const answer = await buying;
    shop.provider.setLatency({ minMs: 0, maxMs: 0 });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ item: { title: { en: item.titleEn }, price: 30 } });
    const [attempt] = await attemptsOf(userId);
    expect(attempt).toMatchObject({ amountCents: 2999, stripeAccount: 'main' });
  });
});
