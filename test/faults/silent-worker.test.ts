import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type RunningPostgres } from '../../local/postgres/start-postgres';
import { BEAT_INTERVAL_MS } from '../../store/workers/beat';
import { listWorkers } from '../../store/workers/list-workers';
import { createTemplate } from '../support/database';
import { eventually } from '../support/eventually';
import { prepareProcesses, type Processes } from '../support/processes';
import { searchableFolder } from '../support/searchable-folder';
import { declaredTypes, readHealth, readPage, typesOf, valueOf } from '../support/metrics';
import { freeze, startStallingProxy } from '../support/silence';

// A statement of the worker ends after 12 s, an attempt to connect to Temporal after 10 s: what takes more than twice that waits.
const NOTICED_WITHIN_MS = 30_000;
const BEAT_S = BEAT_INTERVAL_MS / 1_000;

let product: Processes | undefined;
afterEach(async () => {
  await product?.close();
  product = undefined;
});

test('an activity that PostgreSQL does not answer ends by its bound, and its run completes once PostgreSQL answers', async () => {
  const folder = searchableFolder(join(tmpdir(), 'noi-silent-activity-'));
  const server = process.env.TEST_DATABASE_URL;
  let postgres: RunningPostgres | undefined;
  let thaw: (() => void) | null = null;
  try {
    postgres = await startPostgres({ dataDir: join(folder, 'data'), durable: false });
    process.env.TEST_DATABASE_URL = postgres.url;
    await createTemplate(postgres.url);
    // Slow enough to be in the middle of its research when the silence begins.
    product = await prepareProcesses({ stepMs: 300 });
    await product.api.start();
    await product.worker.start();
    const { runId } = (await product.create('blocked')).body;
    await eventually('the run is running', async () => (await product!.status(runId)).status === 'running');

    thaw = freeze(postgres.pid());
    await eventually(
      'an activity gave up',
      () => product!.worker.logged('PostgreSQL does not answer').length === 1,
      NOTICED_WITHIN_MS,
    );
    thaw();
    thaw = null;

    expect(await product.finished(runId)).toMatchObject({ status: 'completed' });
    expect(await product.agents.sessionsOf(runId)).toHaveLength(1);
    await eventually(
      'the end of the outage is logged',
      () => product!.worker.logged('PostgreSQL answers again').length === 1,
    );
  } finally {
    thaw?.();
    await product?.close();
    product = undefined;
    process.env.TEST_DATABASE_URL = server;
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);

test('a worker that is started while Temporal takes connections and never answers tries again, and works once it answers', async () => {
  const [host, port] = process.env.TEST_TEMPORAL_ADDRESS!.split(':');
  const proxy = await startStallingProxy(Number(port));
  try {
    proxy.stall({ further: true });
    product = await prepareProcesses({ workerTemporal: `${host}:${proxy.port}` });
    await product.api.start();
    const started = product.worker.start();
    await eventually('the first attempt was made', () => proxy.connections() > 0, NOTICED_WITHIN_MS);
    const first = proxy.connections();
    await eventually('another attempt was made', () => proxy.connections() > first, NOTICED_WITHIN_MS);
    // Restarting it would not bring Temporal back; work is not to be expected of it.
    expect(await readHealth(product.metrics.worker, 'live')).toEqual({ status: 200, failed: [] });
    expect(await readHealth(product.metrics.worker, 'ready')).toEqual({ status: 503, failed: ['temporal', 'polling'] });
    expect(valueOf(await readPage(product.metrics.api), 'noi_worker_last_seen_age_seconds')).toBe(Infinity);
    proxy.resume();
    await started;
    const { runId } = (await product.create('late')).body;
    expect(await product.finished(runId)).toMatchObject({ status: 'completed' });
    const ready = async () => (await readHealth(product!.metrics.worker, 'ready')).failed.length === 0;
    await eventually('it is ready', ready, NOTICED_WITHIN_MS);
    expect(await readHealth(product.metrics.api, 'ready')).toEqual({ status: 200, failed: [] });

    const page = await readPage(product.metrics.worker);
    const types = declaredTypes(['api', 'worker', 'both', 'database']);
    // Has no value yet: the provider's books were never compared.
    delete types.noi_reconciliation_age_seconds;
    expect(typesOf(page)).toMatchObject(types);
    expect(page).toMatch(/^temporal_num_pollers\{/m);
    expect(page).toMatch(/^temporal_request_total\{/m);
    expect(valueOf(page, 'noi_runs_finished_total{kind="idea_check",outcome="completed"}')).toBe(1);
    expect(page).toMatch(
      /^noi_provider_requests_total\{provider="agents",operation="POST \/v1\/sessions",outcome="ok"\} 1$/m,
    );
    expect(page).toMatch(/^noi_loop_age_seconds\{loop="relay"\} [\d.]+$/m);
  } finally {
    await product?.close();
    product = undefined;
    await proxy.close();
  }
}, 180_000);

test('a worker that hangs falls silent, and the API says since when; one that resumes reports again', async () => {
  product = await prepareProcesses();
  await product.api.start();
  await product.worker.start();
  const silence = async () =>
    valueOf(await readPage(product!.metrics.api), 'noi_worker_last_seen_age_seconds') ?? Infinity;
  await eventually('it was seen', async () => (await silence()) < BEAT_S);
  const thaw = freeze(product.worker.pid()!);
  try {
    await eventually(
      'its silence is longer than between two reports',
      async () => (await silence()) > BEAT_S + 5,
      60_000,
    );
    expect(await readHealth(product.metrics.api, 'ready')).toEqual({ status: 200, failed: [] });
  } finally {
    thaw();
  }
  await eventually('it is seen again', async () => (await silence()) < BEAT_S, 60_000);
  expect(await product.worker.stop()).toBe(0);
  expect(await listWorkers(product.db)).toMatchObject([{ role: 'worker', stoppedAt: expect.any(Date) }]);
}, 180_000);
