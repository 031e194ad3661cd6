/**
 * Puts a process on the stand-in internet: `node --require …/preload.js`, with its port and authority file in
 * STAND_IN_INTERNET. Every host name resolves to a public address, but connections to host names go to that port.
 */
import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import net, { isIP, type LookupFunction, type TcpSocketConnectOpts } from 'node:net';
import { isLoopbackName } from '../../base/public-deployment';
import { trust } from './trust';

/** A public address, because the product refuses private ones. Nothing is ever sent to it. */
const PUBLIC_ADDRESS = '93.184.215.14';
const LOOPBACK = '127.0.0.1';

function join(to: number, authority: string): void {
  trust(authority);
  dns.lookup = lookup as typeof dns.lookup;
  dns.Resolver.prototype.resolve4 = resolve4 as typeof dns.Resolver.prototype.resolve4;
  dns.Resolver.prototype.resolve6 = resolve6 as typeof dns.Resolver.prototype.resolve6;
  const prototype = net.Socket.prototype as { connect(this: net.Socket, ...args: unknown[]): net.Socket };
  const { connect } = prototype;
  prototype.connect = function (...args) {
    // `net.connect` passes its arguments as one array.
    const options = (Array.isArray(args[0]) ? args[0][0] : args[0]) as Partial<TcpSocketConnectOpts>;
    if (isAway(options.host)) Object.assign(options, { port: to, lookup: toThisMachine(options.lookup) });
    return connect.apply(this, args);
  };
}

const isAway = (host: string | undefined) => host !== undefined && isIP(host) === 0 && !isLoopbackName(host);

/** Runs the caller's own lookup, which may refuse an address, but then returns the loopback address. */
function toThisMachine(own: LookupFunction = lookup): LookupFunction {
  return (host, options, done) =>
    own(host, options, (error, found) => {
      if (error) return done(error, found);
      if (Array.isArray(found)) return done(null, [{ address: LOOPBACK, family: 4 }]);
      done(null, LOOPBACK, 4);
    });
}

const bySystem = dns.lookup;

const lookup: LookupFunction = (host, options, done) => {
  if (!isAway(host)) return bySystem(host, options, done);
  process.nextTick(() => {
    if (options.all) done(null, [{ address: PUBLIC_ADDRESS, family: 4 }]);
    else done(null, PUBLIC_ADDRESS, 4);
  });
};

function resolve4(_host: string, done: (error: null, addresses: string[]) => void): void {
  process.nextTick(() => done(null, [PUBLIC_ADDRESS]));
}

function resolve6(_host: string, done: (error: Error) => void): void {
  process.nextTick(() => done(Object.assign(new Error('queryAaaa ENODATA'), { code: 'ENODATA' })));
}

const [port, authorityFile] = (process.env.STAND_IN_INTERNET ?? '').split(' ');
if (port && authorityFile) join(Number(port), readFileSync(authorityFile, 'utf8'));
