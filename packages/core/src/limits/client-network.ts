import ipaddr from 'ipaddr.js';

/** The networks that a client address is counted as. */
export type ClientNetworks = {
  /** The client: an IPv4 address, or the IPv6 /64 that a single connection is assigned. */
  own: string;
  /** The surrounding IPv6 /48, the largest block that a single customer is assigned; null for IPv4. */
  wide: string | null;
};

/** `[2001:db8::1]:4711` or `203.0.113.7:4711`, as some proxies send an address. */
const WITH_PORT = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/;

/**
 * Returns the networks of a client address. The owner of one IPv6 address controls the 2^64 of its network
 * too. IPv4-mapped IPv6 (`::ffff:203.0.113.7`) counts as IPv4. Ports are dropped; text that is not an
 * address is returned unchanged.
 */
export function networksOf(text: string): ClientNetworks {
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? [];
  const address = ipv6 ?? ipv4 ?? text;
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

/** Reports whether an address is in one of these networks, given in CIDR notation or as single addresses. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [range, bits] = network.includes('/')
      ? ipaddr.parseCIDR(network)
      : [ipaddr.process(network), undefined];
    if (range.kind() !== parsed.kind()) return false;
    return parsed.match(range, bits ?? (range.kind() === 'ipv4' ? 32 : 128));
  });
}
