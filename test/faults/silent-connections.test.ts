import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { listenForRunChanges } from '../../store/runs/run-changes';
import { startTemporal } from '../../local/temporal/start-temporal';
import { call } from '../support/api';
import { createTestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { prepareProcesses, type Processes } from '../support/processes';
import { CONSENTED } from '../support/shop';
import { prepareShop } from '../support/shop-processes';
import { freeze, portOf, startStallingProxy, through, type StallingProxy } from '../support/silence';

// The interface promises 5 s and 2 s; more than twice that means waiting for the silent part, not for this machine.
const ANSWERED_WITHIN_MS = 10_000;
const READY_WITHIN_MS = 4_000;
const NOTICED_WITHIN_MS = 30_000;

let product: Processes | undefined;
let proxy: StallingProxy | undefined;
afterEach(async () => {
  await product?.close();
  await proxy?.close();
  product = proxy = undefined;
});

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const begun = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - begun };
}

test('a worker whose connections to the database are half open notices within 30 s: its relay delivers, and the run completes', async () => {
  proxy = await startStallingProxy(portOf(process.env.TEST_DATABASE_URL!));
  // The worker reaches the database through the proxy only; the API has no Temporal, so that the relay is the only way.
  const nowhere = await startStallingProxy(1);
  nowhere.stall({ further: true });
  const viaProxy = proxy;
  product = await prepareProcesses({
    apiTemporal: `127.0.0.1:${nowhere.port}`,
    workerDatabase: (url) => through(url, viaProxy),
  });
  try {
    await product.api.start();
    await product.worker.start();
    const delivered = async () =>
      (await product!.db.prisma.outboxMessage.count({ where: { deliveredAt: null } })) === 0;
    // The relay has its connection, which it would otherwise make again.
    await product.create('before');
    await eventually('the relay delivered', delivered);
    viaProxy.stall();
    const { body } = await product.create('half-open');
    const noticed = await timed(() => eventually('the relay delivers', delivered, NOTICED_WITHIN_MS));
    expect(noticed.ms).toBeLessThan(NOTICED_WITHIN_MS);
    expect(await product.finished(body.runId)).toMatchObject({ status: 'completed' });
    expect(product.worker.logged('does not answer').filter((line) => line.includes('the outbox'))).toHaveLength(1);
  } finally {
    await nowhere.close();
  }
}, 240_000);

test('changes of runs are heard again within 30 s after the connection that hears them is half open', async () => {
  const db = await createTestDatabase(2);
  proxy = await startStallingProxy(portOf(db.url));
  const logged: string[] = [];
  const changes = listenForRunChanges(
    through(db.url, proxy),
    pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
  );
  try {
    await eventually('it listens', () => changes.upToDate());
    proxy.stall();
    await eventually('it hears again', () => logged.some((line) => line.includes('answers again')), NOTICED_WITHIN_MS);
    expect(changes.upToDate()).toBe(true);
    expect(logged.filter((line) => line.includes('does not answer'))).toHaveLength(1);
  } finally {
    await changes.close();
    await db.close();
  }
});

test('while Temporal is silent runs are accepted in time, readiness says so with 200, and the runs complete once it answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'noi-temporal-'));
  const temporal = await startTemporal({ dataDir: folder });
  let thaw: (() => void) | null = null;
  try {
    product = await prepareProcesses({ apiTemporal: temporal.address, workerTemporal: temporal.address });
    await product.api.start();
    await product.worker.start();
    expect(await product.finished((await product.create('before')).body.runId)).toMatchObject({ status: 'completed' });

    thaw = freeze(temporal.pid());
    const accepted = await timed(() => product!.create('during'));
    expect(accepted.answer.status).toBe(202);
    expect(accepted.ms).toBeLessThan(ANSWERED_WITHIN_MS);
    const ready = await timed(() => call(product!.api, 'GET', '/health/ready'));
    expect(ready.answer).toMatchObject({
      status: 200,
      body: {
        status: 'ready',
        checks: [
          { name: 'database', status: 'ok' },
          { name: 'temporal', status: 'failed' },
        ],
      },
    });
    expect(ready.ms).toBeLessThan(READY_WITHIN_MS);
    expect((await product.status(accepted.answer.body.runId)).status).toBe('queued');
    // Each outage is logged once, not once per message.
    await eventually('it is logged', () => product!.worker.logged('delivery to Temporal does not answer').length === 1);

    thaw();
    thaw = null;
    expect(await product.finished(accepted.answer.body.runId)).toMatchObject({ status: 'completed' });
    expect(await product.agents.sessionsOf(accepted.answer.body.runId)).toHaveLength(1);
  } finally {
    thaw?.();
    await product?.close();
    product = undefined;
    await temporal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);

test('a payment provider that takes connections and never answers: a purchase fails in time, and the same key resumes its order', async () => {
  let silent: StallingProxy | undefined;
  const shop = await prepareShop(
    { lifetime: '31m', grace: '5m', sweep: '5m' },
    {
      providerAddress: async (url) => {
        silent = await startStallingProxy(portOf(url));
        return `http://127.0.0.1:${silent.port}`;
      },
    },
  );
  product = shop;
  proxy = silent;
  await shop.api.start();
  proxy!.stall({ further: true });
  const ask = () => shop.checkout({ product: 'idea_check', ...CONSENTED }, shop.customer, 'silent-provider');

  const refused = await timed(ask);
  expect([502, 503]).toContain(refused.answer.status);
  expect(Number(refused.answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.ms).toBeLessThan(ANSWERED_WITHIN_MS);

  proxy!.stall();
  proxy!.resume();
  const opened = await eventually('the same key resumes the order', async () => {
    const answer = await ask();
    return answer.status === 200 && answer;
  });
  expect(opened.body).toMatchObject({ replayed: false, status: 'pending_payment' });
  expect(await shop.db.prisma.order.count()).toBe(1);
  expect((await ask()).body).toMatchObject({ orderId: opened.body.orderId, replayed: true });
}, 120_000);
