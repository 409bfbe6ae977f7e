/** Vitest's setup for every test file (vitest.config.ts): what a test prints by accident fails it. */
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

// A test that expects output spies on the console itself: its own spy then takes the words.
afterEach(() => {
  if (printed.length > 0) throw new Error(`The test printed:\n${printed.join('\n')}`);
});
