import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import * as harfbuzz from 'harfbuzzjs';
import subsetFont from 'subset-font';

import { n } from './geometry.ts';

/** Letters as shapes, so that a drawing looks alike where the typeface is missing. */
export type Lettering = { path: string; width: number };

const FACES = {
  display: {
    source:
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    axes: { opsz: 48, wght: 700 },
  },
  text: {
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: 500 },
  },
  strong: {
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: 700 },
  },
} as const;

export type Face = keyof typeof FACES;

const CHARACTERS = Array.from({ length: 0xff - 0x20 }, (_, index) =>
  String.fromCharCode(0x20 + index),
);

async function load(face: Face): Promise<harfbuzz.Font> {
  const { source, axes } = FACES[face];
  const file = await readFile(fileURLToPath(import.meta.resolve(source)));
  const cut = await subsetFont(file, `${CHARACTERS.join('')}’œ–`, {
    targetFormat: 'truetype',
    variationAxes: axes,
  });
  return new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(cut).buffer)));
}

const fonts = {
  display: await load('display'),
  text: await load('text'),
  strong: await load('strong'),
} as const satisfies Record<Face, harfbuzz.Font>;

const UNITS = { display: 1000, text: 2048, strong: 2048 } as const;

/** One line of text whose baseline starts at 0, 0. `tracking` is a part of the size. */
export function letter(
  text: string,
  face: Face,
  { size, tracking = 0 }: { size: number; tracking?: number },
): Lettering {
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  harfbuzz.shape(fonts[face], buffer);
  const scale = size / UNITS[face];
  const positions = buffer.getGlyphPositions();
  let x = 0;
  let path = '';
  for (const [index, glyph] of buffer.getGlyphInfos().entries()) {
    const position = positions[index];
    if (position === undefined) throw new Error('a glyph without a position');
    path += moved(fonts[face].glyphToPath(glyph.codepoint), scale, x + position.xOffset * scale);
    x += position.xAdvance * scale + tracking * size;
  }
  return { path, width: x - tracking * size };
}

/** The lettering as a filled path at a place. */
export function lettering(
  { path }: Lettering,
  [x, y]: readonly [number, number],
  fill: string,
): string {
  return `<path transform="translate(${n(x)} ${n(y)})" d="${path}" fill="${fill}"/>`;
}

/** Glyphs are drawn upwards in font units; pictures downwards in theirs. */
function moved(glyph: string, scale: number, shift: number): string {
  return glyph.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, x: string, y: string) => {
    return `${n(Number(x) * scale + shift)} ${n(-Number(y) * scale)}`;
  });
}
