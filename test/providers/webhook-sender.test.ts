import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { isPrivateAddress } from '../../base/private-address';
import { createWebhookSender, type SenderOptions } from '../../vendors/webhooks/webhook-sender';
import { eventually } from '../support/eventually';
import { startReceiver } from '../support/webhooks';

const message = { owner: 'acc_1', headers: { 'webhook-id': 'whd_1' }, body: '{"type":"webhook.test"}' };
const send = (url: string, options: Partial<SenderOptions> = {}) =>
  createWebhookSender({ allowPrivate: false, ...options }).send({ url, ...message });

/** A server that counts connections and never responds. */
async function listener() {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections++;
    // The server must read, or it would not notice that the client closed the connection.
    socket.on('error', () => undefined).resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections, close: () => new Promise((resolve) => server.close(resolve)) };
}

const PRIVATE =
  '0.0.0.0 10.255.0.1 100.127.255.255 127.8.8.8 169.254.169.254 168.63.129.16 172.16.0.1 192.168.1.1 198.19.0.1 224.0.0.1 ' +
  '255.255.255.255 :: ::1 ::ffff:8.8.8.8 64:ff9b::808:808 2002:7f00:1:: 2001:db8::1 2001::1 fc00::1 fe80::1 ff02::1';
const PUBLIC = '168.63.129.17 172.32.0.1 1.1.1.1 93.184.215.14 2606:4700:4700::1111';

test('distinguishes private and public addresses', () => {
  expect(PRIVATE.split(' ').filter((address) => !isPrivateAddress(address))).toEqual([]);
  expect(PUBLIC.split(' ').filter(isPrivateAddress)).toEqual([]);
});

test('does not connect to a private address, literal or resolved, or over plain http', async () => {
  const inside = await listener();
  const everything = (address: string) => [{ address, family: 4 }];
  const attempts = [
    () => send(`https://127.0.0.1:${inside.port}/`),
    () => send(`https://localhost:${inside.port}/`),
    () => send(`http://localhost:${inside.port}/`),
    () => send('http://public.example.com/', { resolveAll: (_host, done) => done(new Error('unknown'), []) }),
    () =>
      send(`https://rebound.example.com:${inside.port}/`, {
        resolveAll: (_host, done) => done(null, everything('127.0.0.1')),
      }),
    () =>
      send(`https://half.example.com:${inside.port}/`, {
        resolveAll: (_host, done) => done(null, [...everything('1.1.1.1'), ...everything('127.0.0.1')]),
      }),
  ];
  for (const attempt of attempts) {
    expect(await attempt()).toEqual({ status: null, failure: 'address_refused', retryAfterMs: null });
  }
  expect(inside.connections()).toBe(0);
  await inside.close();
});

test('resolves and checks the name again for every attempt', async () => {
  const receiver = await startReceiver();
  const { port } = new URL(receiver.url);
  let asked = 0;
  const sender = createWebhookSender({
    allowPrivate: true,
    resolveAll: (_host, done) => done(null, [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]),
  });
  const url = `http://moving.example.com:${port}/`;
  expect(await sender.send({ url, ...message })).toMatchObject({ status: 204 });
  expect(await sender.send({ url, ...message })).toMatchObject({ failure: 'connection_failed' });
  expect(asked).toBe(2);
  await receiver.close();
});

test("does not delay other accounts when one account's names never resolve", async () => {
  const receiver = await startReceiver();
  const { port } = new URL(receiver.url);
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const sender = createWebhookSender({
    allowPrivate: true,
    resolveAll: (host, done) => {
      const found = () => done(null, [{ address: '127.0.0.1', family: 4 }]);
      asked.push(host);
      if (host.startsWith('silent')) answers.push(found);
      else found();
    },
  });
  const deliver = (owner: string, host: string) => sender.send({ ...message, owner, url: `http://${host}:${port}/` });
  const hostile = [
    ...Array.from({ length: 16 }, () => deliver('acc_hostile', 'silent-0.example.com')),
    ...Array.from({ length: 100 }, (_, i) => deliver('acc_hostile', `silent-${i + 1}.example.com`)),
  ];
  expect(await deliver('acc_honest', 'honest.example.com')).toMatchObject({ status: 204 });
  // The hostile account's eight concurrent deliveries all wait for the same DNS lookup.
  expect(asked).toEqual(['silent-0.example.com', 'honest.example.com']);
  answers.shift()!();
  await eventually('the next that share it', async () => answers.length === 1);
  answers.shift()!();
  await eventually('the next eight', async () => answers.length === 8);
  expect(await deliver('acc_honest', 'honest.example.com')).toMatchObject({ status: 204 });
  expect(asked.filter((host) => host.startsWith('silent'))).toHaveLength(10);
  const goOn = setInterval(() => answers.splice(0).forEach((answer) => answer()), 1);
  expect(new Set((await Promise.all(hostile)).map(({ status }) => status))).toEqual(new Set([204]));
  clearInterval(goOn);
  await receiver.close();
});

test('does not follow redirects', async () => {
  const target = await startReceiver();
  const receiver = await startReceiver([{ status: 307, headers: { location: target.url } }]);
  expect(await send(receiver.url, { allowPrivate: true })).toMatchObject({ status: 307 });
  expect(target.received).toEqual([]);
  await Promise.all([receiver.close(), target.close()]);
});

test('gives up on a receiver that never answers after the timeout', async () => {
  const receiver = await startReceiver([null]);
  expect(await send(receiver.url, { allowPrivate: true, timeoutMs: 100 })).toMatchObject({ failure: 'timeout' });
  const silent = await listener();
  const url = `https://localhost:${silent.port}/`;
  expect(await send(url, { allowPrivate: true, timeoutMs: 100 })).toMatchObject({ failure: 'timeout' });
  await Promise.all([receiver.close(), silent.close()]);
});

test('sends bytes and headers unchanged, and respects Retry-After up to an hour', async () => {
  const receiver = await startReceiver([
    { status: 503, headers: { 'retry-after': '7' } },
    { status: 429, headers: { 'retry-after': '99999' } },
  ]);
  expect(await send(receiver.url, { allowPrivate: true })).toMatchObject({ status: 503, retryAfterMs: 7_000 });
  expect(await send(receiver.url, { allowPrivate: true })).toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
  expect(receiver.received[0]).toMatchObject({
    body: message.body,
    headers: { 'webhook-id': 'whd_1', 'content-type': 'application/json', 'content-length': '23' },
  });
  await receiver.close();
});
