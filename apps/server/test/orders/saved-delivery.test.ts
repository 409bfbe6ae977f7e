import { shippingAddressOf } from '@agres/domain/delivery';
import { savedDeliverySettingSchema } from '@agres/domain/shapes.schema';
import { describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { addItem, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, DELIVERY, startTestShop } from '../support/shop.ts';

const NOTHING = { isKept: true, delivery: null };

const shop = useRunning(startTestShop);

const keptOf = async (client: TestClient) => {
  const { status, body, headers } = await client.get('/api/users/delivery');
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  return savedDeliverySettingSchema.strict().parse(body);
};

type Sent = { delivery?: unknown; shippingAddress?: string; card?: string; firstName?: string };

const buySomething = async (
  client: TestClient,
  { card, delivery = DELIVERY, firstName = 'Jeanne', ...sent }: Sent = {},
) => {
  const { id } = await addItem(shop.app.db, { stocks: [5] });
  const stripeToken = await shop.cardToken(card);
  const shippingAddress = sent.shippingAddress ?? shippingAddressOf(DELIVERY);
  return buy(client, { id, stripeToken, firstName, shippingAddress, delivery });
};

describe('the delivery of a purchase', () => {
  test('is saved field by field, and overwritten by the next purchase', async () => {
    const { client } = await shop.app.member();
    expect(await keptOf(client)).toEqual(NOTHING);
    expect(await buySomething(client)).toMatchObject({ status: 200 });
    const first = {
      ...DELIVERY,
      area: 0,
      firstName: 'Jeanne',
      lastName: 'Petit',
      relayId: null,
    };
    expect(await keptOf(client)).toEqual({ isKept: true, delivery: first });
    expect(await client.query('orders.keptDelivery')).toMatchObject({
      status: 200,
      body: { result: { data: { isKept: true, delivery: first } } },
    });
    expect(await buySomething(client, { firstName: 'Camille' })).toMatchObject({ status: 200 });
    expect((await keptOf(client)).delivery).toEqual({ ...first, firstName: 'Camille' });
  });

  test('is not saved without delivery fields or after a declined card', async () => {
    const { client } = await shop.app.member();
    const { id } = await addItem(shop.app.db);
    expect((await buy(client, { id, stripeToken: await shop.cardToken() })).status).toBe(200);
    const refused = await buySomething(client, { card: '4000000000000002' });
    expect(refused.status).toBe(402);
    expect(await keptOf(client)).toEqual(NOTHING);
  });

  test('gets 400 if its fields are invalid or differ from the address, and nothing is bought', async () => {
    const { client, userId } = await shop.app.member();
    for (const sent of [
      { shippingAddress: 'Relais du Port\n12 rue des Lilas\n01000 Bourg\nFrance' },
      { delivery: { ...DELIVERY, city: '' } },
      { delivery: { ...DELIVERY, number: '-1' } },
      { delivery: null },
      { delivery: 'Tabac des Halles' },
    ]) {
      const answer = await buySomething(client, sent);
      expect([sent, answer]).toMatchObject([
        sent,
        { status: 400, body: { message: 'invalid_fields' } },
      ]);
    }
    expect(await shop.app.db.purchaseAttempt.count({ where: { userId } })).toBe(0);
  });

  test('is returned to its owner only', async () => {
    const { client: owner } = await shop.app.member();
    await buySomething(owner);
    const { client: other } = await shop.app.member();
    expect(await keptOf(other)).toEqual(NOTHING);
    expect(await shop.app.client().get('/api/users/delivery')).toMatchObject({
      status: 401,
      body: { message: 'not_logged_in' },
    });
  });

  test('is deleted when saving is switched off, and saved again once switched on', async () => {
    const { client, userId } = await shop.app.member();
    await buySomething(client);
    const off = await client.put('/api/users/delivery', { isKept: false });
    expect(off).toMatchObject({ status: 200, body: { isKept: false, delivery: null } });
    expect((await buySomething(client)).status).toBe(200);
    expect(await keptOf(client)).toEqual({ isKept: false, delivery: null });
    const row = await shop.app.db.savedDelivery.findUniqueOrThrow({ where: { userId } });
    expect(row).toMatchObject({ relayName: null, firstName: null, street: null });

    const on = await client.put('/api/users/delivery', { isKept: true });
    expect(on).toMatchObject({ status: 200, body: NOTHING });
    await buySomething(client);
    expect((await keptOf(client)).delivery).toMatchObject(DELIVERY);
    await client.put('/api/users/delivery', { isKept: true });
    expect((await keptOf(client)).delivery).toMatchObject(DELIVERY);
    const odd = await client.put('/api/users/delivery', { isKept: 'no' });
    expect(odd).toMatchObject({ status: 400, body: { message: 'invalid_fields' } });
  });

  test('is not saved if saving is switched off before or during the first purchase', async () => {
    const { client } = await shop.app.member();
    await client.put('/api/users/delivery', { isKept: false });
    expect((await buySomething(client)).status).toBe(200);
    expect(await keptOf(client)).toEqual({ isKept: false, delivery: null });

    for (let round = 0; round < 4; round += 1) {
      const { client: hasty, userId } = await shop.app.member();
      const [bought] = await Promise.all([
        buySomething(hasty),
        hasty.put('/api/users/delivery', { isKept: false }),
      ]);
      expect(bought.status).toBe(200);
      expect(await keptOf(hasty)).toEqual({ isKept: false, delivery: null });
      expect(await shop.app.db.order.count({ where: { userId } })).toBe(1);
    }
  });

  test('is in the data export, and is deleted with the account', async () => {
    const { client, userId } = await shop.app.member();
    await buySomething(client);
    const copy = await client.post('/api/users/export', { currentMdp: PASSWORD });
    expect(copy).toMatchObject({
      status: 200,
      body: {
        data: { savedDelivery: [{ relayName: 'Tabac des Halles', street: 'allée des Tilleuls' }] },
      },
    });
    expect((await client.delete('/api/users')).status).toBe(200);
    expect(await shop.app.db.savedDelivery.count({ where: { userId } })).toBe(0);
  });
});
