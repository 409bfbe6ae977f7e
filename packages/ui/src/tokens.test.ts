import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const design = readFileSync(new URL('../../../docs/DESIGN.md', import.meta.url), 'utf8');

const LEAST_RATIO = { text: 4.5, drawing: 3 } as const;

type PromisedPair = { colour: string; on: string; ratio: number; use: keyof typeof LEAST_RATIO };

const isUse = (word: string): word is PromisedPair['use'] => word in LEAST_RATIO;

function promisedPairs(): PromisedPair[] {
  const rows = design.matchAll(/^\| `([\w-]+)` +\| `([\w-]+)` +\| +([\d.]+) +\| +(\w+) +\|$/gm);
  return [...rows].map(([, colour = '', on = '', ratio, use = '']) => {
    if (!isUse(use)) throw new Error(`unknown use of a colour: ${use}`);
    return { colour, on, ratio: Number(ratio), use };
  });
}

function valueOf(token: string): string {
  const hex = new RegExp(`--color-${token}: (#[0-9a-f]{6});`).exec(tokens)?.[1];
  if (hex === undefined) throw new Error(`no colour called ${token}`);
  return hex;
}

const CHANNELS = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i;

/** Returns the relative luminance of a colour such as `#f8f2e7`, as defined by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = (CHANNELS.exec(hex)?.slice(1) ?? []).map((channel) => {
    const value = Number.parseInt(channel, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colours, 1 to 21, as defined by WCAG 2.2. */
function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe('the palette', () => {
  it('has a documented contrast for every text and state colour', () => {
    const promised = new Set(promisedPairs().map((pair) => pair.colour));
    for (const token of ['ink', 'ink-soft', 'accent', 'on-dark', 'success', 'error', 'warning']) {
      expect(promised).toContain(token);
    }
  });

  it.each(promisedPairs())('shows $colour on $on at $ratio, enough for $use', (pair) => {
    const measured = contrast(valueOf(pair.colour), valueOf(pair.on));
    expect(Math.abs(measured - pair.ratio)).toBeLessThan(0.06);
    expect(measured).toBeGreaterThanOrEqual(LEAST_RATIO[pair.use]);
  });
});
