import ipaddr from 'ipaddr.js';

export type ClientNetworks = {
  /** An IPv4 address, or the IPv6 /64 of a single connection. */
  own: string;
  /** The surrounding IPv6 /48, the largest block of a single customer; null for IPv4. */
  wide: string | null;
};

/** Some proxies send `[2001:db8::1]:4711` or `203.0.113.7:4711`. */
const WITH_PORT = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/;

/**
 * Returns the networks of a client address: the owner of one IPv6 address controls the 2^64 of its network.
 * IPv4-mapped IPv6 (`::ffff:203.0.113.7`) counts as IPv4. Drops ports, and returns text that is not an
 * address unchanged.
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

/** Whether an address is in one of these networks, each in CIDR notation or a single address. */
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
