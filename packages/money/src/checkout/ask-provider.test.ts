import type { Answer, ProviderFault } from '@agres/payments/answer';
import { expect, test } from 'vitest';

import { callWithRetries } from './ask-provider.ts';

const FAULT: ProviderFault = {
  kind: 'timeout',
  status: null,
  code: null,
  param: null,
  requestId: null,
  message: 'for this test',
};
const UNKNOWN: Answer<string> = { outcome: 'unknown', cause: FAULT };
const MISCONFIGURED: Answer<string> = { outcome: 'misconfigured', cause: FAULT };
const KNOWN: Answer<string> = { outcome: 'known', value: 'paid' };

/** Returns these answers in order, and then repeats the last one. */
function provider(...answers: Answer<string>[]) {
  const asked: number[] = [];
  const call = async () => {
    asked.push(performance.now());
    return answers[Math.min(asked.length, answers.length) - 1] ?? UNKNOWN;
  };
  return { asked, call };
}

function deadlineIn(ms: number) {
  const endsAtMs = performance.now() + ms;
  return { leftMs: () => endsAtMs - performance.now(), retryPausesMs: [30, 100] };
}

test('retries a call whose response was lost', async () => {
  const { asked, call } = provider(UNKNOWN, KNOWN);
  expect(await callWithRetries(deadlineIn(5000), call)).toEqual(KNOWN);
  expect(asked).toHaveLength(2);
});

test('gives up after three attempts', async () => {
  const { asked, call } = provider(UNKNOWN);
  expect(await callWithRetries(deadlineIn(2500), call)).toEqual(UNKNOWN);
  expect(asked).toHaveLength(3);
});

test.each([
  ['known', KNOWN],
  ['misconfigured', MISCONFIGURED],
])('does not retry a call whose answer is %s', async (_name, answer) => {
  const { asked, call } = provider(answer);
  expect(await callWithRetries(deadlineIn(5000), call)).toEqual(answer);
  expect(asked).toHaveLength(1);
});

test('starts no call after the deadline', async () => {
  const { asked, call } = provider(UNKNOWN);
  expect(await callWithRetries(deadlineIn(70), call)).toEqual(UNKNOWN);
  expect(asked).toHaveLength(2);
  expect((await callWithRetries(deadlineIn(0), call)).outcome).toBe('unknown');
  expect(asked).toHaveLength(2);
});
