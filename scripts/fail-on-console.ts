/**
 * Vitest's setup for every test file (vitest.config.ts): fails a test that prints to the console by accident.
 */
import { format } from 'node:util';

import { afterEach, beforeEach, vi } from 'vitest';

const METHODS = ['debug', 'error', 'info', 'log', 'warn'] as const;

let printed: string[] = [];

beforeEach(() => {
  printed = [];
  for (const method of METHODS) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
      printed.push(`console.${method}: ${format(...words)}`);
    });
  }
});

// A test that expects output installs its own spy on the console, which replaces this one.
afterEach(() => {
  if (printed.length > 0) throw new Error(`The test printed:\n${printed.join('\n')}`);
});
