import { expect, test } from 'vitest';

import { readableLine } from './readable-log.ts';

const lineOf = (entry: object) =>
  readableLine(JSON.stringify({ level: 'info', time: '2026-11-21T04:00:00.000Z', ...entry }));

test('a request is formatted as one line', () => {
  const line = lineOf({
    msg: 'request',
    method: 'GET',
    path: '/fr',
    status: 200,
    ms: 7,
    reqId: 'x',
  });
  expect(line).toMatch(/^ {2}\d\d:\d\d:\d\d GET \/fr 200 in 7 ms$/);
});

test('an event keeps its details', () => {
  const line = lineOf({ msg: 'logged in', userId: 7, reqId: 'x', level: 'warn' });
  expect(line).toMatch(/^! .* logged in {2}userId=7$/);
});

test('an error shows its message and stack', () => {
  const stack = ['    at buy (buy.ts:1:1)', '    at run (run.ts:2:2)'];
  const line = lineOf({
    level: 'error',
    msg: 'failed',
    err: { type: 'Error', message: 'no', stack },
  });
  expect(line.split('\n').map((part) => part.trim())).toEqual([
    expect.stringMatching(/^✗ .* failed$/),
    'Error: no',
    'at buy (buy.ts:1:1)',
    'at run (run.ts:2:2)',
  ]);
});

test('a line that is not a log entry is unchanged', () => {
  for (const line of ['', 'Restarting…', '{"a":1}', '{"level":'])
    expect(readableLine(line)).toBe(line);
});
