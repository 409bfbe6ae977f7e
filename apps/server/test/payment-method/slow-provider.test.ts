import { afterAll, afterEach, describe, expect, test } from 'vitest';

import { MASTERCARD, startCardShop } from '../support/card-update.ts';
import { answerSlowly, LEASE_MS, SLOW_TIMES, timed } from '../support/slow-provider.ts';

const { shop, subscriber, update, forget, close } = await startCardShop(SLOW_TIMES);
afterEach(forget);
afterAll(close);

describe('a slow payment provider', () => {
  test('does not keep a card update beyond its lease, and a retry completes it', async () => {
    const { client, debited, attempts, emails } = await subscriber();
    answerSlowly(shop.provider, { late: 'setup_intents.create', never: 'customers.update' });
    const stripeToken = await shop.cardToken(MASTERCARD);
    const [answer, tookMs] = await timed(update(client, stripeToken));
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(tookMs).toBeLessThan(LEASE_MS);
    expect(await attempts()).toMatchObject([{ state: 'started' }]);
    shop.provider.clearFaults();
    expect((await update(client, stripeToken)).status).toBe(200);
    expect(await debited()).toEqual(['mastercard', 'mastercard']);
    expect(await emails()).toBe(1);
  });
});
