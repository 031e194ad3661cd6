import { lookup, Resolver, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { createFairGate } from '../base/fair-gate';
import { isPrivateAddress, literalAddress } from '../base/private-address';

export type ResolveAll = (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;

/** Error code of a connection that we refused because it led to a private address. */
export const REFUSED_ADDRESS = 'EREFUSED_ADDRESS';

export function refusedAddress(): NodeJS.ErrnoException {
  return Object.assign(new Error('The address is not public'), { code: REFUSED_ADDRESS });
}

/** True if a URL's host is this machine or a literal private address. Node connects to literals without a lookup. */
export function namesPrivateAddress(url: URL): boolean {
  const literal = literalAddress(url);
  return literal === null ? isLocalName(url.hostname) : isPrivateAddress(literal);
}

// RFC 6761, 6.3: localhost names must never be looked up in DNS.
function isLocalName(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/u.test(hostname);
}

/** Resolves through the operating system. Each look-up occupies one of Node's few threads. */
export const resolveBySystem: ResolveAll = (host, done) => lookup(host, { all: true }, done);

/** Resolves through DNS alone, without a thread, so a stalled name server cannot block the process. */
export const resolveByDns: ResolveAll = dnsResolver();

/** Creates a resolver that, like {@link resolveByDns}, uses only DNS, through servers such as `127.0.0.1:5353`. */
export function dnsResolver(servers?: readonly string[]): ResolveAll {
  return (host, done) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const found: LookupAddress[] = [];
    let open = 2;
    const settle = (family: 4 | 6) => (error: Error | null, addresses: string[] | undefined) => {
      found.push(...(addresses ?? []).map((address) => ({ address, family })));
      if (--open === 0) done(found.length > 0 ? null : (error ?? new Error(`No address of ${host}`)), found);
    };
    resolver.resolve4(host, settle(4));
    resolver.resolve6(host, settle(6));
  };
}

/**
 * Lookup that fails with {@link REFUSED_ADDRESS} if any address of the name is private. Connections use the checked
 * addresses, which prevents DNS rebinding. Do not reuse sockets: a reused socket skips the check.
 */
export function publicLookup(resolveAll: ResolveAll, allowPrivate = false): LookupFunction {
  return (host, options, done) => {
    resolveAll(host, (error, addresses) => {
      if (error) return done(error, '');
      if (!allowPrivate && addresses.some(({ address }) => isPrivateAddress(address))) {
        return done(refusedAddress(), '');
      }
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      return done(null, first!.address, first!.family);
    });
  };
}

/** Maximum concurrent look-ups, per process and per owner. Unresponsive name servers cannot block more than these. */
const AT_ONCE = { atOnce: 64, perOwner: 8 };

/** Shares look-ups fairly between owners. Concurrent look-ups of the same name share one result. */
export function boundedLookups(resolveAll: ResolveAll): (owner: string) => ResolveAll {
  const gate = createFairGate(AT_ONCE);
  const open = new Map<string, Promise<LookupAddress[]>>();

  function lookUp(host: string): Promise<LookupAddress[]> {
    const known = open.get(host);
    if (known) return known;
    const asked = new Promise<LookupAddress[]>((found, failed) =>
      resolveAll(host, (error, addresses) => (error ? failed(error) : found(addresses))),
    ).finally(() => open.delete(host));
    open.set(host, asked);
    return asked;
  }

  return (owner) => (host, answer) =>
    void gate
      .through(owner, () => lookUp(host))
      .then(
        (addresses) => answer(null, addresses),
        (error: Error) => answer(error, []),
      );
}
