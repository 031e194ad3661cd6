import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import net, { type AddressInfo, type LookupFunction, type Server, type TcpSocketConnectOpts } from 'node:net';
import { createAuthority } from '../../stand-ins/internet/internet';
import { trust } from '../../stand-ins/internet/trust';
import { createCitedPages } from '../../vendors/cited-pages/cited-pages';
import { dnsResolver } from '../../vendors/public-network';
import { createWebhookSender } from '../../vendors/webhooks/webhook-sender';
import { html, never, PROSE, QUOTE, statusesIn } from '../support/cited-site';
import { closedAtEnd } from '../support/leftovers';
import { use } from '../support/use';

// An attacker's DNS server over UDP, with a TTL of zero. It first returns a public address, then one in our own
// network. The connections are real, but any to the public address reach a server in this test.

const PUBLIC = '93.184.215.14';
const PRIVATE = ['127.0.0.1', '10.0.0.7', '169.254.169.254'];

/** A DNS server that returns the given A records in order, and repeats the last one. */
async function attackersNameServer(answers: readonly string[]) {
  let asked = 0;
  const server = createSocket('udp4', (query, { port, address }) => {
    let end = 12;
    while (query[end]! > 0) end += query[end]! + 1;
    const isA = query.readUInt16BE(end + 1) === 1;
    const said = isA ? answers[Math.min(asked++, answers.length - 1)]! : null;
    const head = Buffer.from(query.subarray(0, end + 5));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(said ? 1 : 0, 6);
    head.writeUInt16BE(0, 10);
    const record = said
      ? [Buffer.from('c00c00010001000000000004', 'hex'), Buffer.from(said.split('.').map(Number))]
      : [];
    server.send(Buffer.concat([head, ...record]), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  closedAtEnd(() => new Promise<void>((done) => server.close(() => done())));
  return { resolveAll: dnsResolver([`127.0.0.1:${server.address().port}`]), asked: () => asked };
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closedAtEnd(() => new Promise<void>((done) => server.close(() => done())));
  return (server.address() as AddressInfo).port;
}

/** Redirects connections to the public address to this test's servers, and records the address of each connection. */
const reached = use(async () => {
  const authority = createAuthority('The attacker');
  trust(authority.pem);
  const { pem: cert, key } = authority.issue({ name: 'rebind.test' });
  const pages = createServer((request, response) =>
    request.url === '/page'
      ? html(`<title>A page</title><p>${PROSE}</p><p>${QUOTE}</p>`)(request, response)
      : response.writeHead(request.url === '/away' ? 302 : 404, { location: 'http://rebind.test/page' }).end(),
  );
  const ports = {
    80: await listening(pages),
    443: await listening(createSecureServer({ cert, key }, (_, response) => response.writeHead(204).end())),
  };
  const addresses: string[] = [];
  const prototype = net.Socket.prototype as { connect(this: net.Socket, ...args: unknown[]): net.Socket };
  const { connect } = prototype;
  prototype.connect = function (...args) {
    const options = (Array.isArray(args[0]) ? args[0][0] : args[0]) as TcpSocketConnectOpts;
    const { host, port, lookup } = options;
    if (host === 'rebind.test') Object.assign(options, { port: ports[port as 80 | 443], lookup: followed(lookup!) });
    return connect.apply(this, args);
  };
  const followed =
    (own: LookupFunction): LookupFunction =>
    (host, options, done) =>
      own(host, options, (error, found) => {
        if (error) return done(error, found);
        addresses.push(...(Array.isArray(found) ? found.map(({ address }) => address) : [found]));
        if (Array.isArray(found)) return done(null, [{ address: '127.0.0.1', family: 4 }]);
        done(null, '127.0.0.1', 4);
      });
  return {
    addresses,
    close: async () => {
      prototype.connect = connect;
    },
  };
});
beforeEach(() => void reached.addresses.splice(0));

describe.each(PRIVATE)('a name that first resolves to a public address and then to %s', (inside) => {
  test('gets a webhook only at the public address, no matter how often it is sent', async () => {
    const dns = await attackersNameServer([PUBLIC, inside]);
    const sender = createWebhookSender({ allowPrivate: false, resolveAll: dns.resolveAll });
    const send = () => sender.send({ owner: 'acc_1', url: 'https://rebind.test/hook', headers: {}, body: '{}' });
    expect(await send()).toMatchObject({ status: 204 });
    // A second lookup would mean that we connect to an address that we did not check.
    expect(dns.asked()).toBe(1);
    for (let i = 0; i < 3; i++) expect(await send()).toMatchObject({ failure: 'address_refused' });
    expect(reached.addresses).toEqual([PUBLIC]);
  });

  const pages = ({ resolveAll }: Awaited<ReturnType<typeof attackersNameServer>>) => {
    const cited = createCitedPages({ publicUrl: 'https://noi.test', sampleOrigin: null, pauseMs: 0, resolveAll });
    closedAtEnd(() => cited.close());
    return async (path: string) =>
      statusesIn(await cited.check({ url: `http://rebind.test${path}`, quotations: [QUOTE], owner: 'run_1' }, never));
  };

  test.each([
    ['after robots.txt was read', '/page', [PUBLIC, inside], ['unreachable'], [PUBLIC]],
    ['after a page was read', '/page', [PUBLIC, PUBLIC, inside], ['verified'], [PUBLIC, PUBLIC]],
    ['by a redirect to itself', '/away', [PUBLIC, PUBLIC, inside], ['unreachable'], [PUBLIC, PUBLIC]],
  ])('is never contacted at the private address when cited: %s', async (_, path, answers, statuses, addresses) => {
    const look = pages(await attackersNameServer(answers));
    expect(await look(path)).toEqual(statuses);
    expect(reached.addresses).toEqual(addresses);
    // By now robots.txt is cached, but the page is requested again.
    expect(await look('/page')).toEqual(['unreachable']);
    expect(reached.addresses).toEqual(addresses);
  });
});
