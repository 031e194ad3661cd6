import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Type } from '@sinclair/typebox';
import { BYTES, endpoint, key } from '../../http/endpoint';
import { MAX_DOWNLOADS } from '../../http/limits/concurrency';
import { call, createCustomer, startApi, type TestApi, type TestApiOptions } from '../support/api';
import { eventually } from '../support/eventually';
import { valueOf } from '../support/answers';
import { useDatabase } from '../support/use';

const db = useDatabase();
let api: TestApi;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await api.close();
});

/** The kernel buffers less than this for a client that does not read. */
const LARGE = Buffer.alloc(24 * 1024 * 1024, 'a');

/** An endpoint with larger responses than any of ours, so that the server notices unread data. */
const large = endpoint({
  method: 'GET',
  path: '/v1/large',
  operationId: 'getLarge',
  tag: 'runs',
  summary: 'A large answer',
  audience: 'customer',
  auth: key('account:read'),
  large: true,
  responseScope: 'caller_account',
  responses: { 200: { title: 'Large', content: { 'application/octet-stream': BYTES } } },
  handle: () => ({ status: 200, type: 'application/octet-stream', body: LARGE }),
});
const small = endpoint({
  ...large,
  path: '/v1/small',
  operationId: 'getSmall',
  large: undefined,
  responses: { 200: Type.Object({}) },
  handle: () => ({ status: 200, body: {} }),
} as never);

const start = async (options: TestApiOptions = {}) => {
  api = await startApi(db, { endpoints: () => [large, small], ...options });
};
const get = (path: '/v1/large' | '/v1/small', apiKey: string) => call(api, 'GET', path, { key: apiKey });
const isFree = async (apiKey: string) => (await get('/v1/large', apiKey)).status === 200;

/** Sends part of a request, or all of it, on its own connection. */
async function send(text: string): Promise<Socket> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const request = (path: string, apiKey: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${apiKey}\r\n${more}\r\n`;

/** Uses up an account's limit on concurrent downloads: starts large responses and reads only the start of each. */
async function fillPlaces(apiKey: string): Promise<void> {
  for (let i = 0; i < MAX_DOWNLOADS; i++) {
    const socket = await send(request('/v1/large', apiKey));
    await once(socket, 'readable');
    expect(String(socket.read(12))).toBe('HTTP/1.1 200');
  }
}

test('limits an account to twenty large answers at once, then answers 429, but serves others', async () => {
  await start();
  const [hostile, honest] = [await createCustomer(db), await createCustomer(db)];
  await fillPlaces(hostile.apiKey);
  const refused = await get('/v1/large', hostile.apiKey);
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', limitLevel: 'endpoint' } });
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await get('/v1/small', hostile.apiKey)).status).toBe(200);
  expect((await get('/v1/large', honest.apiKey)).text).toHaveLength(LARGE.length);
  sockets[0]!.destroy();
  await eventually('a place is free', () => isFree(hostile.apiKey));
});

test('cuts off a caller who reads nothing, but not one who reads slowly', async () => {
  await start({ bounds: { silenceMs: 1_000 } });
  const [hostile, slow] = [await createCustomer(db), await createCustomer(db)];
  await fillPlaces(hostile.apiKey);
  const reader = await send(request('/v1/large', slow.apiKey, 'Connection: close\r\n'));
  let taken = 0;
  const ended = once(reader, 'end');
  reader.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    reader.pause();
    setTimeout(() => reader.resume(), 5);
  });
  await ended;
  expect(taken).toBeGreaterThan(LARGE.length);
  await eventually('the slots are free', () => isFree(hostile.apiKey));
});

const POST = 'POST /v1/small HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
test.each([
  ['head', 'GET /v1/small HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  ['body', `${POST}Content-Length: 9000\r\n\r\n{`],
])('cuts off a caller who sends the %s byte by byte', async (_, begin) => {
  await start({ bounds: { headMs: 600, requestMs: 900 } });
  const socket = await send(begin);
  const dripping = setInterval(() => socket.write('a'), 50);
  socket.resume();
  await once(socket, 'close');
  clearInterval(dripping);
  expect((await get('/v1/small', (await createCustomer(db)).apiKey)).status).toBe(200);
});

test('closes, counts and logs connections beyond the maximum', async () => {
  await start({ bounds: { maxConnections: 3 } });
  const { apiKey } = await createCustomer(db);
  for (let i = 0; i < 3; i++) await send('');
  for (let i = 0; i < 2; i++) await once((await send(request('/v1/small', apiKey))).resume(), 'close');
  await eventually('both are counted', async () => {
    return valueOf(await api.metrics.page(), 'noi_http_connections_refused_total') === 2;
  });
  expect(api.logged.filter((line) => line.includes('too many connections are open'))).toHaveLength(1);
  sockets[0]!.destroy();
  const served = () =>
    get('/v1/small', apiKey).then(
      ({ status }) => status === 200,
      () => false,
    );
  await eventually('there is room', served);
});

test('adds nothing to a started answer when garbage follows the request', async () => {
  await start();
  const { apiKey } = await createCustomer(db);
  const socket = await send(`GET /v1/large HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${apiKey}\r\n\r\n`);
  await once(socket, 'readable');
  socket.write('NO HTTP\r\n\r\n');
  let taken = '';
  socket.on('data', (bytes: Buffer) => (taken += bytes.toString('latin1')));
  await once(socket, 'close');
  expect(taken).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(taken.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});
