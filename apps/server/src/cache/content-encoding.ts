import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** How hard to compress: `fast` while somebody waits, `small` for what is sent many times. */
export type Effort = 'fast' | 'small';

const BROTLI_QUALITY: Record<Effort, number> = { fast: 5, small: 11 };
const GZIP_LEVEL: Record<Effort, number> = { fast: 6, small: 9 };

const COMPRESS = {
  br: (body, effort) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body, effort) => promisify(gzip)(body, { level: GZIP_LEVEL[effort] }),
  identity: async (body) => body,
} as const satisfies Record<Encoding, (body: Buffer, effort: Effort) => Promise<Buffer>>;

/** The best encoding that the caller accepts. */
export function encodingOf({ headers }: { headers: IncomingHttpHeaders }): Encoding {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\b)/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\b)/.test(accepted) ? 'gzip' : 'identity';
}

export function compress(body: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  return COMPRESS[encoding](body, effort);
}
