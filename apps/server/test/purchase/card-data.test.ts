import { expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { findInDatabase } from '../support/database-search.ts';
import { buy, startTestShop } from '../support/shop.ts';
import { newSubscriber, subscribe } from '../support/subscribing.ts';

const NUMBERS = ['4242424242424242', '4000000000000002', '4000000000003220', '4000000000009995'];

test('a card number is refused, and neither numbers nor tokens reach the database or the log', async () => {
  const shop = await startTestShop();
  const { db } = shop.app;
  const { item, client } = await startBuyer(shop);
  const tokens: string[] = [];
  const tokenOf = async (number: string) => {
    const token = await shop.cardToken(number);
    tokens.push(token);
    return token;
  };
  for (const number of NUMBERS) {
    await buy(client, { id: item.id, stripeToken: await tokenOf(number) });
    // A number in place of a token is refused.
    const refused = await buy(client, { id: item.id, stripeToken: number });
    expect([refused.status, refused.body]).toMatchObject([400, { message: 'invalid_fields' }]);
  }
  const { client: subscriber } = await newSubscriber(shop, {
    stripeToken: await tokenOf('4242424242424242'),
  });
  const stripeToken = await tokenOf('5555555555554444');
  const changed = await subscriber.post('/api/updateMobileAppPaymentMethod', { stripeToken });
  expect(changed.status).toBe(200);
  const card = await subscriber.get('/api/payment/card');
  expect(card.body).toMatchObject({ brand: 'mastercard', last4: '4444' });
  const declined = await tokenOf('4000000000000002');
  await subscriber.post('/api/updateMobileAppPaymentMethod', { stripeToken: declined });
  await subscribe(client, { stripeToken: await tokenOf('4000000000000002') });
  await shop.reconcileAll();

  // Proves that the search finds existing values.
  expect(await findInDatabase(db, 'Jeanne')).not.toEqual([]);
  for (const kept of [...NUMBERS, '5555555555554444', ...tokens]) {
    expect([kept, await findInDatabase(db, kept)]).toEqual([kept, []]);
  }
  // The terms name the brands of cards that the shop takes.
  expect(await findInDatabase(db, 'mastercard')).toEqual(['contract_text.terms']);
  const log = shop.app.logLines.join('\n');
  expect(
    [...NUMBERS, 'mastercard', 'last4', ...tokens].filter((text) => log.includes(text)),
  ).toEqual([]);
  await shop.close();
});
