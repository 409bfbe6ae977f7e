// Draws everything that is not a render of an item. Run: `node draw.ts`.
import { APP_SCREENS } from './drawings/app-screens.ts';
import { ARTICLE_COVERS } from './drawings/article-covers.ts';
import {
  compactMark,
  divider,
  edge,
  edgeArc,
  favicon,
  loading,
  paymentMark,
  storeBadge,
  touchIcon,
  wordmark,
} from './drawings/brand.ts';
import { heroDesktop, heroPhone } from './drawings/hero.ts';
import { itemDefault } from './drawings/item-default.ts';
import { ITEM_SIZES } from './drawings/item-sizes.ts';
import { ITEM_USES } from './drawings/item-uses.ts';
import { GROUND, INK, OCHRE, SURFACE, VERMILION } from './drawings/palette.ts';
import { articlePreview, PAGE_PREVIEWS, pagePreview } from './drawings/previews.ts';
import { PROGRAMME_COVERS } from './drawings/programme-covers.ts';
import { itemPreview } from './item-preview.ts';
import { publish, publishItem, publishPreview, publishSet, rasterise } from './raster.ts';

const LOCALES = ['fr', 'en'] as const;

await drawBrand();
await drawCovers();
await drawItems();
await drawPreviews();

async function drawBrand(): Promise<void> {
  const onLight = { arc: VERMILION, ball: OCHRE, name: INK };
  const onDark = { arc: GROUND, ball: OCHRE, name: SURFACE };
  await publish('brand/wordmark.svg', wordmark(onLight));
  await publish('brand/wordmark-on-dark.svg', wordmark(onDark));
  await publish('brand/mark.svg', compactMark(onLight));
  await publish('brand/mark-on-dark.svg', compactMark(onDark));
  await publish('brand/loading.svg', loading());
  await publish('brand/divider.svg', divider());
  await publish('brand/edge.svg', edge());
  await publish('brand/arc.svg', edgeArc());
  for (const locale of LOCALES) {
    await publish(`brand/app-store-${locale}.svg`, storeBadge('app-store', locale));
    await publish(`brand/google-play-${locale}.svg`, storeBadge('google-play', locale));
  }
  await publish('brand/visa.svg', paymentMark('visa'));
  await publish('brand/mastercard.svg', paymentMark('mastercard'));
  await publish('pictures/home/hero.svg', heroDesktop());
  await publish('pictures/home/hero-phone.svg', heroPhone());

  for (const [name, screen] of Object.entries(APP_SCREENS)) {
    for (const locale of LOCALES)
      await publish(`pictures/app/${name}-${locale}.svg`, screen(locale));
  }

  await publish('favicon.svg', favicon());
  await publish(
    'favicon.ico',
    ico(await rasterise(favicon(), 32).png({ palette: true }).toBuffer(), 32),
  );
  await publish(
    'apple-touch-icon.png',
    await rasterise(touchIcon()).png({ palette: true }).toBuffer(),
  );
  for (const side of [192, 512]) {
    const icon = await rasterise(touchIcon(), side).png({ palette: true }).toBuffer();
    await publish(`icon-${side}.png`, icon);
  }
}

async function drawCovers(): Promise<void> {
  const noPicture = await rasterise(itemDefault()).png().toBuffer();
  await publishSet('items', 'default', noPicture);
  await publishPreview('pictures/og/items/default.jpg', await itemPreview(noPicture));
  for (const [slug, cover] of Object.entries(ARTICLE_COVERS)) {
    await publishSet('articles', slug, await rasterise(cover).png().toBuffer());
  }
  for (const [slug, cover] of Object.entries(PROGRAMME_COVERS)) {
    await publishSet('programmes', slug, await rasterise(cover).png().toBuffer());
  }
}

async function drawItems(): Promise<void> {
  for (const [view, drawings] of Object.entries({ use: ITEM_USES, size: ITEM_SIZES })) {
    for (const [slug, drawing] of Object.entries(drawings)) {
      await publishItem(`${slug}-${view}`, await rasterise(drawing, 2400).png().toBuffer());
    }
  }
}

async function drawPreviews(): Promise<void> {
  for (const [page, preview] of Object.entries(PAGE_PREVIEWS)) {
    for (const locale of LOCALES) {
      await publishPreview(
        `pictures/og/${page}-${locale}.jpg`,
        rasterise(pagePreview(preview, locale)),
      );
    }
  }
  for (const [slug, cover] of Object.entries(ARTICLE_COVERS)) {
    await publishPreview(`pictures/og/articles/${slug}.jpg`, rasterise(articlePreview(cover)));
  }
}

/** An icon file that holds one PNG. */
function ico(png: Buffer, side: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(side, 6);
  header.writeUInt8(side, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, png]);
}
