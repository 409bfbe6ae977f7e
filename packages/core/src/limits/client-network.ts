import ipaddr from 'ipaddr.js';

/** The networks that a client address counts as. */
export type ClientNetworks = {
  /** Who calls: an IPv4 address, or the IPv6 /64 that one connection is given whole. */
  own: string;
  /** The IPv6 /48 around it, the most that one customer is given; IPv4 has none. */
  wide: string | null;
};

/** `[2001:db8::1]:4711` or `203.0.113.7:4711`, as some proxies tell an address. */
const WITH_PORT = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/;

/**
 * Where a client calls from. Who has one IPv6 address has the 2^64 of its network too. IPv4 written as
 * IPv6 (`::ffff:203.0.113.7`) is IPv4. A port is left out; text that is no address is itself.
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

/** Whether an address lies in one of these networks, in CIDR notation or as single addresses. */
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
