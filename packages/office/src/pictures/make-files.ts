import { createHash } from 'node:crypto';

import { refuse } from '@agres/core/operations/refuse';
import {
  STORED_FORMATS,
  STORED_WIDTHS,
  storedWidthsOf,
  type StoredFormat,
} from '@agres/domain/stored-pictures';
import sharp, { type Sharp } from 'sharp';

import type { NewPicture } from './store-picture.ts';

/** A decoded pixel takes four bytes: this many take 200 MB. */
const MAX_MEGAPIXELS = 50;
const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000;
/** Neither width nor height is larger. */
const LARGEST = Math.max(...STORED_WIDTHS);
const MAX_SECONDS = 60;

/** What a file of each kind begins with. */
const BEGINNINGS: readonly ((bytes: Buffer) => boolean)[] = [
  // JPEG
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  // PNG
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1A\n', 'latin1')),
  // WebP
  (bytes) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

// No file reaches the other decoders of libvips.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);

/** One picture is decoded at a time: each takes hundreds of megabytes for a moment. */
let earlier: Promise<unknown> = Promise.resolve();

/**
 * Makes the files of a picture out of the uploaded one: upright, in sRGB, without metadata.
 * @throws a refusal for what is no picture that is taken.
 */
export function makeFiles(upload: Buffer): Promise<NewPicture> {
  const made = earlier.then(() => encode(upload));
  earlier = made.catch(() => undefined);
  return made;
}

async function encode(upload: Buffer): Promise<NewPicture> {
  if (!BEGINNINGS.some((isOne) => isOne(upload))) refuse({ code: 'picture_not_taken' });
  // The header alone, which is read without a limit to say what is wrong.
  const { width, height } = await orBroken(sharp(upload, { limitInputPixels: false }).metadata());
  if (width * height > MAX_PIXELS) {
    refuse({ code: 'picture_too_many_pixels', megapixels: MAX_MEGAPIXELS });
  }
  const master = await orBroken(
    sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize({ width: LARGEST, height: LARGEST, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { info, data } = master;
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const files: NewPicture['files'] = [];
  for (const size of storedWidthsOf(info)) {
    for (const format of STORED_FORMATS) {
      const sized = sharp(data, { raw }).resize({ width: size });
      files.push({ format, width: size, bytes: new Uint8Array(await encodeAs(sized, format)) });
    }
  }
  return { id: idOf(files, info.width), width: info.width, height: info.height, files };
}

/** The first 32 hex digits of the SHA-256 of the largest WebP: the same upload is the same picture. */
function idOf(files: NewPicture['files'], width: number): string {
  const hash = createHash('sha256');
  for (const file of files) {
    if (file.width === width && file.format === 'webp') hash.update(file.bytes);
  }
  return hash.digest('hex').slice(0, 32);
}

/**
 * As the site's own pictures are encoded (art/raster.ts), with less effort: a person waits. AVIF of effort 4
 * takes ten times as long as that of 2, for files that are 7 % smaller.
 */
function encodeAs(picture: Sharp, format: StoredFormat): Promise<Buffer> {
  return format === 'webp'
    ? picture.webp({ quality: 84, effort: 4, smartSubsample: true }).toBuffer()
    : picture.avif({ quality: 60, effort: 2, chromaSubsampling: '4:4:4' }).toBuffer();
}

/** The decoder's own words are of no use to a reader: the file is damaged. */
async function orBroken<Result>(decoding: Promise<Result>): Promise<Result> {
  try {
    return await decoding;
  } catch {
    return refuse({ code: 'picture_broken' });
  }
}
