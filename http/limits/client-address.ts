import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { networkOf } from '../../base/networks';
import { hashLoggedNetwork } from '../../base/tokens';
import type { ApiSettings } from '../settings';

/** Maximum length of an IP address: IPv6 with embedded IPv4, brackets and port. */
const MAX_LENGTH = 64;

/**
 * Client address behind `trustedHops` proxies that append to X-Forwarded-For: the entry that the outermost of these
 * proxies added. Entries further left are ignored because they can be forged. Falls back to the socket address.
 */
export function clientAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, trustedHops: number): string {
  return (trustedHops > 0 && forwardedAddress(request, trustedHops)) || (request.socket.remoteAddress ?? '');
}

function forwardedAddress({ headers }: Pick<IncomingMessage, 'headers'>, trustedHops: number): string | null {
  // Node joins repeated headers with commas (RFC 9110, 5.3), so the last entry is from the nearest proxy.
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

/** Keyed hash of an IP address's network for log lines. Links lines from one network without identifying anybody. */
export function loggedNetwork({ logSecret }: Pick<ApiSettings, 'logSecret'>, address: string): string {
  return hashLoggedNetwork(logSecret, networkOf(address));
}
