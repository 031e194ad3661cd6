import { networkOf, widerNetworkOf } from '../../base/networks';
import { clientAddress } from '../../http/limits/client-address';

const from = (forwarded: string | undefined, hops: number, remoteAddress = '10.0.0.9') =>
  clientAddress({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } } as never, hops);

test.each([
  ['no proxy is trusted', '203.0.113.1', 0, '10.0.0.9'],
  ['one proxy wrote the last entry', 'spoofed, 203.0.113.1', 1, '203.0.113.1'],
  ['two proxies: the second from the right', '1.1.1.1, 203.0.113.1, 10.0.0.2', 2, '203.0.113.1'],
  ['fewer entries than proxies', '203.0.113.1', 2, '10.0.0.9'],
  ['an entry that is no address', '203.0.113.1, unknown', 1, '10.0.0.9'],
  ['an IPv4 entry with its port', '203.0.113.1:4711', 1, '203.0.113.1'],
  ['an IPv6 entry with its port', '[2001:db8::1]:4711', 1, '2001:db8::1'],
])('reads a client address: %s', (_, forwarded, hops, address) => {
  expect(from(forwarded, hops)).toBe(address);
});

test.each([
  ['203.0.113.1', '203.0.113.1', '203.0.113.0/24'],
  ['::ffff:203.0.113.1', '203.0.113.1', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['', 'unknown', 'unknown'],
  ['x'.repeat(4_000), 'unknown', 'unknown'],
])('counts %s as %s, and within %s', (address, network, wider) => {
  expect([networkOf(address), widerNetworkOf(address)]).toEqual([network, wider]);
});
