import { expect, test } from 'vitest';

import { give } from '../support/command.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';
import { newSubscriber } from '../support/subscribing.ts';

const shop = useRunning(startTestShop);

test('subscriptions.contracts finds a contract by name or address, that of a deleted account by its Stripe ids', async () => {
  const current = await shop.app.client().get('/api/contract-texts/current?locale=fr');
  const { hash } = current.body as { hash: string };
  const { client, userId } = await newSubscriber(shop, {
    plan: 'yearly',
    contractText: hash,
    immediateStart: true,
  });
  const row = await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
  expect(await give(shop, 'subscriptions.contracts', { named: String(row.id) })).toMatchObject({
    output: {
      contracts: [{ id: row.id, memberId: userId, name: null, plan: 'yearly', state: 'active' }],
    },
  });
  expect(await give(shop, 'subscriptions.contracts', { named: '' })).toMatchObject({
    output: { contracts: [{ id: row.id }] },
  });
  const { email } = await shop.app.db.user.findUniqueOrThrow({ where: { id: userId } });
  expect(await give(shop, 'subscriptions.contracts', { named: email })).toMatchObject({
    output: { contracts: [{ id: row.id }] },
  });
  await shop.app.db.user.update({ where: { id: userId }, data: { lastName: 'Hypatie' } });
  expect(await give(shop, 'subscriptions.contracts', { named: 'hypat' })).toMatchObject({
    output: { contracts: [{ id: row.id }] },
  });
  expect((await client.delete('/api/users')).status).toBe(200);

  for (const named of [row.stripeCustomerId, row.stripeSubscriptionId ?? '']) {
    const answer = await give(shop, 'subscriptions.contracts', { named });
    expect(answer).toMatchObject({
      output: { contracts: [{ id: row.id, memberId: null, plan: 'yearly' }] },
    });
    const [, short = ''] = /\/fr\/conditions-generales\/(\w+)/.exec(answer.text) ?? [];
    expect(short.length).toBeGreaterThan(0);
    expect(hash.startsWith(short)).toBe(true);
    const text = await shop.app.client().get(`/api/contract-texts/${short}`);
    expect(text.body).toMatchObject({ hash, locale: 'fr' });
  }
});

test.each(['999999', 'cus_nobody', '%'])(
  'subscriptions.contracts refuses an unknown contract %j',
  async (named) => {
    expect(await give(shop, 'subscriptions.contracts', { named })).toMatchObject({
      kind: 'refused',
      codes: ['subscription_contract_unknown'],
      text: expect.stringContaining(named),
    });
  },
);
