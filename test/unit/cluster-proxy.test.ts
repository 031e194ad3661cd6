import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startProxies, type Proxies } from '../../local/cluster/proxy';
import { freePort } from '../../local/ports';
import { createAuthority } from '../../stand-ins/internet/authority';
import { trust } from '../../stand-ins/internet/trust';
import { eventually } from '../support/eventually';

interface Upstream {
  url: string;
  seen: { path: string; body: string; headers: IncomingHttpHeaders }[];
  ready: boolean;
  close(): Promise<void>;
}

const authority = createAuthority();
const certificate = authority.issue();
trust(authority.pem);

let proxies: Proxies;
let upstreams: Upstream[];
const all = () => upstreams.flatMap(({ seen }) => seen);

beforeEach(async () => {
  upstreams = [await startUpstream(), await startUpstream()];
  proxies = await startProxies(
    await freePort(),
    certificate,
    upstreams.map(({ url }) => url),
  );
});
afterEach(async () => {
  await proxies.close();
  await Promise.all(upstreams.map((each) => each.close()));
});

test('an API behind two hops sees the caller second from the right, after what the caller claims', async () => {
  await fetch(`${proxies.url}/x?y=1`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(all()).toMatchObject([
    { path: '/x?y=1', headers: { 'x-forwarded-for': '203.0.113.9, 127.0.0.1, 127.0.0.1' } },
  ]);
});

test('a request that reached no API is passed to the other with its body', async () => {
  await upstreams[0]!.close();
  for (let count = 0; count < 4; count++) {
    const answer = await fetch(`${proxies.url}/v1`, { method: 'POST', body: `body ${count}` });
    expect(answer.status).toBe(200);
  }
  expect(upstreams[1]!.seen.map(({ body }) => body)).toEqual(['body 0', 'body 1', 'body 2', 'body 3']);
});

test('a request that an API may have taken is answered 502 and sent to no other', async () => {
  const dying = await startUpstream((socket) => socket.destroy());
  const port = await freePort();
  const own = await startProxies(port, certificate, [dying.url, upstreams[0]!.url]);
  const answers = [];
  for (let count = 0; count < 4; count++) answers.push((await fetch(`${own.url}/v1`, { method: 'POST' })).status);
  expect(answers.filter((status) => status === 502).length).toBe(dying.seen.length);
  expect(dying.seen.length + upstreams[0]!.seen.length).toBe(4);
  expect(dying.seen.length).toBeGreaterThan(0);
  await own.close();
  await dying.close();
});

test('an API that is not ready gets no requests while another is', async () => {
  upstreams[0]!.ready = false;
  await eventually('the other alone gets requests', async () => {
    for (const each of upstreams) each.seen.length = 0;
    for (let count = 0; count < 4; count++) await fetch(proxies.url);
    return upstreams[0]!.seen.length === 0;
  });
  expect(upstreams[1]!.seen).toHaveLength(4);
});

async function startUpstream(instead?: (socket: { destroy(): void }) => void): Promise<Upstream> {
  const upstream: Upstream = { url: '', seen: [], ready: true, close: () => closed(server) };
  const server = createServer(async (request, response) => {
    if (request.url === '/health/ready') {
      response.writeHead(upstream.ready ? 200 : 503).end();
      return;
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    upstream.seen.push({ path: request.url!, body, headers: request.headers });
    if (instead) instead(request.socket);
    else response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  upstream.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return upstream;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
