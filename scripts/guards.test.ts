import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { GUARDS } from './guards/all.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

// Taking each away and seeing its test fail takes minutes: that is `pnpm test:guards`.
describe.each(GUARDS)('the guard “$name”', ({ file, guard, without, suite, test: named = '' }) => {
  test('stands once in the code, and names a test that is there', () => {
    expect(read(file).split(guard)).toHaveLength(2);
    expect(without).not.toBe(guard);
    expect(read(suite)).toContain(named);
  });
});
