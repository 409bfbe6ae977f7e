import { shippingAddressOf } from '@agres/domain/delivery';
import { deliveryFeeCents } from '@agres/domain/delivery-fees';
import { chargedCents } from '@agres/domain/prices';
import { orderSchema } from '@agres/domain/shapes.schema';
import { describe, expect, test } from 'vitest';

import { give } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, DELIVERY, RECIPIENT, startTestShop } from '../support/shop.ts';

const shop = useRunning(startTestShop);

const buyTwice = async (fields: Record<string, unknown>) => {
  const { id } = await addItem(shop.app.db, { priceCents: 3000, stocks: [5] });
  const { client, userId } = await shop.app.member();
  const rest = await buy(client, { id, stripeToken: await shop.cardToken(), ...fields });
  const stripeToken = await shop.cardToken();
  const rpc = await client.mutate('shop.buy', { ...RECIPIENT, id, stripeToken, ...fields });
  const attempts = await shop.app.db.purchaseAttempt.findMany({ where: { userId } });
  return { rest, rpc, charged: attempts.map(({ amountCents }) => amountCents) };
};

const refusalAt = (path: string) => {
  const issues = [{ path, message: 'invalid_fields' }];
  return {
    rest: { status: 400, body: { message: 'invalid_fields', issues } },
    rpc: { status: 400, body: { error: { message: 'invalid_fields', data: { issues } } } },
    charged: [],
  };
};
const takenFor = (cents: number) => ({
  rest: { status: 200 },
  rpc: { status: 200 },
  charged: [cents, cents],
});

describe('delivery area and the pickup point’s address', () => {
  test.each([
    ['Réunion', { area: 0, zipCode: '97400' }, 'delivery.zipCode'],
    ['Réunion with a space in the postcode', { area: 0, zipCode: '97 400' }, 'delivery.zipCode'],
    ['New Caledonia', { area: 0, zipCode: '98800' }, 'delivery.zipCode'],
    ['New Caledonia at the fee of Monaco', { area: 1, zipCode: '98800' }, 'delivery.zipCode'],
    ['an unassigned overseas postcode', { area: 0, zipCode: '97900' }, 'delivery.zipCode'],
    ['Monaco', { area: 0, zipCode: '98000' }, 'delivery.zipCode'],
    [
      'Réunion declared as Monaco',
      { area: 1, zipCode: '97400', relayCountry: 'Monaco' },
      'delivery.zipCode',
    ],
    ['Paris, overpaid', { area: 2, zipCode: '75011' }, 'delivery.zipCode'],
    ['Brussels', { area: 0, zipCode: '1000', relayCountry: 'Belgique' }, 'delivery.relayCountry'],
    ['Sydney', { area: 1, zipCode: '2000', relayCountry: 'Australia' }, 'delivery.relayCountry'],
  ])('%s in the delivery fields is refused', async (_name, { area, ...fields }, path) => {
    const delivery = { ...DELIVERY, ...fields };
    const shippingAddress = shippingAddressOf(delivery);
    expect(await buyTwice({ area, delivery, shippingAddress })).toMatchObject(refusalAt(path));
  });

  test.each([
    ['Ajaccio', { area: 0, zipCode: '20000' }, 2999],
    ['Réunion', { area: 2, zipCode: '97400', relayCountry: 'La Réunion' }, 4999],
    ['Réunion in France', { area: 2, zipCode: '97400' }, 4999],
    ['Monaco', { area: 1, zipCode: '98000', relayCountry: 'Monaco' }, 3999],
    [
      'Würzburg, whose postcode begins like Réunion’s',
      { area: 1, zipCode: '97070', relayCountry: 'Allemagne' },
      3999,
    ],
    ['New York', { area: 2, zipCode: '10001', relayCountry: 'États-Unis' }, 4999],
    ['an overseas home address of the recipient', { area: 0, clientZipCode: '97400' }, 2999],
    ['an unreadable postcode', { area: 0, zipCode: '1000' }, 2999],
  ])('%s in the delivery fields is accepted', async (_name, { area, ...fields }, cents) => {
    const delivery = { ...DELIVERY, ...fields };
    const shippingAddress = shippingAddressOf(delivery);
    expect(await buyTwice({ area, delivery, shippingAddress })).toMatchObject(takenFor(cents));
    expect(await buyTwice({ area, shippingAddress })).toMatchObject(takenFor(cents));
  });

  test.each([
    ['Réunion', 0, 'Relais du Port\n12 rue des Lilas\n97400 Saint-Denis'],
    ['Réunion in one line', 0, 'Relais du Port, 12 rue des Lilas, 97400 Saint-Denis, France'],
    ['Réunion at the fee of Europe', 1, 'Relais du Port\n12 rue des Lilas\n97400 Saint-Denis'],
    ['New Caledonia', 0, 'Relais du Port\n12 rue des Lilas\n98800 Nouméa'],
    ['Monaco', 0, 'Relais du Port\n12 rue des Lilas\n98000 Monaco'],
    [
      'Réunion after other five-digit numbers',
      0,
      'Relais 75011\n12345 rue des Lilas\n97400 Saint-Denis',
    ],
    ['France, overpaid', 2, 'Relais du Port\n12 rue des Lilas\n01000 Bourg\nFrance'],
    ['Brussels', 0, 'Café du Marché\n8 rue Neuve\n1000 Bruxelles\nBelgique'],
    ['Réunion composed from the fields', 0, shippingAddressOf({ ...DELIVERY, zipCode: '97400' })],
  ])('%s in the address text alone is refused', async (_name, area, shippingAddress) => {
    expect(await buyTwice({ area, shippingAddress })).toMatchObject(refusalAt('shippingAddress'));
  });

  test.each([
    ['Ajaccio', 0, 'Relais du Port\n12 rue des Lilas\n20000 Ajaccio'],
    ['Monaco', 1, 'Relais du Port\n12 rue des Lilas\n98000 Monaco'],
    ['Réunion', 2, 'Relais du Port\n12 rue des Lilas\n97400 Saint-Denis'],
    ['Berlin', 1, 'Kiosk\nTorstraße 1\n10115 Berlin'],
    ['Würzburg with its country', 1, 'Kiosk\nHofstraße 1\n97070 Würzburg\nAllemagne'],
    ['no postcode', 0, 'Relais du Port\n12 rue des Lilas\nBourg'],
  ] as const)('%s in the address text alone is accepted', async (_name, area, shippingAddress) => {
    const cents = chargedCents(3000, deliveryFeeCents(area));
    expect(await buyTwice({ area, shippingAddress })).toMatchObject(takenFor(cents));
  });

  test('a country code decides how the postcode of an address text is read', async () => {
    const shippingAddress = 'Kiosk\nHofstraße 1\n97070 Würzburg';
    expect(await buyTwice({ area: 1, shippingAddress })).toMatchObject(
      refusalAt('shippingAddress'),
    );
    expect(await buyTwice({ area: 1, shippingAddress, countryCode: 'DE' })).toMatchObject(
      takenFor(3999),
    );
    const lie = { shippingAddress: 'Relais\n1 rue Basse\n97400 Saint-Denis\nLa Réunion' };
    expect(await buyTwice({ area: 1, ...lie, countryCode: 'DE' })).toMatchObject(
      refusalAt('shippingAddress'),
    );
  });

  test('orders.get and orders.list mark orders whose area could not be checked', async () => {
    const { id } = await addItem(shop.app.db, { stocks: [5] });
    const { client } = await shop.app.member();
    const orderOf = async (shippingAddress: string) => {
      const stripeToken = await shop.cardToken();
      const { body } = await buy(client, { id, stripeToken, shippingAddress });
      return orderSchema.parse(body).id;
    };
    const unread = await orderOf('Relais du Port\n12 rue des Lilas\nBourg');
    const read = await orderOf('Relais du Port\n12 rue des Lilas\n01000 Bourg\nFrance');
    const orders = [
      { id: unread, area: 0, isAreaChecked: false },
      { id: read, area: 0, isAreaChecked: true },
    ];
    for (const order of orders) {
      const shown = await give(shop, 'orders.get', { order: order.id });
      expect(shown).toMatchObject({ kind: 'done', output: order });
    }
    expect(await give(shop, 'orders.list')).toMatchObject({
      kind: 'done',
      output: {
        orders: expect.arrayContaining(orders.map((order) => expect.objectContaining(order))),
      },
    });
  });
});
