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

test('a call that is answered is sent once', async () => {
  const { error, sent } = await errorAfter();
  expect(error).toBeNull();
  expect(sent).toHaveLength(1);
});

test('an error of the call is an answer, and is not asked again', async () => {
  const { error, sent, confirmed } = await errorAfter(
    serverError('sold_out_item', { httpStatus: 409 }),
  );
  expect(error).toMatchObject({ code: 'sold_out_item', status: 409 });
  expect(sent).toHaveLength(1);
  expect(confirmed).toEqual([]);
});

test('a shop that sells nothing for a while says so at once', async () => {
  const { error, sent } = await errorAfter(serverError('sales_paused', { httpStatus: 503 }));
  expect(error).toMatchObject({ code: 'sales_paused', status: 503 });
  expect(sent).toHaveLength(1);
});

test.each([
  ['no answer', NETWORK_LOSS],
  ['a server that cannot work', serverError('error_message', { httpStatus: 503 })],
  ['an earlier sending still at work', serverError('purchase_in_progress', { httpStatus: 409 })],
])('after %s the call is sent again', async (_name, failure) => {
  const { error, sent } = await errorAfter(failure, failure);
  expect(error).toBeNull();
  expect(sent).toHaveLength(3);
});

test('it gives up after four more times and says to try later', async () => {
  const { error, sent } = await errorAfter(...Array.from({ length: 9 }, () => NETWORK_LOSS));
  expect(error).toMatchObject({ code: 'error_message', status: undefined });
  expect(sent).toHaveLength(5);
});

test('where the bank asks, its owner confirms and the call is sent for the outcome', async () => {
  const { error, sent, confirmed } = await errorAfter(CONFIRMATION_REQUIRED, NETWORK_LOSS);
  expect(error).toBeNull();
  expect(confirmed).toEqual(['pi_1_secret_2']);
  expect(sent).toHaveLength(3);
});

test('a bank that was not satisfied is asked once', async () => {
  const { error, confirmed } = await errorAfter(CONFIRMATION_REQUIRED, CONFIRMATION_REQUIRED);
  expect(error).toMatchObject({ code: 'invalid_card', isUnconfirmed: false });
  expect(confirmed).toHaveLength(1);
});

test('a buyer who did not confirm is known from a refused card', async () => {
  const { send } = serverAnswering(CONFIRMATION_REQUIRED, CONFIRMATION_REQUIRED);
  const confirmAtBank = async () => ({ error: { code: 'payment_intent_authentication_failure' } });
  expect(await completeCardCall({ send, confirmAtBank })).toMatchObject({ isUnconfirmed: true });
});

test('where the bank cannot be reached the server still says what came of it', async () => {
  const { send, sent } = serverAnswering(CONFIRMATION_REQUIRED);
  const confirmAtBank = () => Promise.reject(new Error('no script'));
  expect(await completeCardCall({ send, confirmAtBank })).toBeNull();
  expect(sent).toHaveLength(2);
});

const errorIn = (status: number, seconds: number) =>
  serverError('error_message', { httpStatus: status }, { 'retry-after': String(seconds) });

test('it waits as long as the server says', async () => {
  const { send, confirmAtBank, sent } = serverAnswering(errorIn(503, 7));
  const call = completeCardCall({ send, confirmAtBank });
  await vi.advanceTimersByTimeAsync(6900);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await call).toBeNull();
  expect(sent).toHaveLength(2);
});

test('a repetition that comes too early leaves the outcome unknown, and is made again', async () => {
  const { error, sent } = await errorAfter(NETWORK_LOSS, errorIn(429, 5));
  expect(error).toBeNull();
  expect(sent).toHaveLength(3);
});

test('a call that is refused for being one too many was not made, and is not repeated', async () => {
  const { error, sent } = await errorAfter(errorIn(429, 60));
  expect(error).toMatchObject({ status: 429 });
  expect(sent).toHaveLength(1);
});

test('nobody is kept waiting for longer than a minute', async () => {
  const { error, sent } = await errorAfter(errorIn(503, 3600));
  expect(error).toMatchObject({ status: 503 });
  expect(sent).toHaveLength(1);
});
