import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { RECIPIENT, startTestShop } from '../support/shop.ts';

test('graceful shutdown answers the purchase in flight, closes its connection and ends', async () => {
  const shop = await startTestShop();
  onTestFinished(() => shop.close());
  const origin = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
  const { item, client, states, charges } = await startBuyer(shop);
  const confirmations = () =>
    shop.provider.journal({ operation: 'payment_intents.confirm' }).length;
  shop.provider.addFault({
    operation: 'payment_intents.confirm',
    effect: 'delay',
    moment: 'before',
    delayMs: 1500,
  });
  // Like browsers and proxies, keep the connection open for the next request.
  const agent = new Agent({ keepAlive: true });
  const call = request(`${origin}/api/items/buy`, {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/json',
      'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  const stripeToken = await shop.cardToken();
  call.end(JSON.stringify({ ...RECIPIENT, id: item.id, stripeToken }));
  const answered = once(call, 'response');
  await expect.poll(confirmations, { interval: 5 }).toBe(1);

  const closing = shop.app.server.close();
  const [answer]: IncomingMessage[] = await answered;
  expect(answer?.statusCode).toBe(200);
  expect(answer?.headers.connection).toBe('close');
  if (answer !== undefined) await text(answer);
  const answeredAt = performance.now();
  await closing;
  expect(performance.now() - answeredAt).toBeLessThan(5000);
  expect(await states()).toEqual(['paid']);
  expect(await charges()).toBe(1);
  agent.destroy();
});
