import ipaddr from 'ipaddr.js';

/** The networks that a client address counts as. */
export type ClientNetworks = {
  /** Who calls: an IPv4 address, or the IPv6 /64 that one connection is given whole. */
  own: string;
  /** The IPv6 /48 around it, the most that one customer is given; IPv4 has none. */
  wide: string | null;
};

/**
 * Where a client calls from. Who has one IPv6 address has the 2^64 of its network too. IPv4 written as
 * IPv6 (`::ffff:203.0.113.7`) is IPv4; text that is no address is itself.
 */
export function networksOf(address: string): ClientNetworks {
  if (!ipaddr.isValid(address)) return { own: address, wide: null };
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return { own: parsed.toString(), wide: null };
  const prefixOf = (groups: number) =>
    parsed.parts
      .slice(0, groups)
      .map((group) => group.toString(16))
      .join(':');
  return { own: `${prefixOf(4)}::/64`, wide: `${prefixOf(3)}::/48` };
}
