import type { RunStatus } from '../../contracts/runs';
import { call, createCustomer, createEvaluation, startApi, type Customer, type TestApi } from '../support/api';
import { eventually } from '../support/eventually';
import { begin } from '../support/runs';
import { portOf, startStallingProxy, through } from '../support/proxies';
import { useDatabase } from '../support/use';

let api: TestApi;
let other: TestApi;
let customer: Customer;
const db = useDatabase();
beforeAll(async () => {
  [api, other] = await Promise.all([startApi(db), startApi(db)]);
  customer = await createCustomer(db, { credits: 200 });
});
afterAll(async () => {
  await api.close();
  await other.close();
});

let created = 0;
const createRun = async () => (await createEvaluation(api, customer, `cached-${created++}`)).body.runId;
const read = (runId: string, from = api, key = customer.apiKey) =>
  call<RunStatus>(from, 'GET', `/v1/runs/${runId}`, { key });
const providerOf = async (runId: string, from = api) => (await read(runId, from)).body.provider.sessionId;

/** Changes a run without announcing it, which shows whether an answer comes from memory. */
const changeUnheard = (runId: string) =>
  db.pool.query('UPDATE runs SET session_id = $2 WHERE id = $1', [runId, 'unheard']);

/** Ends the connections that hear changes; returns how many there were. */
const loseListeners = async () =>
  (
    await db.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'SELECT pg_notify(%'`,
    )
  ).rowCount;

/** Polls until the API answers from memory, so that the next change is a change of something remembered. */
async function untilRemembered(from: TestApi): Promise<void> {
  const probe = await createRun();
  let change = 0;
  await eventually('it answers from memory', async () => {
    const before = await providerOf(probe, from);
    // Another one each time: what is remembered from now on may be any of the earlier ones.
    await db.pool.query('UPDATE runs SET session_id = $2 WHERE id = $1', [probe, `change-${change++}`]);
    return (await providerOf(probe, from)) === before;
  });
}

test('an unchanged run is answered from memory, a changed one is read again', async () => {
  await untilRemembered(api);
  const runId = await createRun();
  await read(runId);
  await changeUnheard(runId);
  expect(await providerOf(runId)).toBeNull();
  await begin(db, runId);
  expect((await read(runId)).body).toMatchObject({ status: 'running', provider: { sessionId: 'unheard' } });
});

test('without a listening connection every poll reads the database', async () => {
  await untilRemembered(api);
  const runId = await createRun();
  await read(runId);
  await loseListeners();
  await changeUnheard(runId);
  await eventually('it is read from the database', async () => (await providerOf(runId)) === 'unheard');
  await untilRemembered(api);
  const later = await createRun();
  await read(later);
  await changeUnheard(later);
  expect(await providerOf(later)).toBeNull();
});

test('while its connection is silent a process does not trust its memory', async () => {
  const proxy = await startStallingProxy(portOf(db.url));
  const deaf = await startApi({ ...db, url: through(db.url, proxy) });
  try {
    await untilRemembered(deaf);
    const runId = await createRun();
    await begin(db, runId);
    await read(runId, deaf);
    proxy.stall({ further: true });
    const canceled = await call(api, 'POST', `/v1/runs/${runId}/cancel`, { key: customer.apiKey });
    expect(canceled.status).toBe(202);
    await eventually('it is read anew', async () => (await read(runId, deaf)).body.status === 'canceling', 10_000);
  } finally {
    proxy.resume();
    await deaf.close();
    await proxy.close();
  }
}, 60_000);
