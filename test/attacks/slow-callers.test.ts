import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Type } from '@sinclair/typebox';
import { BYTES, endpoint, key } from '../../http/endpoint';
import { MAX_DOWNLOADS } from '../../http/limits/places';
import { call, createCustomer, startApi, type TestApi, type TestApiOptions } from '../support/api';
import { eventually } from '../support/eventually';
import { allRoutes, nameOf, requestFor } from '../support/routes';
import { valueOf } from '../support/metrics';
import { useDatabase } from '../support/use';

const db = useDatabase();
let api: TestApi;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await api.close();
});

/** More than a kernel keeps of an answer for a reader who takes nothing. */
const LARGE = Buffer.alloc(24 * 1024 * 1024, 'a');

/** Answers that are larger than any of ours, so that what is not read is seen by the server. */
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

/** Sends the beginning of a request, or a whole one, on a connection of its own. */
async function send(text: string): Promise<Socket> {
  const { port } = new URL(api.url);
  const socket = connect(Number(port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const HEAD = (path: string, apiKey: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${apiKey}\r\n\r\n`;

/** Asks for a large answer and takes nothing of it but its beginning. */
async function unread(apiKey: string): Promise<string> {
  const socket = await send(HEAD('/v1/large', apiKey));
  await once(socket, 'readable');
  return (socket.read(12) as Buffer).toString();
}

test('an account takes twenty large answers at once; one more is 429, while others and small answers are served', async () => {
  await start();
  const [hostile, honest] = await Promise.all([createCustomer(db), createCustomer(db)]);
  const heads = await Promise.all(Array.from({ length: MAX_DOWNLOADS }, () => unread(hostile.apiKey)));
  expect(new Set(heads)).toEqual(new Set(['HTTP/1.1 200']));

  const refused = await call(api, 'GET', '/v1/large', { key: hostile.apiKey });
  expect([refused.status, refused.body.code, refused.body.limitLevel, refused.headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    'endpoint',
    '5',
  ]);
  expect(refused.body.detail).toContain('"downloads"');
  expect((await call(api, 'GET', '/v1/small', { key: hostile.apiKey })).status).toBe(200);
  expect((await call(api, 'GET', '/v1/large', { key: honest.apiKey })).text).toHaveLength(LARGE.length);

  sockets[0]!.destroy();
  await eventually('a place is free', async () => {
    const { status } = await call(api, 'GET', '/v1/large', { key: hostile.apiKey });
    return status === 200;
  });
});

test('who takes nothing of an answer is cut off; who takes it slowly gets all of it', async () => {
  await start({ bounds: { silenceMs: 1_000 } });
  const [hostile, slow] = await Promise.all([createCustomer(db), createCustomer(db)]);
  await Promise.all(Array.from({ length: MAX_DOWNLOADS }, () => unread(hostile.apiKey)));

  const reader = await send(HEAD('/v1/large', slow.apiKey).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  let taken = 0;
  const ended = once(reader, 'end');
  reader.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    reader.pause();
    setTimeout(() => reader.resume(), 5);
  });
  await ended;
  expect(taken).toBeGreaterThan(LARGE.length);

  await eventually('the places of who took nothing are free', async () => {
    const { status } = await call(api, 'GET', '/v1/large', { key: hostile.apiKey });
    return status === 200;
  });
});

test('who takes a little of an answer now and then is cut off', async () => {
  await start({ bounds: { takeMs: 1_000 } });
  const { apiKey } = await createCustomer(db);
  await Promise.all(Array.from({ length: MAX_DOWNLOADS }, () => unread(apiKey)));
  const sips = setInterval(() => sockets.forEach((socket) => socket.read(1_024)), 100);
  // By its head alone: this process is slow where others use the machine, and who takes an answer slowly is cut off.
  const status = async () => {
    const answer = await fetch(`${api.url}/v1/large`, { headers: { 'x-api-key': apiKey } });
    await answer.body?.cancel();
    return answer.status;
  };
  expect(await status()).toBe(429);
  await eventually('the places of who took little are free', async () => (await status()) === 200);
  clearInterval(sips);
});

test.each([
  ['the head', 'GET /v1/small HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  [
    'the body',
    'POST /v1/small HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{',
  ],
])('who sends %s a byte at a time is cut off', async (_, begin) => {
  await start({ bounds: { headMs: 600, requestMs: 900 } });
  const socket = await send(begin);
  const dripping = setInterval(() => socket.write('a'), 50);
  socket.resume();
  await once(socket, 'close');
  clearInterval(dripping);
  const { apiKey } = await createCustomer(db);
  expect((await call(api, 'GET', '/v1/small', { key: apiKey })).status).toBe(200);
});

test('connections beyond the most are closed at once, counted and logged; the next is served once one has gone', async () => {
  await start({ bounds: { maxConnections: 3 } });
  const { apiKey } = await createCustomer(db);
  for (let i = 0; i < 3; i++) await send('');
  for (let i = 0; i < 2; i++) await once((await send(HEAD('/v1/small', apiKey))).resume(), 'close');
  await eventually('both are counted', async () => {
    return valueOf(await api.metrics.page(), 'noi_http_connections_refused_total') === 2;
  });
  expect(api.logged.filter((line) => line.includes('MAX_CONNECTIONS'))).toHaveLength(1);
  sockets[0]!.destroy();
  await eventually('there is room', () =>
    call(api, 'GET', '/v1/small', { key: apiKey }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
});

test('each route whose answer has more than 64 kB declares it', async () => {
  api = await startApi(db);
  const { apiKey } = await createCustomer(db);
  const found: string[] = [];
  for (const route of allRoutes().filter(({ method, uncounted }) => method === 'GET' && !uncounted)) {
    const { path, init } = requestFor(route, { key: apiKey });
    const { text, status } = await fetch(api.url + path, init).then(async (answer) => ({
      status: answer.status,
      text: await answer.text(),
    }));
    if (status === 200 && text.length > 65_536 && !route.large) found.push(nameOf(route));
  }
  expect(found).toEqual([]);
});
