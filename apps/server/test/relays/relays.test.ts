import { shippingAddressOf } from '@agres/domain/delivery';
import { relayPointSchema } from '@agres/domain/relays.schema';
import { orderSchema } from '@agres/domain/shapes.schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import type { TestClient } from '../support/client.ts';
import { give, said } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, RECIPIENT, startTestShop } from '../support/shop.ts';

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

const shop = useRunning(startTestShop);

const find = async (query: Record<string, string>) => {
  const answer = await shop.app
    .client()
    .get(`/api/relays?${new URLSearchParams(query).toString()}`);
  return { ...answer, points: z.array(relayPointSchema.strict()).safeParse(answer.body).data };
};
const idsOf = async (country: string, near: string) =>
  (await find({ country, near })).points?.map(({ id }) => id);
const importing = (csv: string) => give(shop, 'relays.import', { csv, sure: true });
const points = () => shop.app.db.relayPoint.count();

describe('the list of pickup points', () => {
  test('is searched by a prefix of postcode or town within a country, ten results at most', async () => {
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
      rowOf({ 0: 'S2', 5: '44210', 6: 'Ste Marie' }),
      rowOf({ 0: 'B1', 1: 'BE', 5: '1000', 6: 'Bruxelles' }),
      ...many,
    );
    expect(await importing(csv)).toMatchObject({
      kind: 'done',
      output: { before: 0, points: 17, towns: 5 },
    });
    expect(await idsOf('FR', '69001')).toEqual(['L1']);
    expect(await idsOf('FR', '690')).toEqual(['L1', 'L2']);
    expect(await idsOf('FR', 'LYON')).toEqual(['L1', 'L2']);
    for (const near of ['saint etienne', 'st etienne', 'St-Étienne 42000', 'SAINT-ÉTIENNE']) {
      expect([near, await idsOf('FR', near)]).toEqual([near, ['S1']]);
    }
    for (const near of ['sainte marie', 'ste marie', 'Ste-Marie']) {
      expect([near, await idsOf('FR', near)]).toEqual([near, ['S2']]);
    }
    expect(await idsOf('FR', '69001 Lyon')).toEqual(['L1']);
    expect(await idsOf('BE', 'bru')).toEqual(['B1']);
    expect(await idsOf('BE', 'Lyon')).toEqual([]);
    expect(await idsOf('FR', '%%%11')).toEqual([]);
    expect(await idsOf('FR', '69009')).toEqual(['L1', 'L2']);
    expect(await idsOf('FR', '13001')).toEqual([]);
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

  test('is public, not cached, and the same over REST and tRPC', async () => {
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

  test('accepts a sep= line and a point without a street number', async () => {
    const csv = ['sep=;', HEAD, rowOf({ 3: '', 7: '24h/24 7j/7' }), rowOf({ 0: 'L 2' })];
    expect(await importing(csv.join('\n'))).toMatchObject({
      kind: 'misused',
      codes: ['relay_id_invalid'],
      text: expect.stringContaining('Line 4: id must be'),
    });
    await importing(csv.slice(0, 3).join('\n'));
    const [point] = (await find({ country: 'FR', near: 'Lyon' })).points ?? [];
    expect(point).toMatchObject({ number: 's/n', hours: '24h/24 7j/7' });
  });

  test('refuses a postcode that is not of its country', async () => {
    const wrong = csvOf(
      rowOf({ 5: '1000' }),
      rowOf({ 0: 'L2', 1: 'BE', 5: '75011' }),
      rowOf({ 0: 'L3', 5: '97400' }),
      rowOf({ 0: 'L4', 1: 'MC', 5: '98000' }),
      rowOf({ 0: 'L5', 5: '20000' }),
    );
    expect(said(await importing(wrong)).split('\n')).toEqual([
      'Line 2: 1000 is not a postcode of FR. They look like 75011.',
      'Line 3: 75011 is not a postcode of BE. They look like 1000.',
      'Line 4: 97400 lies in RE, not in FR.',
      'Nothing was changed.',
    ]);
  });

  test('is replaced after a confirmed preview only', async () => {
    await shop.app.db.relayPoint.deleteMany();
    const first = { csv: csvOf(rowOf(), rowOf({ 0: 'L2' }), rowOf({ 0: 'L3' })) };
    // The first list removes no point, so it needs no preview.
    expect((await give(shop, 'relays.import', first)).kind).toBe('done');
    const next = csvOf(rowOf(), rowOf({ 0: 'L2', 7: 'lun-ven 9h-12h' }), rowOf({ 0: 'L4' }));
    expect(await give(shop, 'relays.import', { csv: next })).toMatchObject({
      kind: 'refused',
      codes: ['relays_preview'],
      text: expect.stringContaining('3 points would replace 3: 1 new, 1 gone, 1 changed.'),
    });
    expect(await shop.app.db.relayPoint.count({ where: { id: 'L3' } })).toBe(1);
    expect((await importing(next)).kind).toBe('done');
    expect(await shop.app.db.relayPoint.count({ where: { id: 'L3' } })).toBe(0);
  });

  test('is replaced as a whole or not at all, with an error for each wrong row', async () => {
    const known = await points();
    const wrong = csvOf(
      rowOf({ 0: 'N1' }),
      rowOf({ 0: 'N 2', 1: 'ZZ' }),
      'N3;FR;too;few',
      rowOf({ 0: 'N1', 2: 'Twice' }),
      rowOf({ 0: 'N4', 3: '', 4: 'r'.repeat(81) }),
    );
    const refused = await importing(wrong);
    expect(refused).toMatchObject({ kind: 'misused' });
    expect(said(refused).split('\n')).toEqual([
      'Line 3: id must be 1 to 32 letters, digits and hyphens.',
      'Line 3: country must be a two-letter code, such as FR.',
      'Line 4 has 4 values for 8 columns.',
      'Line 5: N1 is the id of line 2 too.',
      'Line 6: street must be 1 to 80 characters.',
      'Nothing was changed.',
    ]);
    for (const [csv, reason] of [
      ['', /^--csv/],
      ['\n', /columns are missing: id, country/],
      [HEAD, /There is no point in the file/],
      ['id,country\nA,FR', /columns are missing: name, number/],
      [csvOf('"L1;FR'), /Line 2 has 1 value /],
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
    expect(done).toMatchObject({ kind: 'done', output: { before: known, points: 1, towns: 1 } });
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

const DELIVERY = {
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

describe('the pickup point of a purchase', () => {
  let client: TestClient;
  let id: number;
  beforeAll(async () => {
    const csv = csvOf(
      rowOf(),
      rowOf({ 0: 'B1', 1: 'BE', 2: 'Café', 3: '8', 4: 'rue Neuve', 5: '1000', 6: 'Bruxelles' }),
    );
    await importing(csv);
    ({ id } = await addItem(shop.app.db, { stocks: [9] }));
    ({ client } = await shop.app.member());
  });
  const purchase = async (fields: Record<string, unknown>) =>
    buy(client, {
      id,
      stripeToken: await shop.cardToken(),
      shippingAddress: shippingAddressOf(DELIVERY),
      delivery: DELIVERY,
      ...fields,
    });
  const orderedWith = async (fields: Record<string, unknown>) =>
    orderSchema.strict().parse((await purchase(fields)).body);
  const seenByOwner = (order: number) => give(shop, 'orders.get', { order });

  test('is stored with the order and in the saved delivery', async () => {
    const chosen = await orderedWith({ relayId: 'L1' });
    expect(chosen.relayId).toBe('L1');
    expect((await client.get(`/api/orders/${chosen.id}`)).body).toMatchObject({ relayId: 'L1' });
    const kept = await client.get('/api/users/delivery');
    expect(kept.body).toMatchObject({ delivery: { relayId: 'L1' } });
    expect(await seenByOwner(chosen.id)).toMatchObject({
      output: { relayId: 'L1', relay: { id: 'L1', name: 'Librairie des Pentes' } },
    });

    const typed = await orderedWith({ relayId: null });
    expect(typed.relayId).toBeNull();
    expect((await client.get('/api/users/delivery')).body).toMatchObject({
      delivery: { relayId: null, relayName: 'Librairie des Pentes' },
    });
    expect((await purchase({ relayId: 'L 1;' })).status).toBe(400);
  });

  test('must be on the list and in the paid delivery area', async () => {
    const before = await shop.app.db.purchaseAttempt.count();
    const issues = [{ path: 'relayId', message: 'invalid_fields' }];
    for (const relayId of ['NOPE-1', 'B1']) {
      const stripeToken = await shop.cardToken();
      expect([relayId, await purchase({ relayId, stripeToken })]).toMatchObject([
        relayId,
        { status: 400, body: { message: 'invalid_fields', issues } },
      ]);
      const input = { ...RECIPIENT, id, stripeToken, relayId };
      expect(await client.mutate('shop.buy', input)).toMatchObject({
        status: 400,
        body: { error: { message: 'invalid_fields', data: { issues } } },
      });
    }
    expect(await shop.app.db.purchaseAttempt.count()).toBe(before);
    const toBrussels = 'Café\n8 rue Neuve\n1000 Bruxelles\nBelgique';
    const order = await orderedWith({
      relayId: 'B1',
      area: 1,
      delivery: undefined,
      shippingAddress: toBrussels,
    });
    expect(order).toMatchObject({ relayId: 'B1', amountCents: 3999 });
  });

  test('is shown to the shop owner beside a different address, as its id once off the list', async () => {
    const same = await orderedWith({
      relayId: 'L1',
      delivery: undefined,
      shippingAddress: shippingAddressOf({ ...DELIVERY, name: 'Rue des TABLES' }),
    });
    const listed = {
      name: 'Librairie des Pentes',
      number: '12',
      street: 'rue des Tables',
      postcode: '69001',
      town: 'Lyon',
      country: 'FR',
    };
    expect(await seenByOwner(same.id)).toMatchObject({
      output: {
        shippingAddress: expect.stringContaining('Rue des TABLES'),
        relayId: 'L1',
        relay: listed,
      },
    });
    const elsewhere = await orderedWith({
      relayId: 'L1',
      delivery: undefined,
      shippingAddress: 'Chez moi\n1 rue Basse\n69009 Lyon\nFrance',
    });
    const shippingAddress = expect.stringContaining('1 rue Basse');
    expect(await seenByOwner(elsewhere.id)).toMatchObject({
      output: { shippingAddress, relayId: 'L1', relay: listed },
    });
    await importing(csvOf(rowOf({ 0: 'L9' })));
    expect(await seenByOwner(elsewhere.id)).toMatchObject({
      output: { shippingAddress, relayId: 'L1', relay: null },
    });
  });

  test('missing from a newer list does not stop the replay of a purchase', async () => {
    await importing(csvOf(rowOf()));
    const stripeToken = await shop.cardToken();
    const first = await purchase({ relayId: 'L1', stripeToken });
    await importing(csvOf(rowOf({ 0: 'L9' })));
    expect(await purchase({ relayId: 'L1', stripeToken })).toMatchObject({
      status: 200,
      body: first.body,
    });
  });
});
