// Cuts the two typefaces down to what French and English pages show. Run: `node fonts.ts`.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import subsetFont from 'subset-font';

/** Basic Latin, Latin-1 and the letters, quotes, dashes, spaces and signs of French typography. */
const CHARACTERS = [
  range(0x20, 0x7e),
  range(0xa0, 0xff),
  'ŒœŸ',
  '‐‑–—‘’‚“”„†•…‰‹›€™−×÷←→↑↓✓',
  '\u2009\u202f',
].join('');

type Cut = {
  source: string;
  target: string;
  /** A fixed value, or the range that stays variable. */
  axes: Record<string, number | { min: number; max: number }>;
};

const CUTS: readonly Cut[] = [
  {
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    target: 'inter.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
  {
    source:
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    target: 'bricolage-grotesque.woff2',
    axes: { opsz: 48, wght: 700 },
  },
];

const OUTPUT = new URL('../packages/ui/src/fonts/', import.meta.url);

for (const cut of CUTS) {
  const source = await readFile(fileURLToPath(import.meta.resolve(cut.source)));
  const font = await subsetFont(source, CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: cut.axes,
    // Alternates that no page asks for (small capitals, fractions, stylistic sets) stay out.
    noLayoutClosure: true,
  });
  await writeFile(new URL(cut.target, OUTPUT), font);
  console.log(`${cut.target}: ${(font.length / 1000).toFixed(1)} kB`);
}

function range(first: number, last: number): string {
  return String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
}
