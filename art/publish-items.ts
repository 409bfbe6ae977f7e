// Cuts the renders of the items for the site, 2400 wide or more. Run: `node publish-items.ts RENDERS_DIR`.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { itemPreview } from './item-preview.ts';
import { publishItem, publishPreview } from './raster.ts';

const [rendersDir] = process.argv.slice(2);
if (rendersDir === undefined) throw new Error('which folder has the renders?');

for (const file of (await readdir(rendersDir)).filter((name) => name.endsWith('.png')).toSorted()) {
  const name = file.replace('.png', '');
  const render = await readFile(join(rendersDir, file));
  await publishItem(name, render);
  const [, slug] = /^(.+)-1$/.exec(name) ?? [];
  if (slug !== undefined)
    await publishPreview(`pictures/og/items/${slug}.jpg`, await itemPreview(render));
}
