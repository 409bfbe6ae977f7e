import { describe, expect, test } from 'vitest';

import { networksOf } from './client-network.ts';

describe('networksOf', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7', null],
    ['::ffff:203.0.113.7', '203.0.113.7', null],
    ['::ffff:cb00:7107', '203.0.113.7', null],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['203.0.113.7:4711', '203.0.113.7', null],
    ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['', '', null],
    ['unknown', 'unknown', null],
  ])('maps %s to %s, within %s', (address, own, wide) => {
    expect(networksOf(address)).toEqual({ own, wide });
  });
});
