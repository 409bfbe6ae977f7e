import { TRPCClientError } from '@trpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PendingPurchase } from './pending-purchase.ts';
import { sendPurchase } from './send-purchase.ts';

const PURCHASE: PendingPurchase = {
  idempotencyKey: 'b7c0a4f2',
  begunAt: 0,
  input: {
    id: 1,
    optionIndex: 0,
    area: 0,
    firstName: 'Jeanne',
    lastName: 'Martin',
    cgv: true,
    shippingAddress: 'Tabac des Halles, 01000 Bourg-en-Bresse',
    stripeToken: 'tok_1',
  },
};

const NETWORK_LOSS = new TypeError('Failed to fetch');

const refusal = (message: string, data: object) =>
  TRPCClientError.from({ error: { message, code: -32_000, data } });

const TO_CONFIRM = refusal('invalid_card', {
  httpStatus: 402,
  requiresAction: true,
  clientSecret: 'pi_1_secret_2',
});

/** A server that answers with each of these in turn, then with an order. */
function serverAnswering(...failures: Error[]) {
  const sent: PendingPurchase[] = [];
  const confirmed: string[] = [];
  return {
    sent,
    confirmed,
    channel: {
      send: async (purchase: PendingPurchase) => {
        sent.push(purchase);
        const failure = failures.shift();
        if (failure) throw failure;
      },
      confirmAtBank: async (clientSecret: string) => {
        confirmed.push(clientSecret);
      },
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function answerTo(...failures: Error[]) {
  const server = serverAnswering(...failures);
  const answer = sendPurchase(PURCHASE, server.channel);
  await vi.runAllTimersAsync();
  return { ...server, answer: await answer };
}

test('a purchase that is answered is sent once', async () => {
  const { answer, sent } = await answerTo();
  expect(answer).toEqual({ kind: 'bought' });
  expect(sent).toEqual([PURCHASE]);
});

test('a refusal is an answer, and is not asked again', async () => {
  const { answer, sent, confirmed } = await answerTo(refusal('sold_out_item', { httpStatus: 409 }));
  expect(answer).toEqual({ kind: 'refused', code: 'sold_out_item' });
  expect(sent).toHaveLength(1);
  expect(confirmed).toEqual([]);
});

test.each([
  ['no answer', NETWORK_LOSS],
  ['a server that cannot work', refusal('error_message', { httpStatus: 503 })],
  ['an earlier sending still at work', refusal('purchase_in_progress', { httpStatus: 409 })],
])('after %s the same purchase is sent again with its key', async (_name, failure) => {
  const { answer, sent } = await answerTo(failure, failure);
  expect(answer).toEqual({ kind: 'bought' });
  expect(sent).toEqual([PURCHASE, PURCHASE, PURCHASE]);
});

test('it gives up after four more times and says to try later', async () => {
  const { answer, sent } = await answerTo(...Array.from({ length: 9 }, () => NETWORK_LOSS));
  expect(answer).toEqual({ kind: 'refused', code: 'error_message' });
  expect(sent).toHaveLength(5);
});

test('where the bank asks, its owner confirms and the same purchase is sent for the outcome', async () => {
  const { answer, sent, confirmed } = await answerTo(TO_CONFIRM, NETWORK_LOSS);
  expect(answer).toEqual({ kind: 'bought' });
  expect(confirmed).toEqual(['pi_1_secret_2']);
  expect(sent).toEqual([PURCHASE, PURCHASE, PURCHASE]);
});

test('a bank that was not satisfied is asked once', async () => {
  const { answer, confirmed } = await answerTo(TO_CONFIRM, TO_CONFIRM);
  expect(answer).toEqual({ kind: 'refused', code: 'invalid_card' });
  expect(confirmed).toHaveLength(1);
});

test('where the bank cannot be reached the server still says what came of it', async () => {
  const { channel, sent } = serverAnswering(TO_CONFIRM);
  const confirmAtBank = () => Promise.reject(new Error('no script'));
  expect(await sendPurchase(PURCHASE, { ...channel, confirmAtBank })).toEqual({ kind: 'bought' });
  expect(sent).toHaveLength(2);
});
