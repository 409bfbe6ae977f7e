import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

const COLOUR = /#[\da-f]{3,8}\b(?=['"`;)\]\s])|\b(?:rgb|hsl|oklch|lab)a?\(/gi;
/** An arbitrary length, such as `w-[37px]`, or colour, such as `bg-[tomato]`. */
const OWN_VALUE = /-\[[\d.]+(?:px|rem|em)\]|\b(?:bg|text|border|fill|stroke)-\[/;

const tokens = readFileSync(
  join(import.meta.dirname, '../../../../packages/ui/src/tokens.css'),
  'utf8',
);

// The meta tag `theme-color` takes no CSS variable, so a token's own value is allowed.
const hasOwnLook = (line: string) =>
  OWN_VALUE.test(line) || (line.match(COLOUR) ?? []).some((colour) => !tokens.includes(colour));

it('leaves colours and sizes to tokens.css', () => {
  const files = globSync('**/*.{ts,tsx,css}', { cwd: SOURCES }).filter(
    (file) => !/\.(?:test|gen)\.ts$/.test(file),
  );
  const own = files.flatMap((file) =>
    readFileSync(join(SOURCES, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (hasOwnLook(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(own).toEqual([]);
});
