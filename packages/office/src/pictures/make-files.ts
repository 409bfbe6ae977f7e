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

/** Decoding takes four bytes per pixel, so at most 200 MB. */
const MAX_MEGAPIXELS = 50;
const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000;
/** The maximum width and height of a stored file. */
const LARGEST = Math.max(...STORED_WIDTHS);
const MAX_SECONDS = 60;

/** Recognizes each accepted file type by its first bytes. */
const BEGINNINGS: readonly ((bytes: Buffer) => boolean)[] = [
  // JPEG
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  // PNG
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1A\n', 'latin1')),
  // WebP
  (bytes) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

// Block all decoders of libvips except the three accepted ones.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);

/** Serializes decoding: each picture briefly takes hundreds of megabytes. */
let earlier: Promise<unknown> = Promise.resolve();

/**
 * Creates the stored files from an uploaded picture: upright, in sRGB, without metadata.
 * @throws a refusal if the upload is not an accepted picture.
 */
export function makeFiles(upload: Buffer): Promise<NewPicture> {
  const made = earlier.then(() => encode(upload));
  earlier = made.catch(() => undefined);
  return made;
}

async function encode(upload: Buffer): Promise<NewPicture> {
  if (!BEGINNINGS.some((isOne) => isOne(upload))) refuse({ code: 'picture_not_taken' });
  // Read only the header, without a pixel limit, so that the refusal can name the cause.
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

/**
 * Returns the first 32 hex digits of the SHA-256 of the largest WebP. An identical upload gets the same id.
 */
function idOf(files: NewPicture['files'], width: number): string {
  const hash = createHash('sha256');
  for (const file of files) {
    if (file.width === width && file.format === 'webp') hash.update(file.bytes);
  }
  return hash.digest('hex').slice(0, 32);
}

/**
 * Uses the settings of the site's own pictures with less effort, because a person waits: AVIF with effort 4
 * takes ten times as long as with 2, for files that are 7 % smaller.
 */
function encodeAs(picture: Sharp, format: StoredFormat): Promise<Buffer> {
  return format === 'webp'
    ? picture.webp({ quality: 84, effort: 4, smartSubsample: true }).toBuffer()
    : picture.avif({ quality: 60, effort: 2, chromaSubsampling: '4:4:4' }).toBuffer();
}

/** Turns a decoder's error into a refusal. */
async function orBroken<Result>(decoding: Promise<Result>): Promise<Result> {
  try {
    return await decoding;
  } catch {
    return refuse({ code: 'picture_broken' });
  }
}
