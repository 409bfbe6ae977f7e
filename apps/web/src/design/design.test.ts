import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

/**
 * What cannot stand on a sheet: parts of others, behaviour, what asks the server,
 * and what shows only where scripts or code are away.
 */
const NOT_SHOWN = new Set([
  'account-frame',
  'form',
  'icon',
  'lazy-part',
  'new-tab-sign',
  'no-script-note',
  'unopened-page',
  'email-request-form',
  'page-arrival',
  'site-links',
  'two-columns',
]);

it('shows every component of ui/', () => {
  const sheet = readFileSync(join(import.meta.dirname, 'component-sheet.tsx'), 'utf8');
  const missing = globSync('ui/*.tsx', { cwd: SOURCES })
    .map((file) => basename(file, '.tsx'))
    .filter((name) => !NOT_SHOWN.has(name) && !sheet.includes(`'../ui/${name}.tsx'`));
  expect(missing).toEqual([]);
});

const COLOUR = /#[\da-f]{3,8}\b(?=['"`;)\]\s])|\b(?:rgb|hsl|oklch|lab)a?\(/gi;
/** An arbitrary length, such as `w-[37px]`, or colour, such as `bg-[tomato]`. */
const OWN_VALUE = /-\[[\d.]+(?:px|rem|em)\]|\b(?:bg|text|border|fill|stroke)-\[/;

const tokens = readFileSync(
  join(import.meta.dirname, '../../../../packages/ui/src/tokens.css'),
  'utf8',
);

// The browser's frame around the page (theme-color) takes no variable: there it is a token's own value.
const hasOwnLook = (line: string) =>
  OWN_VALUE.test(line) || (line.match(COLOUR) ?? []).some((colour) => !tokens.includes(colour));

it('leaves colours and sizes to tokens.css', () => {
  const files = globSync('**/*.{ts,tsx,css}', { cwd: SOURCES }).filter(
    (file) => !/\.test\.ts$|\.gen\.ts$|^design\//.test(file),
  );
  const own = files.flatMap((file) =>
    readFileSync(join(SOURCES, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (hasOwnLook(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(own).toEqual([]);
});
