import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** How hard to compress: `fast` while a client waits, `small` for bytes that are sent many times. */
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

/** Ours, best first: they decide between what a caller likes equally well. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const satisfies readonly Encoding[];

/** One coding of `Accept-Encoding`, `*` too, and how much it is liked: from 0, not at all, to 1. */
const ACCEPTED = /^\s*(?:x-(?=gzip))?([^\s;]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/;

/** Browsers send few of these lines; made-up ones must not fill the memory. */
const MOST_KNOWN_LINES = 100;
const knownLines = new Map<string, Encoding>();

/**
 * The encoding that the caller likes best (RFC 9110, section 12.5.3). What is no value of that section
 * accepts nothing; to whom nothing is acceptable, the answer goes as it is.
 */
export function encodingOf({ headers }: { headers: IncomingHttpHeaders }): Encoding {
  const line = headers['accept-encoding'];
  if (line === undefined) return 'identity';
  const known = knownLines.get(line);
  if (known !== undefined) return known;
  const best = bestOf(line);
  if (knownLines.size < MOST_KNOWN_LINES) knownLines.set(line, best);
  return best;
}

function bestOf(line: string): Encoding {
  const likings = new Map<string, number>();
  for (const part of line.toLowerCase().split(',')) {
    const [, coding, liking = '1'] = ACCEPTED.exec(part) ?? [];
    if (coding !== undefined) likings.set(coding, Number(liking));
  }
  let best: Encoding = 'identity';
  let bestLiking = 0;
  for (const encoding of ENCODINGS) {
    const liking = likings.get(encoding) ?? likings.get('*') ?? 0;
    if (liking > bestLiking) [best, bestLiking] = [encoding, liking];
  }
  return best;
}

export function compress(body: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  return COMPRESS[encoding](body, effort);
}
