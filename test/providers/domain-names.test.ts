import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createDomainNames } from '../../vendors/domain-names';
import { closedAtEnd } from '../support/leftovers';

const never = new AbortController().signal;
const BOOTSTRAP = {
  services: [
    [
      ['com', 'net'],
      ['http://plain.example/', 'https://registry.example/v1/'],
    ],
  ],
};

const RCODES = { records: 0, none: 3, refused: 5 } as const;

/** A name server that gives one response for each listed domain and ignores all others. */
async function nameServer(answers: Record<string, keyof typeof RCODES>) {
  const asked: string[] = [];
  const server: Socket = createSocket('udp4', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (; query[at]! > 0; at += query[at]! + 1) labels.push(query.toString('ascii', at + 1, at + 1 + query[at]!));
    const domain = labels.join('.').toLowerCase();
    const type = query.readUInt16BE(at + 1);
    asked.push(`${domain} ${type}`);
    const said = answers[domain];
    if (said) server.send(answer(query, at + 5, type, RCODES[said]), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const close = closedAtEnd(() => new Promise<void>((done) => server.close(() => done())));
  return { servers: [`127.0.0.1:${server.address().port}`], asked, close };
}

/** Echoes the DNS question with a response code. If the question asks for name servers, adds a record. */
function answer(query: Buffer, end: number, type: number, rcode: number): Buffer {
  const NS = 2;
  const record = rcode === 0 && type === NS ? Buffer.from('c00c000200010000003c0002c00c', 'hex') : Buffer.alloc(0);
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(0x8180 | rcode, 2);
  head.writeUInt16BE(record.length > 0 ? 1 : 0, 6);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, record]);
}

/** Creates the lookup with a name server, and with registries that return the given status for each domain. */
async function names(dns: Record<string, keyof typeof RCODES>, registry: Record<string, number> = {}) {
  const { servers, asked, close } = await nameServer(dns);
  const got: string[] = [];
  const domainNames = createDomainNames({
    publicUrl: 'https://noi.example',
    sampleOrigin: null,
    servers,
    timeoutMs: 20_000,
    get: ({ href }) => {
      got.push(href);
      if (href.endsWith('dns.json')) return Promise.resolve({ status: 200, body: JSON.stringify(BOOTSTRAP) });
      const status = registry[href.slice('https://registry.example/v1/domain/'.length)];
      return status === undefined ? Promise.reject(new Error('unreachable')) : Promise.resolve({ status, body: '{}' });
    },
  });
  const look = async (domain: string) => {
    const { status, answeredBy, checkedAt } = await domainNames.look(domain, 'run_1', never);
    expect(Number.isNaN(Date.parse(checkedAt))).toBe(false);
    return [status, ...answeredBy];
  };
  return { look, asked, got, close };
}

test('treats a domain with name servers as registered, without asking its registry', async () => {
  const { look, got, close } = await names({ 'taken.com': 'records' });
  expect(await look('taken.com')).toEqual(['registered', 'dns']);
  expect(got).toEqual([]);
  await close();
});

test('asks the registry about domains missing in DNS, and reads the registry list once', async () => {
  const { look, got, close } = await names(
    { 'parked.com': 'none', 'free.com': 'none', 'quiet.net': 'none', 'land.de': 'none' },
    { 'parked.com': 200, 'free.com': 404, 'quiet.net': 429 },
  );
  expect(await look('parked.com')).toEqual(['registered', 'dns', 'rdap']);
  expect(await look('free.com')).toEqual(['not_found', 'dns', 'rdap']);
  expect(await look('quiet.net')).toEqual(['not_found', 'dns']);
  expect(await look('land.de')).toEqual(['not_found', 'dns']);
  expect(got.filter((address) => address.endsWith('dns.json'))).toHaveLength(1);
  await close();
});

test('reports a domain without an answer as unknown', async () => {
  const { look, close } = await names({ 'refused.com': 'refused' });
  expect(await look('refused.com')).toEqual(['unknown']);
  await close();
});

test('does not look up names that nobody can own, or subdomains', async () => {
  const { look, asked, got, close } = await names({});
  for (const domain of ['queue.example', 'name.example.com', 'letter.substack.com']) {
    expect(await look(domain)).toEqual(['unknown']);
  }
  expect([asked, got]).toEqual([[], []]);
  await close();
});
