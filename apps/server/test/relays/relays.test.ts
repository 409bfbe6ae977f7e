import { shippingAddressOf } from '@shop/domain/delivery';
import { relayPointSchema } from '@shop/domain/relays.schema';
import { orderSchema } from '@shop/domain/shapes.schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { give, said } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { buy, startTestShop, type TestShop } from '../support/shop.ts';

const HEAD = 'id;country;name;number;street;postcode;town;hours';
const LYON = [
  'L1',
  'FR',
  'Librairie des Pentes',
  '12',
  'rue des Tables',
  '69001',
  'Lyon',
  '9 h à 19 h',
];
const rowOf = (changes: Partial<Record<number, string>> = {}) =>
  LYON.map((cell, index) => changes[index] ?? cell).join(';');
const csvOf = (...rows: string[]) => [HEAD, ...rows].join('\r\n');

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

const find = async (query: Record<string, string>) => {
  const answer = await shop.app
    .client()
    .get(`/api/relays?${new URLSearchParams(query).toString()}`);
  return { ...answer, points: z.array(relayPointSchema.strict()).safeParse(answer.body).data };
};
const idsOf = async (country: string, near: string) =>
  (await find({ country, near })).points?.map(({ id }) => id);
const importing = (csv: string) => give(shop, 'relays:import', { csv });
const points = () => shop.app.db.relayPoint.count();

describe('the list of pickup points', () => {
  test('is found by the beginning of a postcode or a town, of one country, ten at most', async () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      rowOf({
        0: `P${index}`,
        2: `Relais ${String(index).padStart(2, '0')}`,
        5: '75011',
        6: 'Paris',
      }),
    );
    const csv = csvOf(
      rowOf(),
      rowOf({ 0: 'L2', 2: 'Épicerie du Lac', 5: '69006' }),
      rowOf({ 0: 'S1', 5: '42000', 6: 'Saint-Étienne' }),
      rowOf({ 0: 'B1', 1: 'BE', 5: '1000', 6: 'Bruxelles' }),
      ...many,
    );
    expect(said(await importing(csv))).toBe('Pickup points: 16, towns: 4. Points before: 0.');
    expect(await idsOf('FR', '69001')).toEqual(['L1']);
    expect(await idsOf('FR', '690')).toEqual(['L1', 'L2']);
    expect(await idsOf('FR', 'LYON')).toEqual(['L1', 'L2']);
    expect(await idsOf('FR', 'saint etienne')).toEqual(['S1']);
    expect(await idsOf('FR', '69001 Lyon')).toEqual(['L1']);
    expect(await idsOf('BE', 'bru')).toEqual(['B1']);
    expect(await idsOf('BE', 'Lyon')).toEqual([]);
    expect(await idsOf('FR', '%%%11')).toEqual([]);
    const paris = await idsOf('FR', 'Paris');
    expect(paris).toHaveLength(10);
    expect(paris?.[0]).toBe('P0');
    const countries = await shop.app.client().get('/api/relays/countries');
    expect(countries).toMatchObject({ status: 200, body: ['BE', 'FR'] });
    const [lyon] = (await find({ country: 'FR', near: '69001' })).points ?? [];
    expect(lyon).toEqual({
      id: 'L1',
      country: 'FR',
      name: 'Librairie des Pentes',
      number: '12',
      street: 'rue des Tables',
      postcode: '69001',
      town: 'Lyon',
      hours: '9 h à 19 h',
    });
  });

  test('is read by everybody, kept by no cache, and alike over both transports', async () => {
    const answer = await find({ country: 'FR', near: 'Lyon' });
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['ratelimit-policy']).toContain('"relaysByIp"');
    const rpc = await shop.app.client().query('relays.find', { country: 'FR', near: 'Lyon' });
    expect(rpc).toMatchObject({ status: 200, body: { result: { data: answer.body } } });
    expect(rpc.headers['cache-control']).toBe('no-store');
    for (const odd of [
      {},
      { country: 'FR' },
      { country: 'XX', near: 'Lyon' },
      { country: 'FR', near: 'L' },
      { country: 'FR', near: '--' },
      { country: 'FR', near: 'L'.repeat(61) },
    ]) {
      const { status, body } = await find(odd);
      expect([odd, status, body]).toMatchObject([odd, 400, { message: 'invalid_fields' }]);
    }
  });

  test('is replaced whole, or not at all, and each wrong row is told', async () => {
    const known = await points();
    const wrong = csvOf(
      rowOf({ 0: 'N1' }),
      rowOf({ 0: 'N 2', 1: 'ZZ' }),
      'N3;FR;too;few',
      rowOf({ 0: 'N1', 2: 'Twice' }),
      rowOf({ 0: 'N4', 3: '', 4: 'r'.repeat(81) }),
    );
    const refused = await importing(wrong);
    expect(refused.kind).toBe('misused');
    expect(said(refused).split('\n')).toEqual([
      'Line 3: id must be 1 to 32 letters, digits and hyphens.',
      'Line 3: country must be a country of two letters, such as FR.',
      'Line 4: 4 values stand under 8 columns.',
      'Line 5: N1 is the id of line 2 too.',
      'Line 6: number must be 1 to 12 characters.',
      'Line 6: street must be 1 to 80 characters.',
      'Nothing was changed.',
    ]);
    for (const [csv, reason] of [
      ['', /columns are missing: id, country/],
      [HEAD, /There is no point in the file/],
      ['id,country\nA,FR', /columns are missing: name, number/],
      [csvOf('"L1;FR'), /Line 2: /],
    ] as const) {
      const answer = await importing(csv);
      expect([csv, answer.kind, said(answer)]).toEqual([
        csv,
        'misused',
        expect.stringMatching(reason),
      ]);
    }
    expect(await points()).toBe(known);

    const quoted = [
      'hours,town,postcode,street,number,name,country,id,remark',
      '"9 h, 12 h',
      '14 h, 19 h",Lyon,69001,"rue ""Haute""",1,Tabac,FR,Q1,',
    ];
    const twoLines = await importing(quoted.join('\n'));
    expect(said(twoLines)).toContain('Line 2: hours must be 1 to 200 characters.');
    const done = await importing(quoted.join('\n').replace('12 h\n14 h', '12 h, 14 h'));
    expect(said(done)).toBe(`Pickup points: 1, towns: 1. Points before: ${known}.`);
    expect((await find({ country: 'FR', near: '69001' })).points).toMatchObject([
      { id: 'Q1', street: 'rue "Haute"', hours: '9 h, 12 h, 14 h, 19 h' },
    ]);
    const entry = await shop.app.db.journalEntry.findFirst({
      where: { operation: 'relays.import' },
      orderBy: { id: 'desc' },
    });
    expect(entry).toMatchObject({ actorName: 'Jeanne', changes: { points: [known, 1] } });
  });
});

test('an order keeps the pickup point that was chosen, and the next purchase knows it', async () => {
  const delivery = {
    relayName: 'Librairie des Pentes',
    number: '12',
    name: 'rue des Tables',
    zipCode: '69001',
    city: 'Lyon',
    relayCountry: 'France',
    clientNumber: '4',
    clientName: 'montée Haute',
    clientZipCode: '69001',
    clientCity: 'Lyon',
    clientCountry: 'France',
  };
  const { id } = await addItem(shop.app.db, { stocks: [5] });
  const { client } = await shop.app.member();
  const purchase = async (relayId: unknown) =>
    buy(client, {
      id,
      stripeToken: await shop.cardToken(),
      shippingAddress: shippingAddressOf(delivery),
      delivery,
      relayId,
    });
  const chosen = orderSchema.strict().parse((await purchase('L1')).body);
  expect(chosen.relayId).toBe('L1');
  expect((await client.get(`/api/orders/${chosen.id}`)).body).toMatchObject({ relayId: 'L1' });
  const kept = await client.get('/api/users/delivery');
  expect(kept.body).toMatchObject({ delivery: { relayId: 'L1' } });
  expect(said(await give(shop, 'order', { order: String(chosen.id) }))).toContain(
    'Pickup point L1 of the list',
  );

  const typed = orderSchema.strict().parse((await purchase(null)).body);
  expect(typed.relayId).toBeNull();
  expect((await client.get('/api/users/delivery')).body).toMatchObject({
    delivery: { relayId: null, relayName: 'Librairie des Pentes' },
  });
  expect((await purchase('L 1;')).status).toBe(400);
});
