import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import type { ProxiedApi } from '../../local/cluster/proxy';
import { freePort } from '../../local/ports';
import { readHealth, readPage } from '../support/answers';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { closedAtEnd } from '../support/leftovers';
import { prepareProcesses, prepareShop } from '../support/processes';
import { goProgram } from '../support/programs';
import { createCheckout } from '../support/shop';

/** The drain delay of docker-compose.yml, whose proxy probes every second. */
const DRAIN_DELAY = '3s';
/**
 * Just below the statement timeout of requests (3.75 s). A stopping API refuses at once, so a 503 this late means that
 * the API is busy.
 */
const LATE_MS = 3_500;
/** A loopback address for a second API; Linux needs no configuration for it. */
const SECOND = '127.0.0.2';

/** Caddy, configured as in docker-compose.yml. The APIs listen on the same port of different IP addresses. */
async function startProxy(apis: readonly ProxiedApi[]): Promise<{ url: string }> {
  const [port, home] = [await freePort(), mkdtempSync(join(tmpdir(), 'noi-caddy-'))];
  const env = {
    SITE_ADDRESS: `http://127.0.0.1:${port}`,
    APIS: apis.map(({ url }) => new URL(url).host).join(' '),
    PROBE_PORT: new URL(apis[0]!.metrics).port,
    OPERATOR_EMAIL: 'operator@noi.example',
    CADDY_GLOBAL_OPTIONS: 'default_bind 127.0.0.1',
    HOME: home,
  };
  const config = join(PACKAGE_ROOT, 'deploy', 'Caddyfile');
  const program = goProgram('CADDY_PATH', 'caddy', 'github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.7');
  const child = spawn(program, ['run', '--config', config], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  closedAtEnd(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually('the proxy listens', async () => (await fetch(url).catch(() => null)) !== null);
  return { url };
}

const twoPorts = async () => [await freePort(), await freePort()];

/** An API that sends this response to every request, including probes. */
async function startUpstream(host: string, ports: readonly number[], answer: RequestListener) {
  const addresses = ports.map(async (port) => {
    const server = createServer(answer).listen(port, host);
    await once(server, 'listening');
    closedAtEnd(async () => server.close().closeAllConnections());
    return `http://${host}:${port}`;
  });
  const [url, metrics] = await Promise.all(addresses);
  return { url: url!, metrics: metrics! };
}

/** Number of requests that an API has answered since it started, without the proxy's readiness probes. */
async function requestsOf({ metrics }: { metrics: string }): Promise<number> {
  const page = await readPage(metrics);
  const counts = [...page.matchAll(/^noi_http_requests_total\{.*route="\/v1\/runs\/.*"\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

test('answers open and new requests while an API stops, then exits cleanly', async () => {
  const product = await prepareProcesses({ env: { DRAIN_DELAY: '4s' } });
  await product.api.start();
  const { runId } = (await product.create('stop')).body;
  const waiting = call(product.api, 'GET', `/v1/runs/${runId}`, {
    key: product.customer.apiKey,
    headers: { prefer: 'wait=30', 'if-none-match': '"1"' },
  });
  // Answers to later requests prove that the API has read the pending request.
  for (let i = 0; i < 10; i++) await product.status(runId);
  const asked = Date.now();
  const stopped = product.api.stop();
  await eventually(
    'it says that it leaves',
    async () => (await call(product.api, 'GET', '/health/ready')).status === 503,
  );
  expect(await readHealth(product.metrics.api, 'ready')).toEqual({ status: 503, failed: ['stopping'] });
  expect(await readHealth(product.metrics.api, 'live')).toEqual({ status: 200, failed: [] });
  // The response asks callers with open connections to close them.
  expect((await call(product.api, 'GET', '/health')).headers.get('connection')).toBe('close');
  expect(await product.status(runId)).toMatchObject({ status: 'queued' });
  expect(await stopped).toBe(0);
  expect(Date.now() - asked).toBeLessThan(10_000);
  expect([200, 304]).toContain((await waiting).status);
});

test('answers every request while each API behind the proxy is replaced', async () => {
  const shop = await prepareShop({ lifetime: '31m', grace: '5m', sweep: '5m' }, { env: { DRAIN_DELAY } });
  const second = shop.anotherApi(SECOND);
  await Promise.all([shop.api.start(), second.start(), shop.worker.start()]);
  const proxy = await startProxy([{ ...shop.api, metrics: shop.metrics.api }, second]);
  await eventually('the proxy passes on', async () => (await call(proxy, 'GET', '/health/ready')).status === 200);
  const { body } = await shop.create('drained');
  const refused: string[] = [];
  const done = { polls: 0, purchases: 0 };
  const ended = new AbortController();
  const repeat = async (what: keyof typeof done, ask: (turn: number) => Promise<number>) => {
    for (let turn = 0; !ended.signal.aborted;) {
      const asked = performance.now();
      const status = await ask(turn).catch((error: Error) => error.message);
      // A busy API timed out; repeat with the same key, as clients do.
      if (status === 503 && performance.now() - asked > LATE_MS) continue;
      turn += 1;
      if (status === 200 || status === 201) done[what] += 1;
      else refused.push(`${what}: ${status}`);
    }
  };
  const key = shop.customer.apiKey;
  const poll = async () => (await call(proxy, 'GET', `/v1/runs/${body.runId}`, { key })).status;
  const buy = async (turn: number) =>
    (await createCheckout(proxy, shop.customer, `buy-${turn}`, { product: 'idea_check' })).status;
  const callers = [repeat('polls', poll), repeat('polls', poll), repeat('purchases', buy)];

  for (const api of [Object.assign(shop.api, { metrics: shop.metrics.api }), second]) {
    const grown = async (what: string) => {
      const { polls, purchases } = { ...done };
      await eventually(what, () => done.polls > polls + 20 && done.purchases > purchases + 5, 60_000);
    };
    await grown('both APIs answer');
    expect(await api.stop()).toBe(0);
    await grown('the other answers alone');
    await api.start();
    await eventually('the proxy sends it requests again', async () => (await requestsOf(api)) > 20, 60_000);
  }
  ended.abort();
  await Promise.all(callers);
  expect(refused).toEqual([]);
});

test('forwards to an API that is not ready if none is, so that callers get its answer', async () => {
  let probes = 0;
  const api = await startUpstream('127.0.0.1', await twoPorts(), (request, response) => {
    if (request.url === '/health/ready') probes += 1;
    request.pipe(response.writeHead(503, { 'retry-after': '7' }));
  });
  const proxy = await startProxy([api]);
  await eventually('two probes have failed', () => probes > 2);
  const answer = await fetch(proxy.url, { method: 'POST', body: 'sent' });
  expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([503, '7', 'sent']);
});

test('does not repeat a POST when the API breaks off', async () => {
  const reached: unknown[] = [];
  const ports = await twoPorts();
  const upstream = (host: string) =>
    startUpstream(host, ports, ({ method, url, socket }, response) => {
      if (method === 'POST') reached.push(url);
      if (method === 'POST') socket.destroy();
      else response.end();
    });
  const proxy = await startProxy([await upstream('127.0.0.1'), await upstream(SECOND)]);
  const headers = { 'idempotency-key': 'once' };
  const empty = await fetch(`${proxy.url}/empty`, { method: 'POST', headers });
  const filled = await fetch(`${proxy.url}/filled`, { method: 'POST', headers, body: '{}' });
  expect([empty.status, filled.status]).toEqual([502, 502]);
  expect(reached).toEqual(['/empty', '/filled']);
});

test("forwards answers unchanged, streams at once, and the caller's address", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const answer: RequestListener = ({ url, headers }, response) => {
    if (url === '/whole') seen.push(headers);
    response.setHeaders(new Map(Object.entries({ etag: '"7"', 'content-type': 'text/event-stream' })));
    // The rest of the stream never arrives.
    if (url === '/stream') response.write('data: first\n\n');
    else response.end('answer');
  };
  const proxy = await startProxy([await startUpstream('127.0.0.1', await twoPorts(), answer)]);
  const claimed = { 'accept-encoding': 'gzip, br', 'x-forwarded-for': '203.0.113.9' };
  const whole = await fetch(`${proxy.url}/whole`, { headers: claimed });
  expect([await whole.text(), whole.headers.get('etag')]).toEqual(['answer', '"7"']);
  for (const name of ['content-encoding', 'server', 'via']) expect(whole.headers.has(name)).toBe(false);
  expect(seen[0]!['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1');
  const stream = await fetch(`${proxy.url}/stream`);
  const { value } = await stream.body!.getReader().read();
  expect(Buffer.from(value).toString()).toBe('data: first\n\n');
});
