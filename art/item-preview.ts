import sharp, { type Sharp } from 'sharp';

import { itemPreviewPanel, PREVIEW_SIZE } from './drawings/previews.ts';
import { rasterise } from './raster.ts';

/** What a shared link to an item shows: its picture beside the mark. */
export async function itemPreview(picture: Buffer): Promise<Sharp> {
  const [width, height] = PREVIEW_SIZE;
  const panel = await rasterise(itemPreviewPanel()).png().toBuffer();
  const item = await sharp(picture).resize(height, height).toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#efe4d1' } }).composite([
    { input: panel, left: 0, top: 0 },
    { input: item, left: width - height, top: 0 },
  ]);
}
