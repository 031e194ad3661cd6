import { createServer, type AddressInfo, type Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../local/postgres/start-postgres';
import { startTemporal } from '../../local/temporal/start-temporal';
import { call, createCustomer, createEvaluation, startApi, type TestApi } from '../support/api';
import { createTemplate, createTestDatabase, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { readHealth } from '../support/metrics';
import { prepareProcesses, type Processes } from '../support/processes';
import { searchableFolder } from '../support/searchable-folder';

let product: Processes | undefined;
afterEach(async () => {
  await product?.close();
  product = undefined;
});

/** Starts a server that accepts connections and never answers. */
async function blackHole(): Promise<{ address: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

test('an API killed between commit and start loses nothing: the relay starts the workflow', async () => {
  const silent = await blackHole();
  product = await prepareProcesses({ apiTemporal: silent.address });
  await product.api.start();
  const { status, body } = await product.create('committed');
  expect(status).toBe(202);
  await product.api.kill();
  silent.close();
  expect(await product.db.prisma.outboxMessage.count({ where: { deliveredAt: null } })).toBe(1);

  await product.worker.start();
  await product.api.start();

  expect(await product.finished(body.runId)).toMatchObject({ status: 'completed' });
  expect(await product.agents.sessionsOf(body.runId)).toHaveLength(1);
});

test('an API that is asked to stop is not ready from then on, answers what comes and what is open, then exits cleanly', async () => {
  product = await prepareProcesses({ env: { DRAIN_DELAY: '4s' } });
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
    async () => (await call(product!.api, 'GET', '/health/ready')).status === 503,
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

const isJson = (line: string) => line.startsWith('{') && line.endsWith('}') && JSON.parse(line) !== null;

test('with Temporal down a run is accepted, and it runs once Temporal is back; each line that is logged is JSON', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'noi-temporal-'));
  let temporal = await startTemporal({ dataDir: folder });
  try {
    product = await prepareProcesses({
      apiTemporal: temporal.address,
      workerTemporal: temporal.address,
      env: { LOG_LEVEL: 'trace' },
    });
    await product.api.start();
    await product.worker.start();
    const [port, web] = [temporal.address, temporal.webUrl].map((address) => Number(address.split(':').pop()));
    temporal.kill();

    const { status, body } = await product.create('while-down');
    expect(status).toBe(202);
    expect(await product.status(body.runId)).toMatchObject({ status: 'queued' });

    // The SDK's core notices the outage after some attempts.
    const coreLines = () => product!.worker.logged('"sdkComponent":"core"');
    await eventually('the core noticed', () => coreLines().length > 0, 60_000);
    temporal = await startTemporal({ dataDir: folder, ports: { server: port!, web: web! } });
    expect(await product.finished(body.runId)).toMatchObject({ status: 'completed' });
    // It wrote nothing past our log.
    expect(coreLines()).not.toEqual([]);
    expect([...product.worker.logged(''), ...product.api.logged('')].filter((line) => !isJson(line))).toEqual([]);
  } finally {
    await product?.close();
    product = undefined;
    await temporal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

test('with PostgreSQL down the API answers 503 with Retry-After, and recovers by itself', async () => {
  const folder = searchableFolder(join(tmpdir(), 'noi-postgres-'));
  const server = process.env.TEST_DATABASE_URL;
  let postgres = await startPostgres({ dataDir: join(folder, 'data'), durable: false });
  process.env.TEST_DATABASE_URL = postgres.url;
  let db: TestDatabase | undefined;
  let api: TestApi | undefined;
  try {
    await createTemplate(postgres.url);
    db = await createTestDatabase();
    api = await startApi(db, { keyCacheTtlMs: 50 });
    const customer = await createCustomer(db);
    expect((await createEvaluation(api, customer, 'before')).status).toBe(202);

    const { port } = postgres;
    await postgres.stop();
    const refused = await eventually('the loss is noticed', async () => {
      const answer = await createEvaluation(api!, customer, 'during');
      return answer.status !== 202 && answer;
    });
    expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.text).not.toMatch(/ECONNREFUSED|postgres/i);
    expect((await call(api, 'GET', '/health')).body).toMatchObject({ managedAgent: { driftStatus: 'unknown' } });
    expect((await call(api, 'GET', '/health/ready')).status).toBe(503);

    postgres = await startPostgres({ dataDir: join(folder, 'data'), durable: false, port });
    const again = await eventually('it recovers', async () => {
      const answer = await createEvaluation(api!, customer, 'during');
      return answer.status === 202 && answer;
    });
    expect(again.body.replayed).toBe(false);
    expect(await db.prisma.run.count({ where: { accountId: customer.accountId } })).toBe(2);
  } finally {
    await api?.close();
    await db?.close().catch(() => undefined);
    process.env.TEST_DATABASE_URL = server;
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
