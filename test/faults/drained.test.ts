import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../base/package-root';
import type { ProxiedApi } from '../../local/cluster/proxy';
import { freePort } from '../../local/ports';
import { readHealth, readPage } from '../support/answers';
import { call } from '../support/api';
import { eventually } from '../support/eventually';
import { closedAtEnd } from '../support/leftovers';
import { prepareProcesses, prepareShop } from '../support/processes';
import { needProgram } from '../support/programs';
import { createCheckout } from '../support/shop';

/** The drain of docker-compose.yml, whose proxy asks every second. */
const DRAIN_DELAY = '3s';
/** Nearly the bound of a statement of requests (3.75 s): whoever is refused by a stop is so at once. */
const LATE_MS = 3_500;

/** HAProxy with the configuration that docker-compose.yml mounts; `HAPROXY_PATH` names one, and on Debian it is installed. */
async function startProxy(apis: readonly ProxiedApi[]): Promise<string> {
  const port = await freePort();
  const [API_1, API_2] = apis.map(({ url }) => new URL(url).host);
  const [API_1_METRICS, API_2_METRICS] = apis.map(({ metrics }) => new URL(metrics).port);
  const env = { PROXY_LISTEN: `127.0.0.1:${port}`, API_1, API_2, API_1_METRICS, API_2_METRICS };
  const child = spawn(
    needProgram('HAPROXY_PATH', 'haproxy'),
    ['-W', '-db', '-f', join(PACKAGE_ROOT, 'deploy', 'haproxy.cfg')],
    { env, stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  closedAtEnd(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(
    'the proxy passes on',
    async () => (await fetch(`${url}/health/ready`).catch(() => null))?.ok ?? false,
  );
  return url;
}

/** Requests that an API has answered since it started, those of the proxy for its readiness apart. */
async function requestsOf({ metrics }: { metrics: string }): Promise<number> {
  const page = await readPage(metrics);
  const counts = [...page.matchAll(/^noi_http_requests_total\{.*route="\/v1\/runs\/.*"\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

test('answers what is open and what comes while an API stops, then exits cleanly', async () => {
  const product = await prepareProcesses({ env: { DRAIN_DELAY: '4s' } });
  await product.api.start();
  const { runId } = (await product.create('stop')).body;
  const waiting = call(product.api, 'GET', `/v1/runs/${runId}`, {
    key: product.customer.apiKey,
    headers: { prefer: 'wait=30', 'if-none-match': '"1"' },
  });
  // Answers to later requests prove that the waiting request was read.
  for (let i = 0; i < 10; i++) await product.status(runId);
  const asked = Date.now();
  const stopped = product.api.stop();
  await eventually(
    'it says that it leaves',
    async () => (await call(product.api, 'GET', '/health/ready')).status === 503,
  );
  expect(await readHealth(product.metrics.api, 'ready')).toEqual({ status: 503, failed: ['stopping'] });
  expect(await readHealth(product.metrics.api, 'live')).toEqual({ status: 200, failed: [] });
  // Callers with a connection of their own are asked to leave it.
  expect((await call(product.api, 'GET', '/health')).headers.get('connection')).toBe('close');
  expect(await product.status(runId)).toMatchObject({ status: 'queued' });
  expect(await stopped).toBe(0);
  expect(Date.now() - asked).toBeLessThan(10_000);
  expect([200, 304]).toContain((await waiting).status);
});

test('refuses no request while each API behind the proxy is replaced', async () => {
  const shop = await prepareShop({ lifetime: '31m', grace: '5m', sweep: '5m' }, { env: { DRAIN_DELAY } });
  const second = await shop.anotherApi();
  await Promise.all([shop.api.start(), second.start(), shop.worker.start()]);
  const proxy = { url: await startProxy([{ ...shop.api, metrics: shop.metrics.api }, second]) };
  const { body } = await shop.create('drained');
  const refused: string[] = [];
  const done = { polls: 0, purchases: 0 };
  const ended = new AbortController();
  const repeat = async (what: keyof typeof done, ask: (turn: number) => Promise<number>) => {
    for (let turn = 0; !ended.signal.aborted;) {
      const asked = performance.now();
      const status = await ask(turn).catch((error: Error) => error.message);
      // Given up after seconds by an API that a busy machine keeps: asked again under the same key, as clients do.
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
