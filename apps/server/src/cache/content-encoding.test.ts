import { expect, test } from 'vitest';

import { encodingOf, type Encoding } from './content-encoding.ts';

/** What callers say they accept, with what they are sent (RFC 9110, section 12.5.3). */
const ANSWERS: [accepted: string | undefined, sent: Encoding][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['deflate, zstd', 'identity'],
  // A value below one is no refusal; nought is.
  ['br;q=0.5', 'br'],
  ['br;q=0.001', 'br'],
  ['br;q=0', 'identity'],
  ['br;q=0.0, gzip', 'gzip'],
  ['br; q=0.000 , gzip;q=0.5', 'gzip'],
  // The caller's order comes before ours, ours decides between equals.
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=0.8, br;q=0.8', 'br'],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br'],
  ['identity, gzip;q=0.5', 'identity'],
  ['gzip;q=0.5', 'gzip'],
  // The star is every coding that is not named.
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0.2, *;q=0.1', 'gzip'],
  ['identity;q=0, *;q=0.5', 'br'],
  ['*;q=0', 'identity'],
  // Names in any spelling of case; what is no value accepts nothing, and names within others are others.
  ['BR;Q=0.5', 'br'],
  ['x-gzip', 'gzip'],
  ['br;q=lots, gzip', 'gzip'],
  ['br;q=1.5, gzip', 'gzip'],
  ['x-br, my-gzip', 'identity'],
];

test.for(ANSWERS)('who accepts %o is sent %s', ([accepted, sent]) => {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  expect(encodingOf({ headers })).toBe(sent);
});
