import { afterAll, beforeAll, expect, test } from 'vitest';

import { give, said } from '../support/command.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { newSubscriber } from '../support/subscribing.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(async () => {
  await shop.close();
});

test('the contract of a subscription is there when its account is gone, by what the provider calls its customer', async () => {
  const current = await shop.app.client().get('/api/contract-texts/current?locale=fr');
  const { hash } = current.body as { hash: string };
  const { client, userId } = await newSubscriber(shop, {
    plan: 'yearly',
    contractText: hash,
    immediateStart: true,
  });
  const row = await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
  const before = said(await give(shop, 'contract', { subscription: String(row.id) }));
  expect(before).toContain(`${row.id} | ${userId} | yearly | active`);
  expect((await client.delete('/api/users')).status).toBe(200);

  for (const subscription of [row.stripeCustomerId, row.stripeSubscriptionId ?? '']) {
    const answer = said(await give(shop, 'contract', { subscription }));
    expect(answer).toContain(`${row.id} | gone | yearly`);
    const [, short = ''] = /\/fr\/conditions-generales\/(\w+)/.exec(answer) ?? [];
    expect(short.length).toBeGreaterThan(0);
    expect(hash.startsWith(short)).toBe(true);
    const text = await shop.app.client().get(`/api/contract-texts/${short}`);
    expect(text.body).toMatchObject({ hash, locale: 'fr' });
  }
});

test.each(['999999', 'cus_nobody', '%', ''])('there is no contract %j', async (subscription) => {
  expect(await give(shop, 'contract', { subscription })).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining(subscription),
  });
});
