import { expect, test } from 'vitest';

import { encodingOf, type Encoding } from './content-encoding.ts';

/** Values of `Accept-Encoding`, with the encoding that is sent (RFC 9110, section 12.5.3). */
const ANSWERS: [accepted: string | undefined, sent: Encoding][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['deflate, zstd', 'identity'],
  // A weight below one is not a refusal; zero is.
  ['br;q=0.5', 'br'],
  ['br;q=0.001', 'br'],
  ['br;q=0', 'identity'],
  ['br;q=0.0, gzip', 'gzip'],
  ['br; q=0.000 , gzip;q=0.5', 'gzip'],
  // The client's weights come first; the server's order decides between equals.
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=0.8, br;q=0.8', 'br'],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br'],
  ['identity, gzip;q=0.5', 'identity'],
  ['gzip;q=0.5', 'gzip'],
  // `*` stands for every coding that is not named.
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0.2, *;q=0.1', 'gzip'],
  ['identity;q=0, *;q=0.5', 'br'],
  ['*;q=0', 'identity'],
  // Names are case-insensitive. A malformed value accepts nothing. A name within another does not count.
  ['BR;Q=0.5', 'br'],
  ['x-gzip', 'gzip'],
  ['br;q=lots, gzip', 'gzip'],
  ['br;q=1.5, gzip', 'gzip'],
  ['x-br, my-gzip', 'identity'],
];

test.for(ANSWERS)('Accept-Encoding %o selects %s', ([accepted, sent]) => {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  expect(encodingOf({ headers })).toBe(sent);
});
