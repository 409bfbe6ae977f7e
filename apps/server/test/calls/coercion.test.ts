import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { TestApp } from '../support/app.ts';
import { startBuiltSite } from '../support/built-web.ts';
import type { TestClient } from '../support/client.ts';

/** Valid in every type; no item has this id. */
const PURCHASE = {
  stripeToken: 'tok_visa',
  firstName: 'Léa',
  lastName: 'Martin',
  shippingAddress: 'Relais du Parc, 1 rue du Parc, 69001 Lyon, France',
  id: 2_000_000_000,
  cgv: true,
  optionIndex: 0,
  area: 0,
};

describe('wrong types', () => {
  let app: TestApp;
  let client: TestClient;
  beforeAll(async () => {
    app = await startBuiltSite();
    ({ client } = await app.member());
    // No call may loosen a schema for later calls.
    await client.post('/api/items/buy', PURCHASE);
    await client.mutate('shop.buy', PURCHASE);
  });
  afterAll(() => app.close());

  test.each([
    ['id', '7'],
    ['id', null],
    ['id', true],
    ['id', 1.5],
    ['cgv', 'true'],
    ['cgv', 'false'],
    ['cgv', 1],
    ['cgv', null],
    ['optionIndex', '0'],
    ['optionIndex', ''],
    ['optionIndex', null],
    ['optionIndex', []],
    ['area', '0'],
    ['area', null],
    ['area', false],
    ['firstName', 7],
  ])('%s: %j is refused over REST, and after that over tRPC', async (field, value) => {
    const purchase = { ...PURCHASE, [field]: value };
    const error = {
      message: 'invalid_fields',
      issues: [{ path: field, message: 'invalid_fields' }],
    };
    const rest = await client.post('/api/items/buy', purchase);
    expect(rest).toMatchObject({ status: 400, body: error });
    const rpc = await client.mutate('shop.buy', purchase);
    expect(rpc).toMatchObject({
      status: 400,
      body: {
        error: { message: 'invalid_fields', data: { httpStatus: 400, issues: error.issues } },
      },
    });
  });
});
