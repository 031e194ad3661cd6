import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { hashLoggedNetwork } from '../../platform/tokens';
import type { ApiSettings } from '../settings';

/** Maximum length of an address: IPv6 with embedded IPv4, brackets and port. */
const MAX_LENGTH = 64;

/**
 * Client address behind `trustedHops` proxies that append to X-Forwarded-For: the entry of the outermost trusted proxy.
 * Entries further left are forgeable and ignored. Falls back to the socket without proxies or without a valid entry.
 */
export function clientAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, trustedHops: number): string {
  return (trustedHops > 0 && forwardedAddress(request, trustedHops)) || (request.socket.remoteAddress ?? '');
}

function forwardedAddress({ headers }: Pick<IncomingMessage, 'headers'>, trustedHops: number): string | null {
  // Node joins repeated headers with commas (RFC 9110, 5.3), so the last entry is that of the nearest proxy.
  const entry = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-trustedHops)
    ?.trim();
  return entry && entry.length <= MAX_LENGTH ? withoutPort(entry) : null;
}

// Some proxies add the port: `192.0.2.1:8080` or `[2001:db8::1]:8080`.
function withoutPort(entry: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) ? bare : null;
}

/**
 * Network by which limits and reservations count an address: the IPv4 address (also if mapped into IPv6) or the /64 of
 * an IPv6 address, since one customer owns a whole /64. Anything else is `unknown`.
 */
export function networkOf(address: string): string {
  return within(address, (v4) => v4, { groups: 4, name: '/64' });
}

/**
 * Network of many customers around an address, by which shares of what all have are counted: the /24 of an IPv4 address,
 * the /48 of an IPv6 address, which one customer with many /64 usually has.
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

/** Network of an address as log lines name it: a keyed hash, by which lines of one network are found, and nobody. */
export function loggedNetwork({ logSecret }: Pick<ApiSettings, 'logSecret'>, address: string): string {
  return hashLoggedNetwork(logSecret, networkOf(address));
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
