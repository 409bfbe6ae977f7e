import { expect, test } from 'vitest';

import { findOverdueRuns } from './runs.ts';

test('a run is overdue after thirty days, or if it never succeeded', () => {
  const now = new Date('2026-11-29T12:00:00Z');
  const overdue = findOverdueRuns(now, {
    'test:guards': '2026-10-31',
    'bench --write': '2026-10-30',
  });
  expect(overdue).not.toContain('test:guards');
  expect(overdue).toContain('bench --write');
  expect(overdue).toContain('test:chaos storm');
});
