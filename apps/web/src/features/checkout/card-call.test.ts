import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import {
  NETWORK_LOSS,
  serverAnswering,
  serverError,
  CONFIRMATION_REQUIRED,
} from '../../lib/testing.ts';
import { completeCardCall } from './card-call.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function errorAfter(...failures: Error[]) {
  const server = serverAnswering(...failures);
  const error = completeCardCall(server);
  await vi.runAllTimersAsync();
  return { ...server, error: await error };
}

test('sends a successful call once', async () => {
  const { error, sent } = await errorAfter();
  expect(error).toBeNull();
  expect(sent).toHaveLength(1);
});

test('does not retry a call that the server rejects', async () => {
  const { error, sent, confirmed } = await errorAfter(
    serverError('sold_out_item', { httpStatus: 409 }),
  );
  expect(error).toMatchObject({ code: 'sold_out_item', status: 409 });
  expect(sent).toHaveLength(1);
  expect(confirmed).toEqual([]);
});

test('does not retry when sales are paused', async () => {
  const { error, sent } = await errorAfter(serverError('sales_paused', { httpStatus: 503 }));
  expect(error).toMatchObject({ code: 'sales_paused', status: 503 });
  expect(sent).toHaveLength(1);
});

test.each([
  ['a network error', NETWORK_LOSS],
  ['a server error (503)', serverError('error_message', { httpStatus: 503 })],
  [
    'a concurrent attempt is still in progress (409)',
    serverError('purchase_in_progress', { httpStatus: 409 }),
  ],
])('retries after %s', async (_name, failure) => {
  const { error, sent } = await errorAfter(failure, failure);
  expect(error).toBeNull();
  expect(sent).toHaveLength(3);
});

test('gives up after four retries with an error that asks to try later', async () => {
  const { error, sent } = await errorAfter(...Array.from({ length: 9 }, () => NETWORK_LOSS));
  expect(error).toMatchObject({ code: 'error_message', status: undefined });
  expect(sent).toHaveLength(5);
});

test('confirms the payment at the bank, then sends the call again for its result', async () => {
  const { error, sent, confirmed } = await errorAfter(CONFIRMATION_REQUIRED, NETWORK_LOSS);
  expect(error).toBeNull();
  expect(confirmed).toEqual(['pi_1_secret_2']);
  expect(sent).toHaveLength(3);
});

test('asks for the bank’s confirmation once, even if the bank asks again', async () => {
  const { error, confirmed } = await errorAfter(CONFIRMATION_REQUIRED, CONFIRMATION_REQUIRED);
  expect(error).toMatchObject({ code: 'invalid_card', isUnconfirmed: false });
  expect(confirmed).toHaveLength(1);
});

test('tells an unconfirmed payment from a declined card', async () => {
  const { send } = serverAnswering(CONFIRMATION_REQUIRED, CONFIRMATION_REQUIRED);
  const confirmAtBank = async () => ({ error: { code: 'payment_intent_authentication_failure' } });
  expect(await completeCardCall({ send, confirmAtBank })).toMatchObject({ isUnconfirmed: true });
});

test('gets the result from the server if the bank’s confirmation fails to load', async () => {
  const { send, sent } = serverAnswering(CONFIRMATION_REQUIRED);
  const confirmAtBank = () => Promise.reject(new Error('no script'));
  expect(await completeCardCall({ send, confirmAtBank })).toBeNull();
  expect(sent).toHaveLength(2);
});

const errorIn = (status: number, seconds: number) =>
  serverError('error_message', { httpStatus: status }, { 'retry-after': String(seconds) });

test('waits for the Retry-After of the server', async () => {
  const { send, confirmAtBank, sent } = serverAnswering(errorIn(503, 7));
  const call = completeCardCall({ send, confirmAtBank });
  await vi.advanceTimersByTimeAsync(6900);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await call).toBeNull();
  expect(sent).toHaveLength(2);
});

test('retries a call that the rate limit refuses after a network error', async () => {
  const { error, sent } = await errorAfter(NETWORK_LOSS, errorIn(429, 5));
  expect(error).toBeNull();
  expect(sent).toHaveLength(3);
});

test('does not retry a first call that the rate limit refuses', async () => {
  const { error, sent } = await errorAfter(errorIn(429, 60));
  expect(error).toMatchObject({ status: 429 });
  expect(sent).toHaveLength(1);
});

test('gives up if the server asks to wait longer than a minute', async () => {
  const { error, sent } = await errorAfter(errorIn(503, 3600));
  expect(error).toMatchObject({ status: 503 });
  expect(sent).toHaveLength(1);
});
