import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

// Cheap levels, because somebody waits.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const COMPRESS = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: async (body: Buffer) => body,
} as const satisfies Record<Encoding, (body: Buffer) => Promise<Buffer>>;

/** The best encoding that the caller accepts. */
export function encodingOf({ headers }: { headers: IncomingHttpHeaders }): Encoding {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\b)/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\b)/.test(accepted) ? 'gzip' : 'identity';
}

export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return COMPRESS[encoding](body);
}
