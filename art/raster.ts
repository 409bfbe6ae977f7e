import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import sharp, { type Sharp } from 'sharp';

const PUBLIC = new URL('../apps/web/public/', import.meta.url);

type Set = { widths: readonly number[]; webpQuality: number; avifQuality: number };

/** A whole item is looked at closer in this width; `apps/web/src/ui/picture.tsx` names the same pictures. */
const CLOSER_WIDTH = 2400;
const CLOSER = /^[\w-]+-(?:1|use|size)$/;

/** How each folder's pictures are cut; README.md has the rule of their names. */
export const SETS = {
  items: { widths: [400, 800, 1200], webpQuality: 88, avifQuality: 66 },
  articles: { widths: [480, 960, 1600], webpQuality: 84, avifQuality: 58 },
  programmes: { widths: [320, 640, 960], webpQuality: 84, avifQuality: 58 },
} as const satisfies Record<string, Set>;

/** Writes a file under `apps/web/public/` and says how big it is. */
export async function publish(path: string, content: string | Buffer): Promise<void> {
  const file = fileURLToPath(new URL(path, PUBLIC));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  console.log(`${(Buffer.byteLength(content) / 1000).toFixed(1).padStart(7)} kB  ${path}`);
}

/** Writes a picture in every width and encoding of its folder. */
export async function publishSet(
  kind: keyof typeof SETS,
  name: string,
  picture: Buffer,
): Promise<void> {
  for (const width of SETS[kind].widths) await publishBoth(kind, { name, width }, picture);
}

/** Writes an item's picture in the widths of the page, and a whole one in that of the zoom. */
export async function publishItem(name: string, picture: Buffer): Promise<void> {
  await publishSet('items', name, picture);
  if (CLOSER.test(name)) {
    await publishBoth('items', { name, width: CLOSER_WIDTH }, picture);
  }
}

async function publishBoth(
  kind: keyof typeof SETS,
  { name, width }: { name: string; width: number },
  picture: Buffer,
): Promise<void> {
  const { widths, webpQuality, avifQuality } = SETS[kind];
  const base = `pictures/${kind}/${name}`;
  const sized = sharp(picture).resize(width, null, { kernel: 'lanczos3' }).removeAlpha();
  const webp = await sized
    .clone()
    .webp({ quality: webpQuality, effort: 6, smartSubsample: true })
    .toBuffer();
  await publish(`${base}${width === widths.at(-1) ? '' : `-${width}`}.webp`, webp);
  const avif = await sized
    .clone()
    .avif({ quality: avifQuality, effort: 6, chromaSubsampling: '4:4:4' })
    .toBuffer();
  await publish(`${base}-${width}.avif`, avif);
}

/** A drawing as pixels, at the width it was drawn for or another. */
export function rasterise(drawing: string, width?: number): Sharp {
  const drawn = Number(/width="([\d.]+)"/.exec(drawing)?.[1]);
  const density = 72 * Math.max(1, (width ?? drawn) / drawn);
  return sharp(Buffer.from(drawing), { density }).resize(width ?? drawn);
}

/** The preview pictures of shared links are JPEG: not every network reads more. */
export async function publishPreview(path: string, picture: Sharp): Promise<void> {
  const jpeg = await picture
    .flatten({ background: '#f8f2e7' })
    .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  await publish(path, jpeg);
}
