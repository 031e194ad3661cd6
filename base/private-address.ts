import { BlockList, isIP } from 'node:net';

// Special-purpose address ranges (RFC 6890 and updates). None of them is part of the public network.
const V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Azure's platform services, which use an address in a public range.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
// Only 2000::/3 is public, except for the ranges in it that serve tunnels, translators and documentation.
const PUBLIC_V6 = ['2000::/3'];
const V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function list(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const block = new BlockList();
  for (const network of networks) {
    const [address, prefix] = network.split('/');
    block.addSubnet(address!, Number(prefix), family);
  }
  return block;
}
const special4 = list('ipv4', V4);
const special6 = list('ipv6', V6);
const public6 = list('ipv6', PUBLIC_V6);

/** True unless the IP address is public. Includes loopback, link-local, multicast, translated and reserved ranges. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return special4.check(address, 'ipv4');
  if (family === 6) return !public6.check(address, 'ipv6') || special6.check(address, 'ipv6');
  throw new Error('not an IP address');
}

/** Literal IP address in a URL, in the form that Node connects to; null for a host name. */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : null;
}
