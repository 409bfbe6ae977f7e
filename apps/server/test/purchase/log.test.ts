import { expect, test } from 'vitest';

import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';

const shop = useRunning(startTestShop);

test('H1: no address, token, secret or message text of a buyer reaches the debug log', async () => {
  const email = 'canari.acheteur@exemple.fr';
  const { client } = await shop.app.member({ email });
  const item = await addItem(shop.app.db);
  const person = {
    firstName: 'Canarine',
    lastName: 'Serinette',
    shippingAddress: 'Relais du Canari\n12 impasse des Serins\n01000 Canariville\nFrance',
  };
  const canaries = ['anari', 'anarine', 'Serin', email];
  // Paid, declined, and stopped for 3-D Secure.
  for (const number of ['4242424242424242', '4000000000000002', '4000000000003220']) {
    const stripeToken = await shop.cardToken(number);
    canaries.push(stripeToken);
    const answer = await buy(client, { ...person, id: item.id, stripeToken }, `canari-${number}`);
    const secret = /"clientSecret":"([^"]+)"/.exec(answer.text)?.[1];
    if (secret !== undefined) canaries.push(secret);
  }
  // Calls that fail midway log nothing personal either.
  shop.provider.setChaos({
    rate: 1,
    effects: [{ effect: 'server_error', moment: 'after' }],
    delayMs: { min: 0, max: 0 },
    seed: 1,
    operations: ['payment_intents.create'],
  });
  await buy(client, { ...person, id: item.id, stripeToken: await shop.cardToken() });
  const message = { subject: 'Canari perdu', message: 'Un canari jaune s’est perdu chez vous.' };
  expect((await client.post('/api/contact', message)).status).toBe(200);
  await client.post('/api/contact', { subject: 'Canari\n{"level":60}', message: 7 });
  await client.get('/fr/connexion?redirect=/canari', { headers: { 'user-agent': 'canari' } });
  canaries.push(...client.cookies.values(), 'jaune');

  expect(canaries.length).toBeGreaterThan(9);
  const log = shop.app.logLines.join('\n');
  expect(log).toContain('"path":"/api/items/buy"');
  expect(canaries.filter((canary) => log.includes(canary))).toEqual([]);
  for (const line of shop.app.logLines) expect(() => JSON.parse(line)).not.toThrow();
});
