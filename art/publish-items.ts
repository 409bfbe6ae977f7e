// Cuts the renders of the items for the site. Run: `node publish-items.ts RENDERS_DIR`.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp, { type Sharp } from 'sharp';

import { itemPreviewPanel, PREVIEW_SIZE } from './drawings/previews.ts';
import { publishPreview, publishSet, rasterise } from './raster.ts';

const [rendersDir] = process.argv.slice(2);
if (rendersDir === undefined) throw new Error('which folder has the renders?');

for (const file of (await readdir(rendersDir)).filter((name) => name.endsWith('.png')).toSorted()) {
  const name = file.replace('.png', '');
  const render = await readFile(join(rendersDir, file));
  await publishSet('items', name, render);
  const slug = name === 'default' ? name : /^(.+)-1$/.exec(name)?.[1];
  if (slug !== undefined)
    await publishPreview(`pictures/og/items/${slug}.jpg`, await preview(render));
}

async function preview(render: Buffer): Promise<Sharp> {
  const [width, height] = PREVIEW_SIZE;
  const panel = await rasterise(itemPreviewPanel()).png().toBuffer();
  const item = await sharp(render).resize(height, height).toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#efe4d1' } }).composite([
    { input: panel, left: 0, top: 0 },
    { input: item, left: width - height, top: 0 },
  ]);
}
