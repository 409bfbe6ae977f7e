import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { CallError } from '../../lib/call-error.ts';
import {
  memoryStorage,
  NETWORK_LOSS,
  serverAnswering,
  serverError,
  CONFIRMATION_REQUIRED,
} from '../../lib/testing.ts';
import { createCardPayment, type CardRequest } from './card-payment.ts';
import { pendingCallsOf, type PendingCall } from './pending-call.ts';

type Input = { item: string; stripeToken?: string };

const CARD: CardRequest<Input> = {
  purpose: { kind: 'pay', amountCents: 1999 },
  inputWith: (stripeToken) => ({ item: 'rope', stripeToken }),
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Creates a payment whose server answers with these failures first; records its steps and answers. */
function openPage(...failures: Error[]) {
  const server = serverAnswering<PendingCall<Input>>(...failures);
  const answers: (CallError | null)[] = [];
  let sessionError: CallError | null = null;
  const payment = createCardPayment<Input>({
    ...server,
    checkSession: async () => sessionError,
    pendingCalls: pendingCallsOf({ kind: 'purchase', userId: 7 }),
    onAnswer: async (error) => {
      answers.push(error);
    },
  });
  const steps: string[] = [];
  payment.subscribe(() => steps.push(payment.state().step));
  const endSession = (error: CallError) => {
    sessionError = error;
  };
  return { ...server, payment, steps, answers, endSession };
}

async function settled(work: Promise<void>) {
  await vi.runAllTimersAsync();
  await work;
}

test('goes from the order through card and payment to done, with one call', async () => {
  const { payment, steps, sent, answers } = openPage();
  expect(payment.state()).toEqual({ step: 'order', error: null });
  await payment.askForCard(CARD);
  expect(payment.state()).toMatchObject({ step: 'card', purpose: CARD.purpose });
  await settled(payment.payWith('tok_1'));
  expect(steps).toEqual(['card', 'paying', 'done']);
  expect(sent.map(({ input }) => input)).toEqual([{ item: 'rope', stripeToken: 'tok_1' }]);
  expect(answers).toEqual([null]);
});

test('keeps the idempotency key across network errors and the bank’s confirmation', async () => {
  const { payment, sent, confirmed } = openPage(NETWORK_LOSS, CONFIRMATION_REQUIRED, NETWORK_LOSS);
  await payment.askForCard(CARD);
  await settled(payment.payWith('tok_1'));
  expect(payment.state().step).toBe('done');
  expect(confirmed).toEqual(['pi_1_secret_2']);
  expect(sent).toHaveLength(4);
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('a declined card asks for another, with a new idempotency key', async () => {
  const { payment, steps, sent, answers } = openPage(
    serverError('insufficient_funds', { httpStatus: 402 }),
  );
  await payment.askForCard(CARD);
  await settled(payment.payWith('tok_1'));
  expect(payment.state()).toMatchObject({ ...CARD, refusal: { code: 'insufficient_funds' } });
  await settled(payment.payWith('tok_2'));
  expect(steps).toEqual(['card', 'paying', 'card', 'paying', 'done']);
  expect(sent.map(({ input }) => input.stripeToken)).toEqual(['tok_1', 'tok_2']);
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  expect(answers).toEqual([expect.objectContaining({ code: 'insufficient_funds' }), null]);
});

test('shows the refusal on the order when the buyer closes the card form', async () => {
  const { payment } = openPage(serverError('invalid_card', { httpStatus: 402 }));
  await payment.askForCard(CARD);
  await settled(payment.payWith('tok_1'));
  payment.leaveCard();
  expect(payment.state()).toMatchObject({ step: 'order', error: { code: 'invalid_card' } });
});

test('a second answer of a wallet does not start another call', async () => {
  const { payment, sent } = openPage(NETWORK_LOSS);
  await payment.askForCard(CARD);
  await settled(
    Promise.all([payment.payWith('pm_1'), payment.payWith('pm_2')]).then(() => undefined),
  );
  expect(new Set(sent.map(({ input }) => input.stripeToken))).toEqual(new Set(['pm_1']));
});

test('another error returns to the order, and the next card has a new idempotency key', async () => {
  const { payment, steps, sent, answers } = openPage(
    serverError('sold_out_item', { httpStatus: 409 }),
  );
  await payment.askForCard(CARD);
  await settled(payment.payWith('tok_1'));
  expect(payment.state()).toMatchObject({ step: 'order', error: { code: 'sold_out_item' } });
  await payment.askForCard(CARD);
  await settled(payment.payWith('tok_2'));
  expect(steps).toEqual(['card', 'paying', 'order', 'card', 'paying', 'done']);
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  expect(answers).toEqual([expect.objectContaining({ code: 'sold_out_item' }), null]);
});

test('closing the card form returns to the order without an error', async () => {
  const { payment, sent } = openPage();
  await payment.askForCard(CARD);
  payment.leaveCard();
  expect(payment.state()).toEqual({ step: 'order', error: null });
  expect(sent).toEqual([]);
});

test('sends an order that needs no card at once', async () => {
  const { payment, steps, sent } = openPage();
  await settled(payment.pay({ item: 'rope' }));
  expect(steps).toEqual(['paying', 'done']);
  expect(sent.map(({ input }) => input)).toEqual([{ item: 'rope' }]);
});

test('starts no other call while one is in progress', async () => {
  const { payment, steps, sent } = openPage(NETWORK_LOSS);
  const first = payment.pay({ item: 'rope' });
  const others = [payment.pay({ item: 'bar' }), payment.payWith('tok_2'), payment.resume()];
  await payment.askForCard(CARD);
  payment.leaveCard();
  expect(payment.state().step).toBe('paying');
  await settled(first);
  await Promise.all(others);
  expect(steps).toEqual(['paying', 'done']);
  expect(sent.map(({ input }) => input.item)).toEqual(['rope', 'rope']);
});

test('a reloaded page resumes the pending call once, and forgets it when answered', async () => {
  const before = openPage(NETWORK_LOSS);
  void before.payment.pay({ item: 'rope', stripeToken: 'tok_1' });
  const [begun] = before.sent;

  const after = openPage();
  const resumed = after.payment.resume();
  await Promise.all([after.payment.resume(), resumed]);
  expect(after.steps).toEqual(['paying', 'done']);
  expect(after.sent).toEqual([begun]);

  const later = openPage();
  await later.payment.resume();
  expect(later.payment.state()).toEqual({ step: 'order', error: null });
  expect(later.sent).toEqual([]);
});

test('does not ask for a card after the session has ended', async () => {
  const { payment, steps, sent, endSession } = openPage();
  const error = { code: 'not_logged_in', status: 401, fields: {}, clientSecret: undefined };
  endSession(error);
  await payment.askForCard(CARD);
  expect(payment.state()).toEqual({ step: 'order', error });
  expect(steps).toEqual(['order']);
  expect(sent).toEqual([]);
});
