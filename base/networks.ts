import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the network under which limits and reservations count an IP address: the IPv4 address (even if mapped into
 * IPv6), or the /64 of an IPv6 address. One customer usually has a whole /64. Returns `unknown` for anything else.
 */
export function networkOf(address: string): string {
  return within(address, (v4) => v4, { groups: 4, name: '/64' });
}

/**
 * Returns a wider network around an IP address, for limits that many customers share: the /24 of an IPv4 address, or
 * the /48 of an IPv6 address. A customer with many /64 networks usually has a /48.
 */
export function widerNetworkOf(address: string): string {
  return within(address, (v4) => `${v4.slice(0, v4.lastIndexOf('.'))}.0/24`, { groups: 3, name: '/48' });
}

function within(address: string, ofV4: (v4: string) => string, ofV6: { groups: number; name: string }): string {
  if (isIPv4(address)) return ofV4(address);
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return 'unknown';
  const groups = groupsOf(bare);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return ofV4([groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.'));
  }
  const prefix = groups.slice(0, ofV6.groups).map((group) => group.toString(16));
  return `${prefix.join(':')}::${ofV6.name}`;
}

function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const [left, right] = [read(head), read(tail ?? '')];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function read(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a, b, c, d] = group.split('.').map(Number);
    return [(a! << 8) | b!, (c! << 8) | d!];
  });
}
